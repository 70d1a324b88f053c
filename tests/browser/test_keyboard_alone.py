"""Hands by keyboard alone: a screen reader announces leads and tricks once, and the layout does not shift."""

import re
from collections import Counter
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser import script
from tests.browser.jumps import EXCUSED, SEEN, assert_no_jumps, watch
from tests.browser.keys import Keys
from tools.site import Site

pytestmark = pytest.mark.motion

#: Phases in which the player must act in a hand, by game.
PHASES: Final = {"twoman": {"discard", "bid", "play"}, "bidwhist": {"bid", "play"}, "cardduel": {"play"}}
_LISTEN: Final = script("LISTEN")
_ONCE: Final = re.compile(
    r"(?:won|wins) trick \d+|[^.]*? led [^.]*|The pile is [^.]*|Spades are broken|Round \d+ [^.]*"
)
_PLACES: Final = script("PLACES")


def listen(page: Page) -> None:
    """Record the texts of the live region `#said`, which a screen reader announces."""
    page.evaluate(_LISTEN)


def assert_heard_once(page: Page, *, tricks: int) -> None:
    """Assert that no match of `_ONCE` was announced twice, and that `tricks` tricks or more were announced in order."""
    heard: list[str] = page.evaluate("window.heardSoFar")
    told = Counter(one.strip() for said in heard for one in _ONCE.findall(said))
    assert [one for one, times in told.items() if times > 1] == []
    won = [int(number) for said in heard for number in re.findall(r"trick (\d+) with", said)]
    assert won == list(range(1, len(won) + 1))
    assert len(won) >= tricks
    assert not any("No more tips" in said for said in heard)


@pytest.mark.parametrize("game", PHASES)
def test_a_hand_by_keyboard_alone(game: str, page: Page, site: Site) -> None:
    """On a phone, from the first deal to the second. The test of a duel stops after `SEEN` actions."""
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
            assert_no_jumps(page)
            if game == "cardduel":
                break
        elif len(acted) < SEEN:
            page.wait_for_timeout(EXCUSED + 100)  # then the last press no longer excuses shifts
        acted.append(phase)
        keys.act()
        if phase == "bid":  # the focus stays at the table while others bid, and when a suit is to be named
            expect(page.locator("#table :focus")).to_have_count(1)
    if len(acted) < SEEN:  # a duel may end sooner
        assert_no_jumps(page)
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
    """Seats and hand also keep their places from the bid to the first card."""
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
    assert_no_jumps(page)
    assert_heard_once(page, tricks=4)


def test_the_focus_goes_from_a_bid_to_what_may_be_named_or_to_the_hand(page: Page, site: Site) -> None:
    """The pressed button is hidden, not removed. Browsers take the focus from a hidden element with a delay."""
    keys = Keys(page, site.url)
    keys.come_to(site, "bidwhist-bid")
    with keys.taken():
        keys.tab_to("[data-bid-key]")
        keys.press("ArrowUp")  # from the first bid to the last, which no bot can overcall
        keys.tab_to(".offer [name=action]")
        keys.press("Enter")
    page.wait_for_selector("#table[data-phase=name]")
    page.wait_for_function("() => document.activeElement.matches('#room, .calls--names [data-bid-key]')")
    keys.tab_to(".calls--names [data-bid-key]")
    keys.come_to(site, "solo-bid")
    with keys.taken():
        keys.press("3", "Enter")
    page.wait_for_selector("#table[data-phase=play][data-turn]")
    expect(page.locator("[data-hand] button.card:not([aria-disabled=true]):focus")).to_have_count(1)
