"""Open and join tables with several people; each person has a browser page."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tools.chromium import PATIENCE

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def give_away(page: Page, *places: str) -> None:
    """In the setup form, offer these seats (default: all but the player's own) by a link, and open the waiting room."""
    for place in places or page.get_by_role("group", name=re.compile("^(On your|Across)")).all():
        group = page.get_by_role("group", name=re.compile(f"^{place}")) if isinstance(place, str) else place
        group.get_by_role("radio", name="Invite by link").check()
    page.get_by_role("button", name="Open the table").click()


def open_table(seat: Seat, key: str) -> str:
    """Open a waiting room for that game and return its invitation link."""
    seat.page.goto(f"{seat.url}/games/new/{key}/")
    give_away(seat.page)
    seat.page.wait_for_url("**/rooms/**")
    return seat.page.get_by_label("Link to this table").input_value()


def sit_down_by(link: str, page: Page, url: str, name: str) -> Seat:
    """Take a seat by the link as a new guest of that name; return the guest's page."""
    page.goto(link)
    page.get_by_label("Name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/rooms/**")
    return Seat(page, url)


def start(opener: Seat, *others: Seat) -> None:
    """Start the game, wait until all players have their cards, and turn animations off."""
    opener.page.reload()  # the room polls only every two seconds
    opener.page.get_by_role("button", name="Start").click()
    for one in (opener, *others):
        one.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        one.page.evaluate("document.documentElement.dataset.speed = 'instant'")


def sit_together(seat: Seat, open_page: Callable[..., Page], key: str = "twoman") -> Seat:
    """Open a table, let a guest named Ama join, and start the game; return Ama's seat."""
    other = sit_down_by(open_table(seat, key), open_page(**DESK), seat.url, "Ama")
    start(seat, other)
    return other


def wait_for_turn(seats: "list[Seat] | tuple[Seat, ...]") -> Seat:
    """Wait until one of these seats is to act; return that seat."""
    for _ in range(PATIENCE // 20):
        for one in seats:
            if one.is_to_act:
                return one
        seats[0].page.wait_for_timeout(20)
    raise AssertionError(f"no player is to act; phases: {[one.phase for one in seats]}")


def play_hand(*seats: Seat) -> None:
    """Make the simplest legal action at each turn until the hand is over on all pages."""
    while not all(one.hand_is_over() for one in seats):
        for one in seats:
            if one.is_to_act:
                one.act()
        seats[0].page.wait_for_timeout(20)


def leave(seat: Seat, table: str) -> None:
    seat.page.goto(f"{table}abandon/")
    seat.page.get_by_role("button", name="Leave").click()


def proves(page: Page, count: int) -> None:
    """Wait until the page that verifies a deal has made `count` checks, all of them successful."""
    expect(page.locator(".checks li[data-good=yes]")).to_have_count(count)
    expect(page.locator(".checks li")).to_have_count(count)
