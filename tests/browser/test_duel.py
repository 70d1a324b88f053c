"""Card Duel in the browser: won by a stack, lost by a blaze of glory, and played on through a reshuffle."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.cards import cards
from games.viewmodel.words import card_name
from tests.browser.dealt import Dealt, dealt_to_a_guest
from tests.browser.duel_dealt import POSITIONS
from tests.browser.seat import CORNER, Seat
from tests.site import Site

CARDS = "(all) => all.map((one) => one.dataset.card)"
#: Keeps the names of cards that begin to turn, however soon they have.
KEEP_TURNED = """() => {
  const animate = Element.prototype.animate;
  window.turned = [];
  Element.prototype.animate = function (frames, options) {
    if (frames[0].transform?.startsWith("rotateY")) turned.push(this.closest(".card").dataset.card);
    return animate.call(this, frames, options);
  };
}"""


class Duellist(Seat):
    """Plays a duel by pressing what is there."""

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
        """Whether none of these cards stands anywhere in the table, by its text or by the name that is spoken."""
        told = self.table.evaluate("(table) => table.outerHTML")
        words = [word for one in cards(names) for word in (one.text, card_name(one))]
        return not any(re.search(rf"\b{word}\b", told) for word in words)


@pytest.fixture(scope="module")
def dealt(site: Site) -> Dealt:
    return dealt_to_a_guest(site, "from tests.browser.duel_dealt import duels; duels()")


@pytest.fixture
def duellist(page: Page, site: Site, dealt: Dealt, request: pytest.FixtureRequest) -> Duellist:
    duellist = Duellist(page, site.url)
    duellist.sit_at_game(dealt.code_for(duellist, request))
    assert duellist.await_turn() == "play"
    return duellist


def test_a_duel_is_won_by_a_stack(duellist: Duellist) -> None:
    page = duellist.page
    assert duellist.fits_the_phone() and duellist.hides(POSITIONS["stack"].hers)
    duellist.says("Choose a card")
    duellist.pick("9C")
    duellist.says("And a card on top")
    duellist.pick("8H")
    duellist.says("A stack without effect")
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
    expect(page.get_by_role("heading", name="Round by round")).to_be_visible()


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
    expect(page.get_by_text("Your blaze of glory was not enough.")).to_be_visible()
    expect(page.locator(".duel--open .card")).to_have_count(2 + 5)


def test_a_covered_card_is_turned_over_when_it_is_answered(duellist: Duellist) -> None:
    page = duellist.page
    hers = page.locator(".duelplay").first.locator("[data-card]")
    assert hers.evaluate_all(CARDS) == ["9C", "8C", "covered"] and duellist.hides("TD QH 7D")
    page.evaluate("document.documentElement.dataset.speed = 'slow'")
    page.evaluate(KEEP_TURNED)
    duellist.pick("9D")
    duellist.send()
    page.wait_for_selector('.duel [data-card="TD"]')
    assert page.evaluate("window.turned") == ["TD"]
    assert hers.evaluate_all(CARDS) == ["9C", "8C", "TD"] and duellist.hides("QH 7D")


def test_the_outcome_of_a_round_stays_above_the_next(duellist: Duellist) -> None:
    """Long stacks, which say the most that can be said: all of it fits, and nothing hidden is told."""
    page = duellist.page
    outcome = page.locator(".effects")
    expect(outcome).to_contain_text("You: 4 + 3 + 2 + K 13 = 22 attack − 18 shield: 4 damage.")
    expect(outcome).to_contain_text("Marta: 6 + Q 12 = 18 shield.")
    expect(outcome).to_contain_text("You 30, as before Marta 30 − 4 = 26")
    expect(outcome.locator(".chip")).to_have_count(6)
    expect(page.locator(".duelplay").first).to_contain_text("29 in wands, and a card face down")
    assert duellist.hides("2H")
    for width, height in ((360, 740), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert duellist.fits_the_phone()
        assert outcome.evaluate("(panel) => panel.scrollHeight <= panel.clientHeight")


def test_a_reshuffle_in_mid_duel(duellist: Duellist) -> None:
    page = duellist.page
    assert duellist.deck <= 3
    discards = page.locator("#last .chip")
    before = discards.count()
    while duellist.deck <= 3:
        page.locator("[data-duel] input[name=card]:not([data-wand])").last.dispatch_event("click")
        duellist.send()
        assert duellist.await_turn() == "play" and duellist.fits_the_phone()
    assert duellist.deck > 30
    assert discards.count() < before
    expect(page.locator("[data-duel] input[name=card]")).to_have_count(5)


@pytest.mark.parametrize("language", ("en", "de"))
def test_no_words_of_the_button_move_the_message(
    language: str, site: Site, page_elsewhere: Callable[..., Page]
) -> None:
    """Beside the blaze of glory, on the narrowest phone: the sum of three cards takes two lines there."""
    page = page_elsewhere(viewport={"width": 360, "height": 740}, locale=language)
    Seat(page, site.url).come_to(site, "cardduel-answer")
    button, message = page.locator(".duel__go"), page.locator(".round > .say, .round > .effects").last
    before = (button.bounding_box(), message.bounding_box())
    for words in page.locator("[data-duel]").evaluate("(form) => Object.values(form.dataset)"):
        page.locator("[data-preview]").evaluate(
            "(line, words) => { line.textContent = words; }", words.replace("@", "14 + 13 + 12 = 39").replace("#", "39")
        )
        assert (button.bounding_box(), message.bounding_box()) == before, words
