"""A whole game of two people, from set-up to rematch: one plays by keyboard, the other by touch on a small phone."""

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.keys import Keys
from tests.browser.people import DESK, wait_for_turn
from tests.browser.seat import CORNER, SHORT, Seat
from tools.chromium import PATIENCE
from tools.site import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
IS_IN_VIEW = """() => document.scrollingElement.scrollHeight <= innerHeight + 1
    && document.scrollingElement.scrollWidth <= innerWidth"""


class Typist(Keys):
    """A player who sets up games, plays and says phrases by keys."""

    def sets_up(self) -> None:
        self.page.goto(f"{self.url}/games/new/twoman/")
        self.tab_to("[name=place_1]")
        self.press("ArrowRight")
        self.tab_to("#options summary")
        self.press("Enter")
        for name, value in SHORT.items():
            self.tab_to(f"[name={name}]")
            self.press("Control+A")
            self.page.keyboard.type(value)
        self.enters("main .btn--main")

    def comes_by(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.tab_to("[name=name]")
        self.page.keyboard.type(name)
        self.enters("main .btn--main")

    def enters(self, wanted: str) -> None:
        self.tab_to(wanted)
        self.press("Enter")

    def starts(self) -> None:
        self.enters("main form[action$='/start/'] button")

    def deals(self) -> None:
        self.press("n")

    plays_again = deals

    def says(self, phrase: str) -> None:
        self.press("w")
        self.enters(f"[name=phrase][value={phrase}]")


class Finger(Seat):
    """A player who sets up games, plays and says phrases by touch. `act` asserts that the table fits."""

    def tap(self, wanted: str | Locator) -> None:
        (self.page.locator(wanted) if isinstance(wanted, str) else wanted).tap()

    def sets_up(self) -> None:
        self.page.goto(f"{self.url}/games/new/twoman/")
        self.tap("[name=place_1][value=link]")
        self.tap("#options summary")
        for name, value in SHORT.items():
            self.page.locator(f"[name={name}]").fill(value)
        self.tap("main .btn--main")

    def comes_by(self, link: str, name: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Name at the table").fill(name)
        self.tap("main .btn--main")

    def starts(self) -> None:
        self.tap(self.page.get_by_role("button", name="Start", exact=True))

    def deals(self) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile(r"^Deal hand \d+")))

    def plays_again(self) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile("^(Play|Sit down) again$")))

    def says(self, phrase: str) -> None:
        self.tap(self.page.get_by_role("button", name="Say"))
        self.tap(f"[name=phrase][value={phrase}]")

    def act(self) -> None:
        phase = self.await_turn()
        if self.hand_is_over():
            return
        assert self.page.evaluate(IS_IN_VIEW), f"{phase}: {self.page.inner_text('.say')}"
        if phase == "bid":
            self.tap(self.page.locator(f".bid:has([data-bid-key='{self.wanted_bid}'])"))
        elif phase == "discard":
            self.playable().first.tap(position=CORNER)
        with self.taken():
            if phase == "play":
                self.playable().first.tap(position=CORNER)
            else:
                words = {"bid": f"Bid {self.wanted_bid}", "blind": "Look at my cards"}.get(
                    phase, re.compile("^Discard")
                )
                self.tap(self.page.get_by_role("button", name=words))


def sit_down(opener: Typist | Finger, friend: Typist | Finger) -> None:
    """Set up a short game as the opener, join it by its link as the friend, start it, and say a phrase."""
    opener.sets_up()
    opener.page.wait_for_url("**/rooms/**")
    friend.comes_by(opener.page.get_by_label("Link to this table").input_value(), "Ama")
    expect(opener.page.get_by_role("heading", level=1)).to_have_text("Everyone is here")
    expect(opener.page.get_by_role("main")).to_contain_text(
        "Two-Man Spades, played to 100, but a lead of 100 ends the game"
    )
    opener.starts()
    for one in (opener, friend):
        one.page.wait_for_selector("#table:not([data-phase=first])", timeout=PATIENCE)
        one.page.evaluate("document.documentElement.dataset.speed = 'instant'")
    opener.says("well_played")
    expect(opener.page.locator("#words")).to_be_hidden()
    expect(friend.page.locator("#heard")).to_contain_text("Well played", timeout=PATIENCE)


def play(both: Sequence[Typist | Finger], *bids: int) -> None:
    """Act at each turn and deal each hand, until the game is over for both; from the second hand on, bid `bids`."""
    for _ in range(2 * PATIENCE // 20):
        phases = [one.phase for one in both]
        if phases == ["over", "over"]:
            return
        acting = next((one for one in both if one.is_to_act), None)
        if phases == ["between", "between"]:
            for one, bid in zip(both, bids, strict=True):
                one.wanted_bid = bid
                one.deals()
            for one in both:
                one.page.wait_for_selector("#table:not([data-phase=between])", timeout=PATIENCE)
        elif acting is not None:
            acting.act()
        else:
            both[0].page.wait_for_timeout(20)
    raise AssertionError(f"the game does not end; phases: {[one.phase for one in both]}")


def test_one_plays_to_the_end_by_keys_alone_and_one_by_finger(open_page: Callable[..., Page], site: Site) -> None:
    """The game is over in two hands: both bid 1, which no lead of 100 follows, and then one of them bids all tricks."""
    typist, finger = Typist(open_page(**DESK), site.url), Finger(open_page(**PHONE), site.url)
    typist.wanted_bid = finger.wanted_bid = 1
    sit_down(typist, finger)
    play((typist, finger), 1, 10)
    finger.plays_again()
    finger.page.wait_for_url("**/rooms/**")
    expect(typist.page.locator("#table")).to_contain_text("Ama wants to play again with you.", timeout=PATIENCE)
    typist.plays_again()
    typist.page.wait_for_url(finger.page.url)
    expect(typist.page.get_by_role("heading", level=1)).to_have_text("Everyone is here")


def test_a_table_is_set_up_by_finger_and_joined_by_keys(open_page: Callable[..., Page], site: Site) -> None:
    finger, typist = Finger(open_page(**PHONE), site.url), Typist(open_page(**DESK), site.url)
    sit_down(finger, typist)
    for _ in range(2):
        wait_for_turn((finger, typist)).act()
