"""A player's page at a table: it sits down, reads what may be done, and does it by pressing what is there."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Error, Locator, Page, Position, Response, Route, expect

from tests.browser import script
from tools.chromium import PATIENCE, settle
from tools.site import Site

#: The corner of a card that no other card covers.
CORNER: Position = {"x": 10, "y": 14}
LINGER: Final = script("LINGER")
#: Note when the late scripts of movements and of sounds have loaded.
SCRIPTS_CAME = """document.addEventListener("load", ({ target }) => {
  const name = /\\/(motion|sounds)\\.[^/]*$/.exec(target.src)?.[1];
  if (name) window[`${name}Came`] = true;
}, { capture: true });"""
#: Whether a request is open or its answer is being swapped in. The stream may show the outcome before; until then the
#: table takes no other press.
IS_BUSY: Final = script("IS_BUSY")
HAS_COME_TO = "(version) => Number(document.getElementById('table')?.dataset.version) >= version"
#: Options of Two-Man Spades with which a game ends after two or three hands.
SHORT = {"target": "100", "mercy_lead": "100"}
#: Timers of the page run sixty times as fast.
QUICKLY: Final = script("QUICKLY")
#: An address that only a routed page answers.
ANSWERED_FOR = "/answered-for/"
STREAM = "**/stream/**"
TABLE = "**/games/*/"


def lose_the_line(page: Page) -> None:
    """Refuse the stream, and what the page fetches in its place, from the next page on."""
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

    #: What `act` bids.
    wanted_bid = 3

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        page.add_init_script(SCRIPTS_CAME)

    def sit_down(self, *, pace: str = "instant") -> None:
        """Sit down from the front page, as a guest unless logged in, and wait for the first cards."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name=re.compile("^Play (your first hand|now)$")).click()
        self.page.wait_for_selector("#table:not([data-phase=first])")
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        settle(self.page)

    def come_to(self, site: Site, position: str, *, pace: str = "instant") -> None:
        """Open a game in that position as a new guest; the cards follow from the name of the test."""
        seed = os.environ["PYTEST_CURRENT_TEST"]
        words = f"from tools.pictures.posing import pose_for_guest; pose_for_guest({position!r}, seed={seed!r})"
        session, code = site.shell(words).split()
        self.is_now(session)
        self.sit_at_game(code, pace=pace)

    def is_now(self, session: str) -> None:
        """Become the owner of that session."""
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])

    def sit_at_game(self, code: str, *, pace: str = "instant") -> None:
        self.look_at(f"{self.url}/games/{code}/", pace=pace)

    def look_at(self, address: str, *, pace: str = "instant") -> None:
        """Open a table and wait until its cards can move."""
        self.page.goto(address)
        self.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        self.await_motion()

    def await_motion(self) -> None:
        """Wait for the late script that moves cards. A function: the content policy forbids evaluated strings."""
        self.page.wait_for_function("() => window.motionCame")
        settle(self.page)

    def linger(self) -> None:
        """Slow the movements down, so that a busy machine sees them as well."""
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
        """Do the simplest thing that may be done, and wait until the table shows it.

        A settled hand may end by itself before: then nothing is done.
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
        """Enclose an action that posts; wait until the table shows its answer or something newer, and is idle.

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
        """Act until the player is to act in that phase."""
        while self.await_turn() != phase:
            self.act()

    @property
    def is_asked(self) -> bool:
        """Whether the player is to act."""
        return self.page.locator("#table[data-turn]").count() > 0

    def hand_is_over(self) -> bool:
        return self.phase in {"between", "over"}

    def leads(self) -> bool:
        """Whether the next card opens a trick."""
        return self.phase == "play" and self.page.locator(".trick > figure .card").count() != 1

    def fits_the_phone(self) -> bool:
        """Whether the table does not scroll and every card of the hand lies on the screen."""
        return self.page.evaluate(
            "() => document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollWidth"
            " <= innerWidth && [...document.querySelectorAll('.hand .paper')].every((one) =>"
            " one.getBoundingClientRect().right <= innerWidth && one.getBoundingClientRect().bottom <= innerHeight)"
        )

    def play_hand(self) -> None:
        while self.await_turn() not in {"between", "over"}:
            self.act()

    def deal_next(self) -> bool:
        """Deal the next hand; return False when the game is over."""
        if self.phase == "over":
            return False
        with self.taken():
            self.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")).click()
        return True

    def play_game(self) -> str:
        """Play to the end of the game; return the heading of its page."""
        while True:
            self.play_hand()
            if not self.deal_next():
                expect(self.page.get_by_role("button", name="Play again")).to_be_visible()
                return self.page.locator("h1").first.inner_text()


def answer_for(page: Page, pattern: str, answer: Callable[[Route], object]) -> None:
    """Answer in the site's place from the next request on. An open page learns of a route late: wait until it has."""
    page.route(f"**{ANSWERED_FOR}", lambda route: route.fulfill(status=204))
    page.route(pattern, answer)
    page.wait_for_function("async (address) => (await fetch(address)).status === 204", arg=ANSWERED_FOR)


def _version_in(answer: Response, *, otherwise: int) -> int:
    """Return the version of the table in an answer, whose body the browser does not always keep."""
    try:
        found = re.search(r'data-version="(\d+)"', answer.text())
    except Error:
        return otherwise
    return int(found.group(1)) if found else otherwise
