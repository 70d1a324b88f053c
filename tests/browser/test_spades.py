"""Spades in the browser: each of its games to its end, with what only that game has."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.four import FourSeat
from tests.site import Site

ENDED = re.compile(r"wins?, −?\d+ to ")


@pytest.fixture
def four(page: Page, site: Site) -> FourSeat:
    page.set_viewport_size({"width": 360, "height": 740})
    return FourSeat(page, site.url)


def test_partner_with_a_blind_nil_and_an_exchange(four: FourSeat, site: Site) -> None:
    four.sit_at(site, "blind_nil_exchange=2, wants_blind=True, shows='give'")
    assert four.await_turn() == "blind"
    assert four.page.locator(".hand [data-suit], .hand [aria-label*=' of ']").count() == 0
    four.wants_blind = True
    four.act()
    four.wants_blind = False
    assert four.await_turn() == "exchange"
    four.act()
    expect(four.page.locator(".table--four .seat", has_text="You")).to_contain_text("bid blind nil")
    assert ENDED.search(four.play_game())


def test_solo_has_four_scores(four: FourSeat, site: Site) -> None:
    four.sit_at(site, "variant='solo'")
    expect(four.page.locator(".score .side")).to_have_count(4)
    assert ENDED.search(four.play_game())


def test_suicide_announces_the_override(four: FourSeat, site: Site) -> None:
    four.sit_at(site, "variant='suicide', marta_first=True")
    four.act()
    expect(four.page.locator("#log")).to_contain_text("One Nil: Marta’s")
    assert ENDED.search(four.play_game())


def test_mirrors_leaves_one_bid(four: FourSeat, site: Site) -> None:
    four.sit_at(site, "variant='mirrors'")
    assert four.await_turn() == "bid"
    expect(four.bids()).to_have_count(1)
    assert ENDED.search(four.play_game())


def test_custom_by_keyboard(four: FourSeat, site: Site) -> None:
    terms = "winning_score=90, allow_misdeals=True, first_trick_low_clubs=True, allow_blind_nils=False"
    four.sit_at(site, f"variant='custom1', bids=2, {terms}")
    assert four.await_turn() == "bid"
    page = four.page
    expect(page.get_by_role("button", name="Misdeal").first).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator('[data-bid-key="2"]')).to_be_checked()
    with four.taken():
        page.keyboard.press("Enter")
    while not page.locator("#last .lastcard").count() and four.await_turn() == "play":
        with four.taken():
            four.playable().first.focus()
            page.keyboard.press("Enter")
    page.keyboard.press("l")
    expect(page.locator("#last")).to_be_visible()
    page.keyboard.press("Escape")
    assert ENDED.search(four.play_game())
