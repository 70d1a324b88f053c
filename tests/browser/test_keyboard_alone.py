"""Hands without a mouse: Tab, arrows, Space and Enter reach everything, each play is told once, and nothing jumps."""

import re
from collections import Counter
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser import script
from tests.browser.jumps import EXCUSED, SEEN, keeps_its_places, watch
from tests.browser.keys import Keys
from tools.site import Site

#: Phases that a hand of each game has.
PHASES: Final = {
    "twoman": {"discard", "bid", "play"},
    "bidwhist": {"bid", "play"},
    "cardduel": {"play"},
}
_LISTEN: Final = script("LISTEN")
_ONCE: Final = re.compile(
    r"(?:won|wins) trick \d+|[^.]*? led [^.]*|The pile is [^.]*|Spades are broken|Round \d+ [^.]*"
)
_PLACES: Final = script("PLACES")


def listen(page: Page) -> None:
    """Note what a screen reader is told, to the end of the hand."""
    page.evaluate(_LISTEN)


def assert_heard_once(page: Page, *, tricks: int) -> None:
    """Assert that no sentence was told twice, and the winners of at least so many tricks once."""
    heard: list[str] = page.evaluate("window.heardSoFar")
    told = Counter(one.strip() for said in heard for one in _ONCE.findall(said))
    assert [one for one, times in told.items() if times > 1] == []
    won = [int(number) for said in heard for number in re.findall(r"trick (\d+) with", said)]
    assert won == list(range(1, len(won) + 1))
    assert len(won) >= tricks
    assert not any("No more tips" in said for said in heard)


@pytest.mark.parametrize("game", PHASES)
def test_a_hand_by_keyboard_alone(game: str, page: Page, site: Site) -> None:
    """From the first deal on a phone; of a duel the first rounds."""
    watch(page)
    keys = Keys(page, site.url)
    keys.start(game)
    expect(page.locator("#room")).to_be_focused()
    keys.press("Tab")
    assert page.evaluate("document.activeElement.closest('#table') !== null")
    listen(page)
    acted: list[str] = []
    while (phase := keys.await_turn()) not in {"between", "over"}:
        if len(acted) == SEEN:
            keeps_its_places(page)
            if game == "cardduel":
                break
        elif len(acted) < SEEN:
            page.wait_for_timeout(EXCUSED + 100)  # what moves by itself now has no excuse
        acted.append(phase)
        keys.act()
        if phase == "bid":  # also while the others bid, and when the suit is to be named: nothing is chosen yet
            expect(page.locator("#table :focus")).to_have_count(1)
    if len(acted) < SEEN:  # a duel may be over sooner
        keeps_its_places(page)
    assert PHASES[game] <= set(acted)
    assert_heard_once(page, tricks=0 if game == "cardduel" else 2)
    if phase == "between":
        with keys.taken():
            keys.press("n")
        expect(keys.table).to_have_attribute("data-number", "2")
    elif phase == "over":  # a first hand in Bid Whist may end the game
        keys.press("n")
        page.wait_for_selector("#table:not([data-phase=over])")


def test_cards_shown_one_by_one_are_heard_once_and_move_nothing_at_a_desk(page: Page, site: Site) -> None:
    """The first card is played where the bids were made."""
    page.set_viewport_size({"width": 1280, "height": 800})
    watch(page)
    keys, places = Keys(page, site.url), dict[str, object]()
    keys.come_to(site, "spades-bid", pace="fast")
    listen(page)
    for act in range(6):
        keys.await_turn()
        if act < SEEN:
            page.wait_for_timeout(EXCUSED + 100)
            places.setdefault(keys.phase, page.evaluate(_PLACES))
        keys.act()
    assert keys.await_turn() == "play"
    assert places["bid"] == places["play"]
    keeps_its_places(page)
    assert_heard_once(page, tricks=4)


def test_the_focus_goes_from_a_bid_to_what_may_be_named_or_to_the_hand(page: Page, site: Site) -> None:
    """The button of a bid that is made stays in the document undrawn, and a browser takes the focus off it later."""
    keys = Keys(page, site.url)
    keys.come_to(site, "bidwhist-bid")
    with keys.taken():
        keys.tab_to("[data-bid-key]")
        keys.press("ArrowUp")  # from the first bid to the last, which no bot can overcall
        keys.tab_to(".offer [name=action]")
        keys.press("Enter")
    page.wait_for_selector("#table[data-phase=name]")
    page.wait_for_function("document.activeElement.matches('#room, .calls--names [data-bid-key]')")
    keys.tab_to(".calls--names [data-bid-key]")
    keys.come_to(site, "solo-bid")
    with keys.taken():
        keys.press("3", "Enter")
    page.wait_for_selector("#table[data-phase=play][data-turn]")
    expect(page.locator("[data-hand] button.card:not([aria-disabled=true]):focus")).to_have_count(1)
