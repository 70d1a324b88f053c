"""A player's page at a table with four seats, in Spades and Bid Whist."""

from tests.browser.seat import CORNER, Seat


class FourSeat(Seat):
    """A player's page of Spades, with methods that press its buttons and cards."""

    def act(self) -> None:
        phase = self.await_turn()
        if self.hand_is_over():
            return
        with self.taken():
            if phase == "blind":
                self.page.get_by_role("button", name="Look at my cards").click()
            elif phase == "bid":
                self.bid()
            elif phase == "exchange":
                self.pass_cards()
            else:
                self.playable().first.click(position=CORNER)

    def bid(self) -> None:
        """Make the picked bid; if none is picked, the fourth offered bid (the last if fewer are offered)."""
        bids = self.page.locator("[data-bid-key]")
        if not self.page.locator("[data-bid-key]:checked").count():
            bids.nth(min(3, bids.count() - 1)).check(force=True)
        self.page.locator(".offer:visible .btn--main").click()

    def pass_cards(self) -> None:
        form = self.page.locator("[data-passing]")
        for place in range(int(form.get_attribute("data-most") or 0)):
            self.page.locator(".card--pick input").nth(place).check(force=True)
        form.locator(".btn--main").click()


class WhistSeat(FourSeat):
    """A player's page of Bid Whist, with methods that press its buttons and cards."""

    def choose(self, value: str) -> None:
        """Select the radio button of a bid, a trump or the trick of an alleged renege, and submit it."""
        self.await_turn()
        self.page.locator(f'[data-bid-key][value="{value}"]').check(force=True)
        with self.taken():
            self.page.locator(f'.offer[data-bid="{value}"] [name=action]').click()

    def pick(self, name: str) -> None:
        """Choose a card or undo the choice, by a press on the card's corner, which no other card covers."""
        self.page.locator(f".card:has(#card-{name})").click(position=CORNER)

    def put_aside(self, names: str) -> None:
        assert self.await_turn() == "discard"
        for name in names.split():
            self.pick(name)
        with self.taken():
            self.page.get_by_role("button", name="Discard the chosen cards").click()

    def card(self, name: str) -> None:
        assert self.await_turn() == "play"
        with self.taken():
            self.page.locator(f"#card-{name}").click(position=CORNER)

    def understand(self) -> None:
        """Close the panel with the verdict on a called renege."""
        self.page.get_by_role("button", name="Got it").click()

    def play_out(self) -> None:
        """Play the first legal card at each turn until the hand is played. Assert at each turn that the table fits."""
        while self.await_turn() == "play":
            assert self.fits_the_phone()
            if self.page.locator("#verdict:popover-open").count():  # another player has called a renege
                self.understand()
            with self.taken():
                self.playable().first.click(position=CORNER)
