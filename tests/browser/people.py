"""Tables of several people, each in a browser of their own: opened, and sat down at by a link."""

import re

from playwright.sync_api import Page

from tests.browser.seat import Seat
from tests.chromium import PATIENCE

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def give_away(page: Page, *places: str) -> None:
    """These seats to whoever has the link, or every seat; and the table is opened."""
    for place in places or page.get_by_role("group", name=re.compile("^(On your|Across)")).all():
        group = page.get_by_role("group", name=re.compile(f"^{place}")) if isinstance(place, str) else place
        group.get_by_role("radio", name="Somebody by link").check()
    page.get_by_role("button", name="Open the table").click()


def open_table(seat: Seat, key: str) -> str:
    """From the page of the game; the link to give away."""
    seat.page.goto(f"{seat.url}/games/new/{key}/")
    give_away(seat.page)
    seat.page.wait_for_url("**/rooms/**")
    return seat.page.get_by_label("Link to this table").input_value()


def sit_down_by(link: str, page: Page, url: str, name: str) -> Seat:
    """As a new guest of that name."""
    page.goto(link)
    page.get_by_label("Name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/rooms/**")
    return Seat(page, url)


def start(opener: Seat, *others: Seat) -> None:
    """The game; it is dealt to all, and nothing moves any more."""
    opener.page.reload()  # the room would ask by itself, a second later
    opener.page.get_by_role("button", name="Start").click()
    for one in (opener, *others):
        one.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        one.page.evaluate("document.documentElement.dataset.speed = 'instant'")
