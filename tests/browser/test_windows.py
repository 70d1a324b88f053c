"""Two windows of one game, a lost connection, and the title and icon that show whose turn it is."""

import re
from typing import Final

from playwright.sync_api import Route, expect

from tests.browser.seat import TABLE, Seat, break_connection, restore_connection
from tools.site import Site

ICON: Final = "link[rel=icon]"
#: A part of the icon's URL that only the icon for the player's turn has.
TURN_MARK: Final = "%3Ccircle"
YOUR_TURN: Final = re.compile(r"^Your turn · Two-Man Spades · ")
NOT_YOURS: Final = re.compile(r"^Two-Man Spades · ")


def second_window(seat: Seat, site: Site) -> Seat:
    other = Seat(seat.page.context.new_page(), site.url)
    other.page.goto(seat.page.url)
    other.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    return other


def test_a_page_that_was_refused_looks_again(in_play: Seat) -> None:
    """The action is stored, but the page gets 409, as after a double submit. Then it fetches the table."""
    seat = in_play
    break_connection(seat.page)
    seat.page.unroute(TABLE)  # the page may fetch the table
    seat.page.reload()
    before, refused = seat.version, []

    def twice(route: Route) -> None:
        route.fetch()
        refused.append(seat.version)
        route.fulfill(status=409, headers={"HX-Reswap": "none", "Retry-After": "1"}, body="")

    seat.page.route("**/act/", twice)
    seat.act()
    expect(seat.table).not_to_have_attribute("data-version", str(before))
    assert refused == [before]
    assert seat.version > before


def test_a_card_from_a_window_that_is_behind_does_no_harm(in_play: Seat, site: Site) -> None:
    """While both windows are connected, each shows the other's actions."""
    seat = in_play
    other = second_window(seat, site)
    for here, there in ((seat, other), (other, seat)):
        here.act()
        here.await_turn()
        expect(there.table).to_have_attribute("data-version", str(here.version))
        assert (there.phase, there.hand) == (here.phase, here.hand)
    break_connection(other.page)
    other.page.reload()
    seat.act()
    seat.await_turn()
    assert other.version < seat.version
    with other.taken():
        other.playable().first.click()
    assert other.version == seat.version, "the stale window does not show the current table"
    assert not other.page.locator(".say--refuse").count()


def test_title_and_icon_tell_whose_turn_it_is_and_a_lost_line_catches_up(in_play: Seat) -> None:
    seat, page = in_play, in_play.page
    expect(page).to_have_title(YOUR_TURN)
    expect(page.locator(ICON)).to_have_attribute("href", re.compile(TURN_MARK))
    break_connection(page)
    page.reload()
    expect(page).to_have_title(YOUR_TURN)
    while seat.table.get_attribute("data-turn") is not None:
        seat.act()
    expect(page).to_have_title(NOT_YOURS)
    expect(page.locator(ICON)).to_have_attribute("href", re.compile("^data:image/svg"))
    expect(page.locator(ICON)).not_to_have_attribute("href", re.compile(TURN_MARK))
    expect(page.locator("#lost")).to_be_visible()
    version = seat.version
    restore_connection(page)
    expect(page).to_have_title(YOUR_TURN)
    expect(page.locator("#lost")).to_be_hidden()
    assert seat.version > version


def test_play_again_pressed_twice_on_a_slow_line_opens_one_table(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-over")
    seat.page.wait_for_function("() => typeof SENT_FOR !== 'undefined'")
    posted, before = list[str](), seat.page.url
    seat.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    line = seat.page.context.new_cdp_session(seat.page)
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", slow)
    twice = "one => { one.click(); setTimeout(() => one.click(), 300); }"
    seat.page.get_by_role("button", name="Play again").evaluate(twice)
    seat.page.wait_for_url(lambda url: url != before)
    assert sum(url.endswith("/again/") for url in posted) == 1
