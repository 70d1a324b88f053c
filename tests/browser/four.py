"""Somebody at a four-seat table in a browser."""

from tests.browser.seat import CORNER, Seat


class FourSeat(Seat):
    """Plays Spades by pressing what is there."""

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
        """What is picked, else the fourth bid, or the last of fewer."""
        bids = self.page.locator("[data-bid-key]")
        if not self.page.locator("[data-bid-key]:checked").count():
            bids.nth(min(3, bids.count() - 1)).check(force=True)
        self.page.locator(".offer:visible .btn--main").click()

    def pass_cards(self) -> None:
        form = self.page.locator("[data-passing]")
        for place in range(int(form.get_attribute("data-most") or 0)):
            self.page.locator(".card--pick input").nth(place).check(force=True)
        form.locator(".btn--main").click()
