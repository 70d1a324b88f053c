"""Bid Whist in the browser: each kind of contract with its ranks, jokers, calls of reneges, a game to its end.

South bids seven, so that no computer player, however it bids, plays the hand instead.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dealt import Dealt, dealt_to_a_guest
from tests.browser.whist_seat import WhistSeat
from tests.site import Site


@pytest.fixture(scope="module")
def dealt(site: Site) -> Dealt:
    return dealt_to_a_guest(site, "from tests.browser.whist_dealt import whist; whist()")


@pytest.fixture
def whist(page: Page, site: Site, dealt: Dealt, request: pytest.FixtureRequest) -> WhistSeat:
    whist = WhistSeat(page, site.url)
    whist.sit_at_game(dealt.code_for(whist, request))
    return whist


def books(whist: WhistSeat) -> list[int]:
    """Of one's own side and of the other, as the summary tells them."""
    told = whist.page.locator(".sum tbody tr").first.locator("td small").all_inner_texts()
    return [int(re.findall(r"\d+", one)[0]) for one in told]


def test_an_uptown_hand(whist: WhistSeat) -> None:
    page = whist.page
    assert whist.await_turn() == "bid"
    assert whist.fits_the_phone()
    expect(page.locator(".calls input")).to_have_count(12)
    page.keyboard.press("7")
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
    assert whist.hand[:5] == ["big joker", "little joker", "ace of spades", "king of spades", "queen of spades"]
    expect(page.locator(".score .side").first).to_contain_text("1 of 13, 12 to go")
    whist.card("BJ")
    whist.await_turn()
    whist.play_out()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"You (made|were set at) 7 uptown in spades"))
    assert sum(books(whist)) == 13


def test_a_downtown_hand(whist: WhistSeat) -> None:
    whist.choose("7D")
    whist.choose("S")
    whist.put_aside("QD JD KD KH QH KC")
    assert whist.await_turn() == "play"
    assert whist.hand[:7] == [
        *("big joker", "little joker", "ace of spades", "2 of spades"),
        *("3 of spades", "5 of spades", "6 of spades"),
    ]
    whist.card("BJ")
    whist.await_turn()
    last = whist.page.locator("#last")
    whist.page.keyboard.press("l")
    expect(last).to_contain_text("big joker")
    whist.page.keyboard.press("Escape")
    whist.card("LJ")


def test_a_no_trump_hand_with_both_jokers(whist: WhistSeat) -> None:
    whist.choose("7N")
    expect(whist.page.locator("#say")).to_contain_text("Which way do the cards rank?")
    whist.choose("up")
    whist.put_aside("2S 2H 8S 8H 2C 2D")
    assert whist.await_turn() == "play"
    assert whist.hand[:2] == ["big joker", "little joker"]
    whist.card("7S")
    said = whist.play_out()
    assert any("a joker must go" in one for one in said)
    expect(whist.page.get_by_role("heading", level=1)).to_contain_text("Bruno and Odile win, 0 to −14")
    expect(whist.page.locator(".sum")).to_contain_text("No trump counts double, won or lost.")


def test_a_renege_called_rightly_and_another_wrongly(whist: WhistSeat) -> None:
    page = whist.page
    call_renege(whist)
    whist.choose("1")
    expect(page.locator("#say")).to_contain_text("You called trick 1, rightly. 3 books go to your side at the end.")
    whist.understand()
    whist.card("KS")
    whist.await_turn()
    call_renege(whist)
    expect(page.locator('[data-bid-key][value="1"]')).to_have_count(0)
    whist.choose("2")
    expect(page.locator("#say")).to_contain_text(
        "You called trick 2, wrongly. 3 books go to Bruno and Odile at the end."
    )
    whist.understand()
    whist.await_turn()
    page.evaluate("document.getElementById('table').dataset.teaches = ''")
    assert whist.fits_the_phone(), "in somebody’s first game, too"
    whist.play_out()
    assert whist.phase == "review"
    with whist.taken():
        page.get_by_role("button", name="Confirm the hand").click()
    whist.page.wait_for_selector("#table[data-phase=between]")
    reneges = page.locator(".sum tr", has_text="Reneges")
    expect(reneges).to_contain_text("You called trick 1, rightly. You called trick 2, wrongly.")


def call_renege(whist: WhistSeat) -> None:
    """The question what it costs is answered, and all tricks are open."""
    whist.page.get_by_role("button", name="Call a renege").click()
    expect(whist.page.locator("#call")).to_contain_text("wrong, you lose 3")
    with whist.taken():
        whist.page.get_by_role("button", name="Call", exact=True).click()
    assert whist.await_turn() == "review"
    assert whist.fits_the_phone()


def test_a_game_to_seven(whist: WhistSeat) -> None:
    whist.choose("7U")
    whist.choose("S")
    whist.put_aside("2H 3H 2C 3C 2D 3D")
    whist.play_out()
    page = whist.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Your side wins, 10 to −2")
    expect(page.get_by_role("main")).to_contain_text("A Boston, bid and made: the game counts as two wins.")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
