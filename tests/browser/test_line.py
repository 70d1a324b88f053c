"""The line to the server breaks: a note says so, and soon after it is back the table is as it is now."""

from playwright.sync_api import Page, Route, expect

from games.views.events import HERE
from tests.browser.seat import CORNER, HAS_COME_TO, QUICKLY, STREAM, Seat, answer_for
from tests.site import Site
from tests.visitor import Visitor

#: What the stream of a quiet table sends every few seconds.
SIGN_OF_LIFE = HERE.decode().removeprefix("event: ").partition("\n")[0]


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
    seat.page.wait_for_function(HAS_COME_TO, arg=version)
    expect(seat.page.locator("#lost")).to_be_hidden()


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


def test_a_stream_that_is_refused_for_a_while(in_play: Seat, site: Site) -> None:
    """As by a proxy without a server behind it, or while the database is away: it is not given up."""
    seat, refused = in_play, list[str]()

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503)

    answer_for(seat.page, STREAM, refuse)
    seat.page.evaluate(QUICKLY)
    seat.page.evaluate("() => openAnew()")
    expect(seat.page.locator("#lost")).to_be_visible()
    for _ in range(4 - len(refused)):
        with seat.page.expect_request(STREAM):
            pass
    seat.page.unroute(STREAM)
    becomes(seat, moved_elsewhere(seat, site))


#: What a page asks for every few seconds; whether that has been answered.
POLL = """() => {
  document.addEventListener("htmx:afterOnLoad", ({ target }) => { window.polled ||= target.id === "poll"; });
  const poll = '<span id="poll" hx-get="/" hx-swap="none" hx-trigger="every 1s"></span>';
  document.body.insertAdjacentHTML("beforeend", poll);
  htmx.process(document.getElementById("poll"));
}"""


def test_the_table_comes_without_a_stream_and_its_line_stays_lost(in_play: Seat, site: Site) -> None:
    """As to the sixth tab of somebody, or through a proxy that lets no stream pass, whatever else is answered."""
    page = in_play.page
    answer_for(page, STREAM, lambda route: route.fulfill(status=429))
    page.evaluate("() => openAnew()")
    expect(page.locator("#lost")).to_be_visible()
    page.wait_for_function("() => typeof tellPoll === 'function'")
    page.evaluate(POLL)
    page.wait_for_function("() => window.polled")
    assert page.locator("#lost").is_visible()
    page.wait_for_function(HAS_COME_TO, arg=moved_elsewhere(in_play, site))


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


def test_a_stream_that_was_refused_is_opened_once(in_play: Seat) -> None:
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


def test_the_words_of_a_proxy_never_take_the_place_of_the_table(in_play: Seat) -> None:
    seat = in_play
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


def test_a_player_who_is_offline_is_told_so_and_nothing_of_it_stays_once_the_line_is_back(in_play: Seat) -> None:
    page, context = in_play.page, in_play.page.context
    line, failed = page.locator("#lost"), page.locator("#failed")
    context.set_offline(True)
    expect(line).to_have_text("You are offline. Your game is saved.")
    expect(line).to_be_visible()
    in_play.playable().first.click(position=CORNER)
    expect(failed).not_to_have_attribute("hidden", "")
    context.set_offline(False)
    expect(line).to_be_hidden()
    expect(failed).to_be_hidden()
    expect(line).to_have_text("Connection lost. Your game is saved; trying again.")
    with in_play.taken():
        in_play.playable().first.click(position=CORNER)


def test_that_a_press_failed_is_said_until_the_next_one(in_play: Seat) -> None:
    """Whoever reads slowly has time; a tap anywhere takes it away."""
    page = in_play.page
    page.clock.install()
    answer_for(page, "**/act/", lambda route: route.abort())
    in_play.playable().first.click(position=CORNER)
    note = page.locator("#failed")
    expect(note).to_be_visible()
    page.clock.fast_forward(30_000)
    expect(note).to_be_visible()
    page.locator(".score").click()
    expect(note).to_be_hidden()


#: Where that note lies once it is shown, which a stream may take away again, and what is used or read beside it.
SHOWN_AND_USED = """(note) => {
  document.getElementById(note).hidden = false;
  const used = document.querySelectorAll(".side__pts, .bar > .iconbtn, .bar__nav a");
  const boxes = [document.getElementById(note), ...used].map((one) => one.getBoundingClientRect().toJSON());
  document.getElementById(note).hidden = true;
  return boxes.filter(({ width }) => width);
}"""


def test_what_is_said_of_the_line_covers_nothing_that_is_used(in_play: Seat) -> None:
    for size in ((360, 740), (320, 640), (844, 390), (1280, 800)):
        in_play.page.set_viewport_size({"width": size[0], "height": size[1]})
        for note in ("lost", "failed"):
            said, *used = in_play.page.evaluate(SHOWN_AND_USED, note)
            assert said["right"] and len(used) > 2, (note, size)
            for box in used:
                is_beside = said["right"] <= box["left"] or box["right"] <= said["left"]
                assert is_beside or said["bottom"] <= box["top"], (note, size)


def test_a_stream_that_has_fallen_silent_is_opened_anew(in_play: Seat) -> None:
    """As after a sleep, or behind a router that has forgotten the connection: the browser itself says nothing of it."""
    page = in_play.page
    page.clock.install()
    heard = page.evaluate("heardAt")
    page.clock.fast_forward(1_000)
    page.evaluate("(sign) => source.dispatchEvent(new Event(sign))", SIGN_OF_LIFE)
    assert page.evaluate("heardAt") > heard
    with page.expect_request(STREAM):
        page.clock.fast_forward(120_000)
    expect(page.locator("#lost")).to_be_hidden()


def test_a_press_that_is_never_answered_sets_the_table_free(in_play: Seat) -> None:
    seat = in_play
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


def test_a_table_that_is_nobodys_any_more_says_so(in_play: Seat) -> None:
    """As after a log-out elsewhere: the page does not ask for ever."""
    in_play.page.context.clear_cookies()
    in_play.page.evaluate(QUICKLY)
    in_play.page.evaluate("() => openAnew()")
    expect(in_play.page.locator("h1")).to_have_text("You are not logged in")


def test_a_seed_stands_ready_and_one_that_is_typed_outlives_a_table_that_comes_again(seat: Seat, site: Site) -> None:
    """Ready also after a deal that was refused; the table comes again as when somebody comes between two hands."""
    seat.come_to(site, "twoman-between")
    page, seed = seat.page, seat.page.locator("#seed")
    first = seed.input_value()
    assert len(first) == 16
    seed.evaluate("(field) => { field.value = 'x'.repeat(65); }")
    with seat.taken():
        page.keyboard.press("n")
    expect(page.locator("#say")).to_contain_text("up to 64 visible characters")
    expect(seed).not_to_have_value("")
    assert len(seed.input_value()) == 16 and seed.input_value() != first
    page.locator("#page > .seal > summary").click()
    seed.fill("a lamp in the window")
    page.evaluate("""async () => {
      const html = await (await fetch(location.href, { headers: { "HX-Request": "true" } })).text();
      rememberFocus();
      htmx.swap("#table", html.replace('id="page"', 'id="page" data-again'), { swapStyle: "morph:outerHTML" },
        { contextElement: document.querySelector("[sse-swap]") });
    }""")
    expect(page.locator("#page[data-again]")).to_have_count(1)
    expect(seed).to_have_value("a lamp in the window")
    expect(seed).to_be_visible()
    expect(seed).to_be_focused()
