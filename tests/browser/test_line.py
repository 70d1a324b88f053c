"""The line to the server breaks: a note says so, and soon after it is back the table is as it is now."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.seat import CORNER, STREAM, Seat, answer_for
from tests.site import Site
from tests.visitor import Visitor


def other_tab(seat: Seat, site: Site) -> Visitor:
    """The same person at the same table, in another tab."""
    visitor = Visitor(site.url)
    visitor.cookies = {one["name"]: one["value"] for one in seat.page.context.cookies()}
    visitor.code = seat.page.url.rstrip("/").rpartition("/")[2]
    return visitor


def moved_elsewhere(seat: Seat, site: Site) -> int:
    """The version after a move in the other tab."""
    visitor = other_tab(seat, site)
    version = visitor.move(visitor.look()).version
    visitor.close()
    return version


def becomes(seat: Seat, version: int) -> None:
    """The table is of that version, or (she has answered) a newer one."""
    seat.page.wait_for_function(
        "version => Number(document.getElementById('table').dataset.version) >= version", arg=version
    )
    expect(seat.page.locator("#lost")).to_be_hidden()


def test_the_server_dies_and_comes_back(seat: Seat, site: Site) -> None:
    seat.sit_down()
    seat.act_until("play")
    site.kill("web")
    expect(seat.page.locator("#lost")).to_be_visible()
    site.start("web")
    becomes(seat, moved_elsewhere(seat, site))


def test_a_page_asked_for_while_the_server_is_away_comes_back_with_it(page: Page, site: Site) -> None:
    """As it says itself, in whose place the browser shows it."""
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


def test_a_stream_that_is_refused_for_a_while(seat: Seat, site: Site) -> None:
    """As by a proxy without a server behind it, or while the database is away: it is not given up."""
    seat.sit_down()
    seat.act_until("play")
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    answer_for(seat.page, "**/stream/**", refuse)
    site.kill("web")
    site.start("web")
    expect(seat.page.locator("#lost")).to_be_visible()
    for _ in range(4 - len(refused)):
        with seat.page.expect_request("**/stream/**"):
            pass
    seat.page.unroute("**/stream/**")
    becomes(seat, moved_elsewhere(seat, site))


def refused_for_good(seat: Seat) -> None:
    """At a table whose stream is refused from now on, and whose other requests are answered."""
    seat.sit_down()
    seat.act_until("play")
    answer_for(seat.page, STREAM, lambda route: route.fulfill(status=429))
    seat.page.evaluate("() => openAnew()")
    expect(seat.page.locator("#lost")).to_be_visible()


def test_the_table_comes_without_a_stream(seat: Seat, site: Site) -> None:
    """As to the sixth tab of somebody, or through a proxy that lets no stream pass."""
    refused_for_good(seat)
    seat.page.wait_for_function(
        "version => Number(document.getElementById('table').dataset.version) >= version",
        arg=moved_elsewhere(seat, site),
    )


#: What a page asks for every few seconds; whether that has been answered.
POLL = """() => {
  document.addEventListener("htmx:afterOnLoad", ({ target }) => { window.polled ||= target.id === "poll"; });
  const poll = '<span id="poll" hx-get="/" hx-swap="none" hx-trigger="every 1s"></span>';
  document.body.insertAdjacentHTML("beforeend", poll);
  htmx.process(document.getElementById("poll"));
}"""


def test_a_line_that_is_lost_stays_so_whatever_else_is_answered(seat: Seat) -> None:
    refused_for_good(seat)
    seat.page.wait_for_function("() => typeof tellPoll === 'function'")
    seat.page.evaluate(POLL)
    seat.page.wait_for_function("() => window.polled")
    assert seat.page.locator("#lost").is_visible()


#: The page’s own second try is held back, until it is called or given up.
HOLD_AGAIN = """() => {
  const [set, clear] = [setTimeout, clearTimeout];
  window.setTimeout = (work, after, ...more) => {
    if (after !== TRY_AGAIN_AFTER) return set(work, after, ...more);
    window.again = work;
    window.refused = true;
    return -1;
  };
  window.clearTimeout = (one) => { if (one === -1) window.again = null; else clear(one); };
}"""


def test_a_stream_that_was_refused_is_opened_once(seat: Seat) -> None:
    seat.sit_down()
    seat.act_until("play")
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            return route.continue_()
        refused.append(route)
        route.fulfill(status=503)

    seat.page.evaluate(HOLD_AGAIN)
    answer_for(seat.page, STREAM, refuse_once)
    seat.page.evaluate("() => openAnew()")
    seat.page.wait_for_function("() => window.refused && source?.readyState === EventSource.OPEN")
    assert seat.page.evaluate("() => { const before = source; window.again?.(); return source === before; }")


def test_the_words_of_a_proxy_never_take_the_place_of_the_table(seat: Seat) -> None:
    seat.sit_down()
    seat.act_until("play")
    before, cards = seat.version, len(seat.hand)
    said = "<h1>502</h1>"
    answer_for(seat.page, "**/act/", lambda route: route.fulfill(status=502, content_type="text/html", body=said))
    seat.playable().first.click(position=CORNER)
    expect(seat.page.locator("#failed")).to_be_visible()
    assert (seat.version, len(seat.hand)) == (before, cards)
    seat.page.unroute("**/act/")
    with seat.taken():
        seat.playable().first.click(position=CORNER)
    assert len(seat.hand) == cards - 1
    expect(seat.page.locator("#failed")).to_be_hidden()


def test_that_a_press_failed_is_said_until_the_next_one(seat: Seat) -> None:
    """Whoever reads slowly has time; a tap anywhere takes it away."""
    seat.sit_down()
    seat.act_until("play")
    seat.await_motion()
    seat.page.clock.install()
    answer_for(seat.page, "**/act/", lambda route: route.abort())
    seat.playable().first.click(position=CORNER)
    note = seat.page.locator("#failed")
    expect(note).to_be_visible()
    seat.page.clock.fast_forward(30_000)
    expect(note).to_be_visible()
    seat.page.locator(".score").click()
    expect(note).to_be_hidden()


#: Where that note lies once it is shown, which a stream may take away again, and what is used or read beside it.
SHOWN_AND_USED = """(note) => {
  document.getElementById(note).hidden = false;
  const used = document.querySelectorAll(".side__pts, .bar > .iconbtn, .bar__nav a");
  const boxes = [document.getElementById(note), ...used].map((one) => one.getBoundingClientRect().toJSON());
  return boxes.filter(({ width }) => width);
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 640), (844, 390), (1280, 800)])
@pytest.mark.parametrize("note", ["lost", "failed"])
def test_what_is_said_of_the_line_covers_nothing_that_is_used(seat: Seat, note: str, width: int, height: int) -> None:
    seat.page.set_viewport_size({"width": width, "height": height})
    seat.sit_down()
    said, *used = seat.page.evaluate(SHOWN_AND_USED, note)
    assert said["right"] and len(used) > 2
    for box in used:
        assert said["right"] <= box["left"] or box["right"] <= said["left"] or said["bottom"] <= box["top"]


