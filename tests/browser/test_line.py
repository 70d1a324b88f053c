"""The connection to the server breaks: a note says so, and once the connection is back the table is updated."""

from typing import Final

from playwright.sync_api import Page, Route, expect

from games.table.stream import HERE
from tests.browser import script
from tests.browser.seat import CORNER, HAS_COME_TO, QUICKLY, STREAM, Seat, answer_for
from tools.site import Site
from tools.visitor import Visitor

#: Name of the heartbeat event that the stream of a quiet table sends.
SIGN_OF_LIFE: Final = HERE.decode().removeprefix("event: ").partition("\n")[0]


def move_in_another_tab(seat: Seat, site: Site) -> int:
    """Make a move as the same player in another tab; return the version of the table after it."""
    visitor = Visitor(site.url)
    visitor.cookies = {one["name"]: one["value"] for one in seat.page.context.cookies()}
    visitor.code = seat.page.url.rstrip("/").rpartition("/")[2]
    version = visitor.move(visitor.look()).version
    visitor.close()
    return version


def test_a_page_requested_while_the_server_is_away_loads_once_it_is_back(page: Page, site: Site) -> None:
    kept = page.request.get(f"{site.url}/offline/").text()

    def away(route: Route) -> None:
        if route.request.method == "HEAD":
            return route.abort()
        route.fulfill(body=kept, content_type="text/html")

    page.route("**/keyboard/", away)
    page.goto(f"{site.url}/keyboard/")
    for _ in range(2):
        with page.expect_request(lambda request: request.method == "HEAD"):
            expect(page.locator("h1")).to_have_text("No connection")
    page.unroute("**/keyboard/")
    expect(page.locator("h1")).to_have_text("Keyboard")


#: Script that adds to the page an element that polls the server every second.
POLL: Final = script("POLL")


def test_a_refused_stream_is_tried_again_while_the_table_comes_without_it(in_play: Seat, site: Site) -> None:
    """The note stays although other requests succeed, and the table follows moves in another tab."""
    seat, page, refused = in_play, in_play.page, list[str]()

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    answer_for(page, STREAM, refuse)
    page.evaluate("() => openAnew()")
    expect(page.locator("#lost")).to_be_visible()
    page.wait_for_function("() => typeof tellPoll === 'function'")
    page.evaluate(POLL)
    page.wait_for_function("() => window.polled")
    assert page.locator("#lost").is_visible()
    page.wait_for_function(HAS_COME_TO, arg=move_in_another_tab(seat, site))
    seat.await_turn()
    page.evaluate(QUICKLY)
    while len(refused) < 3:
        with page.expect_request(STREAM):
            pass
    page.unroute(STREAM)
    expect(page.locator("#lost")).to_be_hidden()
    page.wait_for_function(HAS_COME_TO, arg=move_in_another_tab(seat, site))


#: Script that holds back the page's retry of a refused stream.
HOLD_AGAIN: Final = script("HOLD_AGAIN")


def test_a_stream_is_opened_once_after_a_refusal_and_anew_after_silence(in_play: Seat) -> None:
    """After a sleep of the device, or when a router drops the connection, a stream is silent without an error."""
    page, refused = in_play.page, list[Route]()

    def refuse_once(route: Route) -> None:
        if refused:
            return route.continue_()
        refused.append(route)
        route.fulfill(status=503)

    page.evaluate(HOLD_AGAIN)
    answer_for(page, STREAM, refuse_once)
    page.evaluate("() => openAnew()")
    page.wait_for_function("() => window.refused && source?.readyState === EventSource.OPEN")
    assert page.evaluate("() => { const before = source; window.again?.(); return source === before; }")
    page.unroute(STREAM)
    page.clock.install()
    heard = page.evaluate("heardAt")
    page.clock.fast_forward(1_000)
    page.evaluate("(sign) => source.dispatchEvent(new Event(sign))", SIGN_OF_LIFE)
    assert page.evaluate("heardAt") > heard
    with page.expect_request(STREAM):
        page.clock.fast_forward(120_000)
    expect(page.locator("#lost")).to_be_hidden()


def test_a_press_that_fails_keeps_the_table_and_its_note_stays_until_the_next_press(in_play: Seat) -> None:
    """The error page of a proxy must not replace the table."""
    seat, page, failed = in_play, in_play.page, in_play.page.locator("#failed")
    before, cards = seat.version, len(seat.hand)
    said = "<h1>502</h1>"
    answer_for(page, "**/act/", lambda route: route.fulfill(status=502, content_type="text/html", body=said))
    seat.playable().first.click(position=CORNER)
    expect(failed).to_be_visible()
    assert (seat.version, len(seat.hand)) == (before, cards)
    page.clock.install()
    page.clock.fast_forward(30_000)
    expect(failed).to_be_visible()
    page.locator(".score").click()
    expect(failed).to_be_hidden()
    page.unroute("**/act/")
    with seat.taken():
        seat.playable().first.click(position=CORNER)
    assert len(seat.hand) == cards - 1


def test_a_player_who_is_offline_is_told_so_until_the_line_is_back(in_play: Seat) -> None:
    page, context = in_play.page, in_play.page.context
    line, failed = page.locator("#lost"), page.locator("#failed")
    context.set_offline(True)
    expect(line).to_have_text("You’re offline. Your game is saved.")
    expect(line).to_be_visible()
    in_play.playable().first.click(position=CORNER)
    expect(failed).not_to_have_attribute("hidden", "")
    context.set_offline(False)
    expect(line).to_be_hidden()
    expect(failed).to_be_hidden()
    expect(line).to_have_text("Connection lost. Your game is saved; reconnecting.")
    with in_play.taken():
        in_play.playable().first.click(position=CORNER)


def test_a_press_that_is_never_answered_sets_the_table_free(in_play: Seat) -> None:
    seat = in_play
    seat.page.wait_for_function("() => typeof breakSilence === 'function'")
    assert 0 < seat.page.evaluate("htmx.config.timeout") <= 20_000
    for held in ("**/act/", STREAM):
        answer_for(seat.page, held, lambda route: None)
    seat.page.evaluate("() => { htmx.config.timeout = 300; }")
    with seat.page.expect_request(STREAM):
        seat.playable().first.click(position=CORNER)
    expect(seat.page.locator("#lost")).to_be_visible()
    seat.page.evaluate("() => { htmx.config.timeout = 15000; }")
    seat.page.unroute("**/act/")
    cards = len(seat.hand)
    with seat.taken():
        seat.playable().first.click(position=CORNER)
    assert len(seat.hand) == cards - 1


def test_a_table_whose_player_has_logged_out_elsewhere_says_so(in_play: Seat) -> None:
    """The page is reloaded instead of retrying endlessly."""
    in_play.page.context.clear_cookies()
    in_play.page.evaluate(QUICKLY)
    in_play.page.evaluate("() => openAnew()")
    expect(in_play.page.locator("h1")).to_have_text("You’re not logged in")
