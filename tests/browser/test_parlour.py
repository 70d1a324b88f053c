"""The small game of the tests at a site that has it beside its own: a whole game by pressing what is there, and its
deals proved in the browser.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.four import FourSeat
from tests.browser.seat import CORNER
from tests.site import Site, running


@pytest.fixture(scope="module")
def parlour_site() -> Iterator[Site]:
    with running(DJANGO_SETTINGS_MODULE="tests.parlour.site") as site:
        yield site


class ParlourSeat(FourSeat):
    """Bids where it may, doubles where it may, and else does the first thing that is offered."""

    def sit(self, **options: str) -> None:
        self.page.goto(f"{self.url}/games/new/parlour/")
        self.page.locator("#options > summary").click()
        for label, value in options.items():
            self.page.get_by_role("spinbutton", name=label.replace("_", " ")).fill(value)
        self.page.locator("main .btn--main").first.click()
        self.page.wait_for_selector("#table:not([data-phase=first])")
        self.page.evaluate("document.documentElement.dataset.speed = 'instant'")

    def act(self) -> None:
        phase = self.await_turn()
        if self.hand_is_over():
            return
        if (call := self.page.get_by_role("button", name="Double", exact=True)).count():
            call.first.click()
            with self.taken():
                self.page.locator("#call .btn--main").click()
            return
        with self.taken():
            if phase == "bid":
                self.page.locator("#choice [name=action]").last.click()
            elif self.page.locator("[data-passing]").count():
                self.pass_cards()
            else:
                self.playable().first.click(position=CORNER)


def test_a_whole_game(page: Page, parlour_site: Site) -> None:
    seat, seen = ParlourSeat(page, parlour_site.url), set[str]()
    seat.sit(Points_to_win="3", Hands_at_most="6")
    while True:
        while (phase := seat.await_turn()) not in {"between", "over"}:
            seen.add(phase)
            seat.act()
        if not seat.deal_next():
            break
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert re.search("wins?, |A tie", page.locator("h1").first.inner_text())
    assert {"bid", "exchange", "play"} <= seen
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("heading", name="Hand by hand")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Replay this hand").click()
    page.wait_for_url("**/hands/*/**")
    page.wait_for_load_state("load")  # a key before its script is there would be nobody's
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_contain_text("The hand is over.")
    page.goto(re.sub(r"/games/(\w+)/.*", r"/games/\1/hands/1/verify/", page.url))
    expect(page.locator("#result")).to_have_attribute("data-done", "true")
    expect(page.locator("[data-check=draws]")).to_contain_text("Holds.")
