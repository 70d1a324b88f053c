"""A player's page at a table, with methods to sit down, read legal actions, and press buttons and cards."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Error, Locator, Page, Position, Response, Route, expect

from tests.browser import script
from tools.chromium import PATIENCE, settle
from tools.site import Site

#: A point in the corner of a card; no other card covers that corner.
CORNER: Position = {"x": 10, "y": 14}
LINGER: Final = script("LINGER")
#: Script that records that the deferred scripts for movements and sounds have loaded.
SCRIPTS_CAME = """document.addEventListener("load", ({ target }) => {
  const name = /\\/(motion|sounds)\\.[^/]*$/.exec(target.src)?.[1];
  if (name) window[`${name}Came`] = true;
}, { capture: true });"""
#: Script that returns whether a request is pending or its response is being swapped in. While an action is pending, the
#: table accepts no other, even if the stream has shown the outcome.
IS_BUSY: Final = script("IS_BUSY")
HAS_COME_TO = "(version) => Number(document.getElementById('table')?.dataset.version) >= version"
#: Options of Two-Man Spades for a short game: it ends at 100 points or at a lead of 100.
SHORT = {"target": "100", "mercy_lead": "100"}
#: Script that divides later timeouts of the page (`setTimeout`) by 60.
QUICKLY: Final = script("QUICKLY")
#: A path that the site does not have. `answer_for` routes it to a 204: once the page gets 204, its new routes work.
ANSWERED_FOR = "/answered-for/"
STREAM = "**/stream/**"
TABLE = "**/games/*/"


def break_connection(page: Page) -> None:
    """Respond with 503 to requests for the stream and to the page's own requests for the table."""
    page.route(STREAM, _refuse)
    page.route(TABLE, lambda route: _refuse(route) if route.request.resource_type == "fetch" else route.fallback())


def _refuse(route: Route) -> None:
    route.fulfill(status=503)


def restore_connection(page: Page) -> None:
    page.unroute(STREAM)
    page.unroute(TABLE)


@contextmanager
def without_connection(page: Page) -> Iterator[None]:
    break_connection(page)
    yield
    restore_connection(page)


class Seat:
    """One player's page at one table."""

    #: The bid that `act` makes.
    wanted_bid = 3

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        page.add_init_script(SCRIPTS_CAME)

    def sit_down(self, *, pace: str = "instant") -> None:
        """Start a game from the front page, as a guest unless logged in, and wait for the first cards."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name=re.compile("^Play (your first hand|now)$")).click()
        self.page.wait_for_selector("#table:not([data-phase=first])")
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        settle(self.page)

    def come_to(self, site: Site, position: str, *, pace: str = "instant") -> None:
        """Open a game in that position as a new guest. The name of the test seeds the cards."""
        seed = os.environ["PYTEST_CURRENT_TEST"]
        words = f"from tools.pictures.posing import pose_for_guest; pose_for_guest({position!r}, seed={seed!r})"
        session, code = site.shell(words).split()
        self.use_session(session)
        self.sit_at_game(code, pace=pace)

    def use_session(self, session: str) -> None:
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])

    def sit_at_game(self, code: str, *, pace: str = "instant") -> None:
        self.look_at(f"{self.url}/games/{code}/", pace=pace)

    def look_at(self, address: str, *, pace: str = "instant") -> None:
        """Open a table and wait until its script for movements has loaded."""
        self.page.goto(address)
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        self.await_motion()

    def await_motion(self) -> None:
        """Wait for the script that moves cards. The condition is a function, as the CSP forbids evaluated strings."""
        self.page.wait_for_function("() => window.motionCame")
        settle(self.page)

    def slow_down(self) -> None:
        """Slow movements down, so that a test observes them even on a busy machine."""
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
        """The names of the cards in the hand, in order."""
        return [one.split(",")[0] for one in self.page.locator(".hand .card .sr").all_inner_texts()]

    def playable(self) -> Locator:
        return self.page.locator("[data-hand] button.card:not([aria-disabled=true])")

    def await_turn(self) -> str:
        """Wait until the player is to act or the hand is over; return the phase."""
        self.page.wait_for_selector(
            "#table[data-turn], #table[data-phase=between], #table[data-phase=over]", timeout=PATIENCE
        )
        return self.phase

    def act(self) -> None:
        """Make the simplest legal action, and wait until the table shows it.

        Do nothing if the hand is over: the table plays a settled hand to its end.
        """
        phase = self.await_turn()
        if self.hand_is_over():
            return
        if phase == "discard":
            self.playable().last.click()
        elif phase == "bid":
            self.page.locator(f".bid:has([data-bid-key='{self.wanted_bid}'])").click()
        with self.taken():
            if phase == "blind":
                self.page.get_by_role("button", name="Look at my cards").click()
            elif phase == "discard":
                self.page.locator("[data-commit]").click()
            elif phase == "bid":
                self.page.get_by_role("button", name=f"Bid {self.wanted_bid}").click()
            else:
                self.playable().first.click()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Enclose a press that posts. On exit, wait until the table shows the response or a newer version, and is idle.

        On entry, wait until the table accepts presses: shortly after a change it ignores them.
        """
        before = self.version
        settle(self.page)
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            yield
        version = _version_in(answer.value, otherwise=before + 1)
        is_shown = f"(version) => ({HAS_COME_TO})(version) && !({IS_BUSY})()"
        self.page.wait_for_function(is_shown, arg=version, polling=20)

    def act_until(self, phase: str) -> None:
        """Act at each turn until it is the player's turn in that phase."""
        while self.await_turn() != phase:
            self.act()

    @property
    def is_to_act(self) -> bool:
        return self.page.locator("#table[data-turn]").count() > 0

    def hand_is_over(self) -> bool:
        return self.phase in {"between", "over"}

    def fits_the_phone(self) -> bool:
        """Return whether the table needs no scrolling and every card of the hand is on the screen."""
        return self.page.evaluate(
            "() => document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollWidth"
            " <= innerWidth && [...document.querySelectorAll('.hand .paper')].every((one) =>"
            " one.getBoundingClientRect().right <= innerWidth && one.getBoundingClientRect().bottom <= innerHeight)"
        )

    def play_hand(self) -> None:
        while self.await_turn() not in {"between", "over"}:
            self.act()

    def deal_next(self) -> bool:
        """Deal the next hand and return True, or return False if the game is over."""
        if self.phase == "over":
            return False
        with self.taken():
            self.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
        return True

    def play_game(self) -> str:
        """Play to the end of the game; return the heading of the page."""
        while True:
            self.play_hand()
            if not self.deal_next():
                expect(self.page.get_by_role("button", name="Play again")).to_be_visible()
                return self.page.locator("h1").first.inner_text()


def answer_for(page: Page, pattern: str, answer: Callable[[Route], object]) -> None:
    """Route requests that match `pattern` to `answer`, and wait until the open page uses the route."""
    page.route(f"**{ANSWERED_FOR}", lambda route: route.fulfill(status=204))
    page.route(pattern, answer)
    page.wait_for_function("async (address) => (await fetch(address)).status === 204", arg=ANSWERED_FOR)


def _version_in(answer: Response, *, otherwise: int) -> int:
    """Return the version of the table in a response, or `otherwise` if the browser has not kept its body."""
    try:
        found = re.search(r'data-version="(\d+)"', answer.text())
    except Error:
        return otherwise
    return int(found.group(1)) if found else otherwise
