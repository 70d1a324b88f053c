"""Somebody at a table in a browser: sits down, sees what may be done, and does it by pressing what is there."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Locator, Page, Position, Response, Route, expect

from tests.chromium import PATIENCE, settle
from tests.site import Site

#: Of a card, the corner that no other card covers.
CORNER: Position = {"x": 10, "y": 14}
LINGER = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, { delay = 0, duration, ...more }) {
    return animate.call(this, frames, { ...more, delay: 300 * delay, duration: 300 * duration });
  };
}"""
#: What moves the cards is fetched when the page is there already, and may come after the first action; what sounds,
#: when somebody wants it.
SCRIPTS_CAME = """document.addEventListener("load", ({ target }) => {
  const name = /\\/(motion|sounds)\\.[^/]*$/.exec(target.src)?.[1];
  if (name) window[`${name}Came`] = true;
}, { capture: true });"""
#: Whether a request is under way, or its answer is being worked into the page. A stream may show its outcome before,
#: and until then the table is locked for another.
IS_BUSY = """() => Boolean(
    document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")
    || document.getElementById("table")?.["htmx-internal-data"]?.xhr
)"""
HAS_COME_TO = "(version) => Number(document.getElementById('table')?.dataset.version) >= version"
#: Options of Two-Man Spades with which a game is over after two or three hands.
SHORT = {"target": "100", "mercy_lead": "100"}
#: The page’s own patience: whatever it would do in a minute it does in a second.
QUICKLY = """() => {
  const soon = setTimeout;
  window.setTimeout = (work, after, ...more) => soon(work, after / 60, ...more);
}"""
#: An address of no page, by which a page tells that its requests are answered in the site's place.
ANSWERED_FOR = "/answered-for/"
STREAM = "**/stream/**"
TABLE = "**/games/*/"


def lose_the_line(page: Page) -> None:
    """From the next page on no stream comes through, nor what the page looks for by itself in its place."""
    page.route(STREAM, _refuse)
    page.route(TABLE, lambda route: _refuse(route) if route.request.resource_type == "fetch" else route.fallback())


def _refuse(route: Route) -> None:
    route.fulfill(status=503)


def find_the_line(page: Page) -> None:
    page.unroute(STREAM)
    page.unroute(TABLE)


@contextmanager
def without_line(page: Page) -> Iterator[None]:
    lose_the_line(page)
    yield
    find_the_line(page)


