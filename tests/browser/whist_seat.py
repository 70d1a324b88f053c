"""Somebody at a table of Bid Whist in a browser."""

from tests.browser.four import FourSeat
from tests.browser.seat import CORNER


class WhistSeat(FourSeat):
    """Plays Bid Whist by pressing what is there."""

    def choose(self, value: str) -> None:
        """A bid, a name or a trick is ticked, and the button that says so is pressed."""
        self.await_turn()
        self.page.locator(f'[data-bid-key][value="{value}"]').check(force=True)
        with self.taken():
            self.page.locator(f'.offer[data-bid="{value}"] [name=action]').click()

    def pick(self, name: str) -> None:
        """A card is chosen, or put back, where nothing covers it."""
        self.page.locator(f".card:has(#card-{name})").click(position=CORNER)

    def put_aside(self, names: str) -> None:
        assert self.await_turn() == "discard"
        for name in names.split():
            self.pick(name)
        with self.taken():
            self.page.get_by_role("button", name="Put the chosen cards aside").click()

    def card(self, name: str) -> None:
        assert self.await_turn() == "play"
        with self.taken():
            self.page.locator(f"#card-{name}").click(position=CORNER)

    def understand(self) -> None:
        """Close what says how a called renege was judged; it lies over the table."""
        self.page.get_by_role("button", name="Understood").click()

    def play_out(self) -> list[str]:
        """The first card that may be played until the hand is over; what was said on the way."""
        said = []
        while self.await_turn() == "play":
            said.append(self.page.evaluate("document.getElementById('say')?.innerText ?? ''"))
            if self.hand_is_over():
                break
            assert self.fits_the_phone(), said
            if self.page.locator("#verdict:popover-open").count():  # another player has called one
                self.understand()
            with self.taken():
                self.playable().first.click(position=CORNER)
        return said
