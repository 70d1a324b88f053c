"""Somebody at a four-seat table in a browser."""

from tests.browser.seat import CORNER, Seat
from tests.site import Site

#: What `near_the_end` wants to be typed as the seed of the last deal.
SEED = "the last hand"


class FourSeat(Seat):
    """Plays Spades by pressing what is there; `wants` says what is tried where there is a choice."""

    wants_blind = False

    def sit_at(self, site: Site, words: str) -> None:
        """At a game that `near_the_end.spades` has brought near its end, as a guest; the last hand is dealt."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name="Play your first hand").click()
        self.page.wait_for_selector("#table:not([data-phase=first])")
        code = site.shell(f"from tests.browser.near_the_end import spades; spades({words})").split()[-1]
        self.page.goto(f"{self.url}/games/{code}/")
        self.page.evaluate("document.documentElement.dataset.speed = 'instant'")
        self.page.locator("details.seal summary").click()
        self.page.get_by_label("Your seed").fill(SEED)
        self.deal_next()

    def act(self) -> None:
        phase = self.await_turn()
        if self.hand_is_over():
            return
        if phase == "bid":
            self.choose_bid()
        with self.taken():
            if phase == "blind":
                self.page.get_by_role("button", name=self.blind_choice()).click()
            elif phase == "bid":
                self.page.locator(".offer:visible .btn--main").click()
            elif phase == "exchange":
                self.pass_cards()
            else:
                self.playable().first.click(position=CORNER)

    def blind_choice(self) -> str:
        return "Bid blind nil" if self.wants_blind else "Look at my cards"

    def choose_bid(self) -> None:
        """What is ticked already; in Suicide whatever makes One Nil change Marta's bid."""
        marta = self.page.locator(".seat--n .seat__bid").inner_text()
        if "Suicide" in self.page.title() and "nil" in marta:
            self.page.locator('.bid:has([value="0"])').click()

    def pass_cards(self) -> None:
        form = self.page.locator("[data-passing]")
        for place in range(int(form.get_attribute("data-most") or 0)):
            self.page.locator(".card--pick input").nth(place).check(force=True)
        form.locator(".btn--main").click()
