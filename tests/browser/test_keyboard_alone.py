"""A hand of each game without a mouse: everything is reached by Tab, arrows, space and Enter, and heard once."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.heard import assert_heard_once, listen
from tests.browser.jumps import EXCUSED, SEEN, keeps_its_places, watch
from tests.browser.keys import Keys
from tests.site import Site

#: What must have been on the way of each game.
PHASES = {
    "twoman": {"discard", "bid", "play"},
    "spades": {"bid", "play"},
    "bidwhist": {"bid", "play"},
    "cardduel": {"play"},
}


@pytest.mark.parametrize("game", PHASES)
def test_a_hand_by_keyboard_alone(game: str, page: Page, site: Site) -> None:
    """From the first deal on; what a screen reader is told is told once, whatever stands there for the eye, and on a
    phone nothing jumps.
    """
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
            page.wait_for_timeout(EXCUSED + 100)
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


def test_what_is_shown_step_by_step_is_heard_once(page: Page, site: Site) -> None:
    keys = Keys(page, site.url)
    keys.come_to(site, "spades-bid", pace="fast")
    listen(page)
    for _ in range(8):
        keys.act()
    assert keys.await_turn() == "play"
    assert_heard_once(page, tricks=6)


def test_whoever_wins_the_auction_keeps_the_focus_at_the_table(page: Page, site: Site) -> None:
    """The button of the bid stays there and is no longer drawn; a browser takes the focus off it later. It goes to what
    may be named, or where others had still to bid to the table itself.
    """
    keys = Keys(page, site.url)
    keys.start("bidwhist")
    keys.await_turn()
    with keys.taken():
        keys.tab_to("[data-bid-key]")
        keys.press("ArrowUp")  # from the first round to the last: nobody bids more
        keys.tab_to(".offer [name=action]")
        keys.press("Enter")
    page.wait_for_selector("#table[data-phase=name]")
    page.wait_for_function("document.activeElement.matches('#room, .calls--names [data-bid-key]')")
    keys.tab_to(".calls--names [data-bid-key]")


def test_once_the_others_have_bid_the_focus_goes_from_the_table_into_the_hand(page: Page, site: Site) -> None:
    """While they bid no card is a button; the table was to hold the focus for that time and no longer."""
    keys = Keys(page, site.url)
    keys.come_to(site, "solo-bid")
    with keys.taken():
        keys.press("3", "Enter")
    page.wait_for_selector("#table[data-phase=play][data-turn]")
    expect(page.locator("[data-hand] button.card:not([aria-disabled=true]):focus")).to_have_count(1)


def test_the_first_deal_waits_for_htmx_however_late_the_last_script_comes(
    page_elsewhere: Callable[..., Page], site: Site
) -> None:
    def late(route: Route) -> None:
        time.sleep(0.7)
        route.continue_()

    page = page_elsewhere(service_workers="block")
    page.route("**/duel*.js", late)
    Keys(page, site.url).start("cardduel")
    expect(page.locator("#room")).to_be_focused()


def test_a_form_that_came_back_starts_at_what_has_to_be_mended(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/signup/")
    page.get_by_label("Name at the table").fill("Ottilie")
    password = page.get_by_label("Password", exact=True)
    password.fill("1234")
    password.press("Enter")
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(password).to_be_focused()


def test_what_was_asked_for_is_gone_once_it_is_done(page: Page, site: Site) -> None:
    """Whoever reads the page through would find “Press Enter again” beside another question."""
    keys = Keys(page, site.url)
    keys.come_to(site, "twoman-discard")
    keys.tab_to("[data-hand] button.card")
    keys.press("Enter")
    expect(page.locator("#aloud")).to_contain_text("Press Enter again")
    with keys.taken():
        keys.press("Enter")
    expect(page.locator("#aloud")).to_be_empty()
