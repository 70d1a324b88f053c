"""Spades in the browser: games to their end with what a table shows of no other, a blind nil and One Nil."""

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
    four.come_to(site, "spades-blind-ending")
    assert four.await_turn() == "blind"
    assert four.page.locator(".hand [data-suit], .hand [aria-label*=' of ']").count() == 0
    with four.taken():
        four.page.get_by_role("button", name="Bid blind nil").click()
    assert four.await_turn() == "exchange"
    four.act()
    expect(four.page.locator(".table--four .seat", has_text="You")).to_contain_text("bid blind nil")
    assert ENDED.search(four.play_game())


def test_one_nil_announces_the_override(four: FourSeat, site: Site) -> None:
    four.come_to(site, "spades-one-nil-ending")
    four.page.keyboard.press("0")
    four.act()
    expect(four.page.locator("#log")).to_contain_text("One Nil: Marta’s")
    assert ENDED.search(four.play_game())
