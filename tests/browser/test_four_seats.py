"""Bid Whist and Spades on a phone: an auction with its kitty, called reneges, and a game of Spades to its end."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.four_seats import FourSeat, WhistSeat
from tools.site import Site


@pytest.fixture
def whist(page: Page, site: Site, request: pytest.FixtureRequest) -> WhistSeat:
    """Return a seat in the position of `WHIST` whose name the test's name contains."""
    session, codes = json.loads(site.shell("from tests.browser.dealt import whist; whist()"))
    seat = WhistSeat(page, site.url)
    seat.use_session(session)
    seat.sit_at_game(next(code for name, code in codes.items() if name in request.node.name))
    return seat


def test_an_uptown_hand_from_its_auction_to_its_result(whist: WhistSeat) -> None:
    page = whist.page
    assert whist.await_turn() == "bid"
    assert whist.fits_the_phone()
    expect(page.locator(".calls input")).to_have_count(12)
    page.keyboard.press("7")  # only 7 no trump would outrank it
    expect(page.get_by_label("7 uptown, 13 books")).to_be_checked()
    expect(page.locator(".calls__told:visible")).to_have_text("A Boston. High cards win. Made +7, set −7.")
    with whist.taken():
        page.keyboard.press("Enter")
    assert whist.await_turn() == "name"
    whist.choose("S")
    assert whist.hand == []
    expect(page.locator("[data-count]")).to_have_text("0/6")
    whist.pick("3D")
    expect(page.locator("[data-count]")).to_have_text("1/6")
    whist.pick("3D")
    expect(page.locator("[data-count]")).to_have_text("0/6")
    assert whist.fits_the_phone()
    whist.put_aside("3D 4D 5D 7H 8H 2C")
    assert whist.await_turn() == "play"
    expect(page.locator(".score .side").first).to_contain_text("1 of 13 books")
    whist.play_out()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"You (made|were set at) 7 uptown in spades"))


def call_renege(whist: WhistSeat) -> None:
    """Call a renege and confirm the question, which names the penalty. The trick is still to be chosen."""
    whist.page.get_by_role("button", name="Call a renege").click()
    expect(whist.page.locator("#call")).to_contain_text("wrong, you lose 3")
    with whist.taken():
        whist.page.get_by_role("button", name="Call", exact=True).click()
    assert whist.await_turn() == "review"
    assert whist.fits_the_phone()


def test_one_renege_is_called_rightly_and_another_wrongly(whist: WhistSeat) -> None:
    page = whist.page
    call_renege(whist)
    whist.choose("1")
    expect(page.locator("#say")).to_contain_text("Your call was correct (trick 1). 3 books go to your side at the end.")
    whist.understand()
    whist.card("KS")
    whist.await_turn()
    call_renege(whist)
    expect(page.locator('[data-bid-key][value="1"]')).to_have_count(0)
    whist.choose("2")
    expect(page.locator("#say")).to_contain_text("Your call was wrong (trick 2).")
    whist.understand()
    whist.await_turn()
    page.evaluate("document.getElementById('table').dataset.teaches = ''")
    assert whist.fits_the_phone(), "the table does not fit with the tips of a first game"
    whist.play_out()
    assert whist.phase == "review"
    with whist.taken():
        page.get_by_role("button", name="Confirm the hand").click()
    page.wait_for_selector("#table[data-phase=between]")
    reneges = page.locator(".sum tr", has_text="Reneges")
    expect(reneges).to_contain_text("Your call was correct (trick 1). Your call was wrong (trick 2).")


def test_a_game_of_spades_with_a_blind_nil_and_an_exchange_is_played_to_its_end(page: Page, site: Site) -> None:
    four = FourSeat(page, site.url)
    four.come_to(site, "spades-blind-ending")
    assert four.await_turn() == "blind"
    assert four.page.locator(".hand [data-suit], .hand [aria-label*=' of ']").count() == 0
    with four.taken():
        four.page.get_by_role("button", name="Bid blind nil").click()
    assert four.await_turn() == "exchange"
    four.act()
    expect(four.page.locator(".table--four .seat", has_text="You")).to_contain_text("bid blind nil")
    assert re.search(r"wins?, −?\d+ to ", four.play_game())