class Seat:
    """One page at one table."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        page.add_init_script(SCRIPTS_CAME)

    def sit_down(self, *, pace: str = "instant") -> None:
        """From the front page, as a guest where nobody is signed in, until the first cards are there."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name=re.compile("^Play (your first hand|now)$")).click()
        self.page.wait_for_selector("#table:not([data-phase=first])")
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        settle(self.page)

    def come_to(self, site: Site, position: str, *, pace: str = "instant") -> None:
        """As a new guest, at a game in that position: the same one whenever this test does it."""
        seed = os.environ["PYTEST_CURRENT_TEST"]
        words = f"from tests.shots.posing import pose_for_guest; pose_for_guest({position!r}, seed={seed!r})"
        session, code = site.shell(words).split()
        self.is_now(session)
        self.sit_at_game(code, pace=pace)

    def is_now(self, session: str) -> None:
        """Whoever that session is of."""
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])

    def sit_at_game(self, code: str, *, pace: str = "instant") -> None:
        self.look_at(f"{self.url}/games/{code}/", pace=pace)

    def look_at(self, address: str, *, pace: str = "instant") -> None:
        """At a table whose cards can move."""
        self.page.goto(address)
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        self.await_motion()

    def await_motion(self) -> None:
        """Until there is what moves the cards of this page, and all else that it asks for late has been asked for.

        A function and no words, because the content policy refuses those to whoever looks a second time.
        """
        self.page.wait_for_function("() => window.motionCame")
        settle(self.page)

    def linger(self) -> None:
        """Movements on this page take so long that no slow machine comes too late to see them."""
        self.await_motion()
        self.page.evaluate(LINGER)

    def sign_up(self, name: str, password: str) -> None:
        self.page.goto(f"{self.url}/accounts/signup/")
        self.page.get_by_label("Name at the table").fill(name)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("main").get_by_role("button", name="Sign up").click()
        self.page.wait_for_url(lambda url: "signup" not in url)

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def phase(self) -> str:
        return self.table.get_attribute("data-phase") or ""

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or -1)

    @property
    def hand(self) -> list[str]:
        """The names of the cards held, in order."""
        return [one.split(",")[0] for one in self.page.locator(".hand .card .sr").all_inner_texts()]

    def playable(self) -> Locator:
        return self.page.locator("[data-hand] button.card:not([aria-disabled=true])")

    def await_turn(self) -> str:
        """Until something may be done here; the phase then."""
        self.page.wait_for_selector(
            "#table[data-turn], #table[data-phase=between], #table[data-phase=over]", timeout=PATIENCE
        )
        return self.phase

    def act(self) -> None:
        """The simplest thing that may be done now; returns when the table shows that it was taken.

        A hand that is settled by the card before may end by itself in the meantime: then there is nothing to do.
        """
        phase = self.await_turn()
        if self.hand_is_over():
            return
        if phase == "discard":
            self.playable().last.click()
        elif phase == "bid":
            self.page.locator(".bid", has_text="±30").click()
        with self.taken():
            if phase == "blind":
                self.page.get_by_role("button", name="Look at my cards").click()
            elif phase == "discard":
                self.page.locator("[data-commit]").click()
            elif phase == "bid":
                self.page.get_by_role("button", name="Bid 3").click()
            else:
                self.playable().first.click()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Enclose an action that posts. Waits until the table shows its answer or something newer, and is idle.

        Begins once the table takes presses: it ignores those that follow a change too closely.
        """
        before = self.version
        settle(self.page)
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            yield
        version = _version_in(answer.value, otherwise=before + 1)
        is_shown = f"(version) => ({HAS_COME_TO})(version) && !({IS_BUSY})()"
        self.page.wait_for_function(is_shown, arg=version, polling=20)

    def act_until(self, phase: str) -> None:
        """One may do that here now."""
        while self.await_turn() != phase:
            self.act()

    def hand_is_over(self) -> bool:
        return self.phase in {"between", "over"}

    def leads(self) -> bool:
        """Whether the next card opens a trick: none lies there, or a whole one that is over."""
        return self.phase == "play" and self.page.locator(".trick > figure .card").count() != 1

    def fits_the_phone(self) -> bool:
        """No phase of the table scrolls, and every card lies on the screen."""
        return self.page.evaluate(
            "() => document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollWidth"
            " <= innerWidth && [...document.querySelectorAll('.hand .paper')].every((one) =>"
            " one.getBoundingClientRect().right <= innerWidth && one.getBoundingClientRect().bottom <= innerHeight)"
        )

    def play_hand(self) -> None:
        while self.await_turn() not in {"between", "over"}:
            self.act()

    def deal_next(self) -> bool:
        """The next hand; False when the game is over."""
        if self.phase == "over":
            return False
        with self.taken():
            self.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
        return True

    def play_game(self) -> str:
        """To its end; the heading of the last page."""
        while True:
            self.play_hand()
            if not self.deal_next():
                expect(self.page.get_by_role("button", name="Play again")).to_be_visible()
                return self.page.locator("h1").first.inner_text()


def answer_for(page: Page, pattern: str, answer: Callable[[Route], object]) -> None:
    """In the site's place, from the next request on: a page that is open already learns of a route late, and on a slow
    machine lets requests through until then, of which Playwright never hears.
    """
    page.route(f"**{ANSWERED_FOR}", lambda route: route.fulfill(status=204))
    page.route(pattern, answer)
    page.wait_for_function("async (address) => (await fetch(address)).status === 204", arg=ANSWERED_FOR)


def _version_in(answer: Response, *, otherwise: int) -> int:
    """The version of the table in an answer; the browser does not always keep the body for us to read."""
    try:
        found = re.search(r'data-version="(\d+)"', answer.text())
    except Error:
        return otherwise
    return int(found.group(1)) if found else otherwise
