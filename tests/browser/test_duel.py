"""Card Duel on a phone: wands stacked under a sword win, a failed blaze of glory loses, a round's outcome is shown."""

import json
import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from games.engine.cards import cards
from games.pages.words import card_name
from tests.browser import script
from tests.browser.dealt import DUELS
from tests.browser.seat import CORNER, Seat
from tools.site import Site

CARDS = "(all) => all.map((one) => one.dataset.card)"
#: Script that records the cards that begin to turn over, because they may have turned before the test looks.
KEEP_TURNED: Final = script("KEEP_TURNED")


class Duellist(Seat):
    """A player's page of Card Duel, with methods that press its cards and buttons."""

    def pick(self, *names: str) -> None:
        for name in names:
            self.page.locator(f".card:has(#card-{name})").click(position=CORNER)

    def send(self) -> None:
        with self.taken():
            self.page.locator(".duel__go .btn--main").click()

    def says(self, words: str) -> None:
        expect(self.page.locator("[data-preview]")).to_have_text(words)

    @property
    def deck(self) -> int:
        return int(re.findall(r"deck (\d+)", self.page.locator(".score__mid").inner_text())[0])

    def hides(self, names: str) -> bool:
        """Return whether the table contains none of these cards, neither in notation (QH) nor by name."""
        source = self.table.evaluate("(table) => table.outerHTML")
        words = [word for one in cards(names) for word in (one.text, card_name(one))]
        return not any(re.search(rf"\b{word}\b", source) for word in words)


@pytest.fixture
def duellist(page: Page, site: Site, request: pytest.FixtureRequest) -> Duellist:
    """Return a seat in the position of `DUELS` whose name the test's name contains."""
    session, codes = json.loads(site.shell("from tests.browser.dealt import duels; duels()"))
    duellist = Duellist(page, site.url)
    duellist.use_session(session)
    duellist.sit_at_game(next(code for name, code in codes.items() if name in request.node.name))
    assert duellist.await_turn() == "play"
    return duellist


def test_a_duel_is_won_by_a_stack(duellist: Duellist) -> None:
    page = duellist.page
    assert duellist.fits_the_phone() and duellist.hides(DUELS["stack"].hers)
    duellist.says("Choose a card")
    duellist.pick("9C")
    duellist.says("Add a card on top")
    duellist.pick("8H")
    duellist.says("Play with no effect")
    duellist.pick("KS")
    duellist.says("Attack: 9 + 13 = 22")
    duellist.pick("9C", "8H")
    duellist.says("Heal 8")
    duellist.send()
    assert duellist.await_turn() == "play" and duellist.fits_the_phone()
    expect(page.locator(".score__mid")).to_contain_text("Round 2")
    duellist.pick("9C", "KS")
    duellist.send()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^You win, \d+ to 0$"))


def test_a_blaze_that_fails_loses_the_duel(duellist: Duellist) -> None:
    page = duellist.page
    expect(page.locator(".duelplay").first).to_contain_text("17 in wands, and a card face down")
    assert duellist.hides("TD QH 7D") and duellist.fits_the_phone()
    blaze = page.get_by_role("button", name="Blaze of glory")
    page.get_by_role("button", name="Blaze…").click()
    expect(page.locator("#blaze")).to_contain_text("Your swords add up to 5; Marta has 30 hit points")
    page.get_by_role("button", name="Not now").click()
    expect(blaze).to_be_hidden()
    assert duellist.phase == "play"
    page.get_by_role("button", name="Blaze…").click()
    with duellist.taken():
        blaze.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Marta wins the duel")


@pytest.mark.motion
def test_the_outcome_of_a_round_fits_above_the_next_whose_covered_card_is_turned_over(duellist: Duellist) -> None:
    page = duellist.page
    outcome, hers = page.locator(".effects"), page.locator(".duelplay").first.locator("[data-card]")
    expect(outcome).to_contain_text("You: 4 + 3 + 2 + K 13 = 22 attack − 18 shield: 4 damage.")
    assert hers.evaluate_all(CARDS)[-1] == "covered" and duellist.hides("2H")
    for width, height in ((360, 740), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert duellist.fits_the_phone()
        assert outcome.evaluate("(panel) => panel.scrollHeight <= panel.clientHeight")
    page.evaluate("document.documentElement.dataset.speed = 'slow'")
    page.evaluate(KEEP_TURNED)
    card = page.locator(".card:has(input:not([data-wand]))").first
    while not card.locator("input").is_checked():  # the table ignores presses for a moment after a resize
        card.click(position=CORNER)
    duellist.send()
    page.wait_for_selector('.duel [data-card="2H"]')
    assert page.evaluate("window.turned") == ["2H"]
