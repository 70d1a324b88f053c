"""A player who uses only the keyboard."""

from collections.abc import Callable

from tests.browser.seat import Seat
from tools.chromium import settle

#: Maximum presses of Tab, or of an arrow key, to reach an element.
STOPS = 80


class Keys(Seat):
    """A player's page of any game, played by keyboard."""

    #: The key pressed last.
    pressed = ""

    def tab_to(self, wanted: str) -> None:
        """Press Tab until the focused element matches the selector."""
        for _ in range(STOPS):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {wanted}")

    def walk_to(self, wanted: str) -> None:
        """Focus the first card of the hand, then press the right arrow until the focused card matches the selector."""
        self.press("Home")
        for _ in range(STOPS):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
                return
            self.press("ArrowRight")
        raise AssertionError(f"the right arrow does not reach {wanted}")

    def press(self, *keys: str) -> None:
        """Press the keys in order. Before repeating a key other than an arrow, wait until the table accepts presses."""
        for key in keys:
            if key == self.pressed and not key.startswith("Arrow"):
                settle(self.page)
            self.page.keyboard.press(key)
            self.pressed = key

    def start(self, game: str) -> None:
        self.page.goto(self.url if game == "twoman" else f"{self.url}/games/new/{game}/")
        self.tab_to("main form[action='/play/'] button" if game == "twoman" else "main .btn--main")
        self.press("Enter")
        self.page.wait_for_selector("#table:not([data-phase=first])")
        self.page.evaluate("document.documentElement.dataset.speed = 'instant'")

    def act(self) -> None:
        phase = self.await_turn()
        act = _ACTS.get(phase, Keys.send)
        with self.taken():
            act(self)

    def send(self) -> None:
        """Press the first enabled button of the table."""
        self.tab_to("#table .btn:not(:disabled):not([aria-disabled=true])")
        self.press("Enter")

    def put_aside(self) -> None:
        if self.page.locator("[data-passing]").count():
            return self.put_aside_many()
        self.tab_to("[data-hand] button.card")
        self.press("End", "Home", "ArrowRight", "Enter")
        self.tab_to("[data-commit]")
        self.press("Enter")

    def put_aside_many(self) -> None:
        count = int(self.page.locator("[data-passing]").get_attribute("data-most") or 0)
        self.tab_to("[data-passing] [type=checkbox]")
        self.press("Home", *["Space", "ArrowRight"] * count)
        self.tab_to("[data-passing] .btn--main")
        self.press("Enter")

    def bid(self) -> None:
        """In an auction make the first offered bid, or pass if none is offered; elsewhere bid `wanted_bid`."""
        if self.page.locator(".calls").count():
            return self.name() if self.page.locator("[data-bid-key]").count() else self.send()
        self.press(str(self.wanted_bid))
        self.tab_to(".pick .btn--main")
        self.press("Enter")

    def name(self) -> None:
        self.tab_to("[data-bid-key]")
        self.press("Space")
        self.tab_to(".offer [name=action]")
        self.press("Enter")

    def play(self) -> None:
        if self.page.locator("[data-duel]").count():
            return self.duel()
        self.tab_to("[data-hand] button.card")
        self.walk_to(":not([aria-disabled=true])")
        self.press("Enter")

    def duel(self) -> None:
        self.tab_to("[data-duel] [type=checkbox]")
        if self.page.locator("[data-duel] [type=checkbox]:not([data-wand])").count():
            self.walk_to(":not([data-wand])")
            self.press("Space")
        else:
            self.press("Space", "ArrowRight", "Space")
        self.tab_to("#table .duel__go .btn--main")
        self.press("Enter")


_ACTS: dict[str, Callable[[Keys], None]] = {
    "discard": Keys.put_aside,
    "bid": Keys.bid,
    "name": Keys.name,
    "play": Keys.play,
}
