"""The line to the server breaks: a note says so, and soon after it is back the table is as it is now."""

import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.seat import Seat
from tests.site import Site
from tests.visitor import Visitor

pytestmark = pytest.mark.browser
#: Milliseconds after the return.
CURRENT_WITHIN = 10_000
NOTED_WITHIN = 10_000


def other_tab(seat: Seat, site: Site) -> Visitor:
    """The same person at the same table, in another tab."""
    visitor = Visitor(site.url)
    visitor.cookies = {one["name"]: one["value"] for one in seat.page.context.cookies()}
    visitor.code = seat.page.url.rstrip("/").rpartition("/")[2]
    return visitor


def moved_elsewhere(seat: Seat, site: Site) -> int:
    """The version after a move in the other tab."""
    visitor = other_tab(seat, site)
    page = visitor.table()
    version = visitor.act(page, page.actions[0]).version
    visitor.close()
    return version


def at_the_play(seat: Seat) -> None:
    seat.sit_down()
    while seat.await_turn() != "play":
        seat.act()


def becomes(seat: Seat, version: int) -> None:
    """The table is of that version, or (she has answered) a newer one."""
    end = time.monotonic() + CURRENT_WITHIN / 1000
    while seat.version < version:
        assert time.monotonic() < end, "the table is not current"
        seat.page.wait_for_timeout(50)
    expect(seat.page.locator("#lost")).to_be_hidden(timeout=CURRENT_WITHIN)


def test_the_server_dies_and_comes_back(seat: Seat, site: Site) -> None:
    at_the_play(seat)
    site.kill("web")
    expect(seat.page.locator("#lost")).to_be_visible(timeout=NOTED_WITHIN)
    site.start("web")
    becomes(seat, moved_elsewhere(seat, site))


def test_a_stream_that_is_refused_for_a_while(seat: Seat, site: Site) -> None:
    """As by a proxy without a server behind it, or while the database is away: it is not given up."""
    at_the_play(seat)
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    seat.page.route("**/stream/**", refuse)
    site.kill("web")
    site.start("web")
    expect(seat.page.locator("#lost")).to_be_visible(timeout=NOTED_WITHIN)
    for _ in range(200):
        if len(refused) >= 4:
            break
        seat.page.wait_for_timeout(100)
    assert len(refused) >= 4
    seat.page.unroute("**/stream/**")
    becomes(seat, moved_elsewhere(seat, site))