def test_a_stream_that_has_fallen_silent_is_opened_anew(seat: Seat) -> None:
    """As after a sleep, or behind a router that has forgotten the connection: the browser itself says nothing of it."""
    seat.sit_down()
    seat.act_until("play")
    seat.await_motion()
    seat.page.clock.install()
    heard = seat.page.evaluate("heardAt")
    seat.page.wait_for_function("before => heardAt > before", arg=heard)  # a sign of life, of a quiet table
    with seat.page.expect_request("**/stream/**"):
        seat.page.clock.fast_forward(120_000)
    expect(seat.page.locator("#lost")).to_be_hidden()


def test_a_press_that_is_never_answered_sets_the_table_free(seat: Seat) -> None:
    seat.sit_down()
    seat.act_until("play")
    seat.await_motion()
    seat.page.wait_for_function("() => typeof breakSilence === 'function'")
    assert 0 < seat.page.evaluate("htmx.config.timeout") <= 20_000
    for held in ("**/act/", "**/stream/**"):
        answer_for(seat.page, held, lambda route: None)
    seat.page.evaluate("() => { htmx.config.timeout = 300; }")
    with seat.page.expect_request("**/stream/**"):
        seat.playable().first.click(position=CORNER)
    expect(seat.page.locator("#lost")).to_be_visible()
    seat.page.evaluate("() => { htmx.config.timeout = 15000; }")
    seat.page.unroute("**/act/")
    cards = len(seat.hand)
    with seat.taken():
        seat.playable().first.click(position=CORNER)
    assert len(seat.hand) == cards - 1
    expect(seat.page.locator("#lost")).to_be_hidden()


def test_a_table_that_is_nobodys_any_more_says_so(seat: Seat, site: Site) -> None:
    """As after a log-out elsewhere: the page does not ask for ever."""
    seat.sit_down()
    seat.act_until("play")
    seat.page.context.clear_cookies()
    site.kill("web")
    site.start("web")
    expect(seat.page.locator("h1")).to_have_text("Nobody sits here")


def test_a_seed_that_is_typed_outlives_a_table_that_comes_again(seat: Seat) -> None:
    """As when somebody comes or goes, or asks for something, between two hands."""
    seat.sit_down()
    seat.play_hand()
    page = seat.page
    page.locator(".deal .seal > summary").click()
    page.locator("#seed").fill("a lamp in the window")
    page.evaluate("""async () => {
      const html = await (await fetch(location.href, { headers: { "HX-Request": "true" } })).text();
      rememberFocus();
      htmx.swap("#table", html.replace('id="page"', 'id="page" data-again'), { swapStyle: "morph:outerHTML" },
        { contextElement: document.querySelector("[sse-swap]") });
    }""")
    expect(page.locator("#page[data-again]")).to_have_count(1)
    expect(page.locator("#seed")).to_have_value("a lamp in the window")
    expect(page.locator("#seed")).to_be_visible()
    expect(page.locator("#seed")).to_be_focused()


def test_a_seed_stands_ready_also_after_a_deal_that_was_refused(seat: Seat) -> None:
    seat.sit_down()
    seat.play_hand()
    seed = seat.page.locator("#seed")
    first = seed.input_value()
    assert len(first) == 16
    seed.evaluate("(field) => { field.value = 'x'.repeat(65); }")
    with seat.taken():
        seat.page.keyboard.press("n")
    expect(seat.page.locator("#say")).to_contain_text("at most 64 characters")
    expect(seed).not_to_have_value("")
    assert len(seed.input_value()) == 16 and seed.input_value() != first
