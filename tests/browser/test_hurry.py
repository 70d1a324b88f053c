"""A press while cards are still to be shown has them shown at once, and plays none that could not be played before."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.four import FourSeat
from tests.browser.seat import CORNER
from tests.site import Site

#: A table waits to be shown until somebody presses something.
FOREVER = "() => { for (const times of [STEP, READING]) times.slow = 1e9; }"
#: The card that can be played once all are shown, and waits for that: all of them are there.
CARD_TO_COME = """() => {
  const table = waiting.length && new DOMParser().parseFromString(waiting.at(-1), "text/html").getElementById("table");
  const cards = table && table.hasAttribute("data-turn") ? [...table.querySelectorAll("[data-hand] button.card")] : [];
  return cards.find((one) => !one.hasAttribute("aria-disabled") && document.getElementById(one.id)?.ariaDisabled)?.id;
}"""
#: Or nothing waits: whoever takes a trick leads to the next one.
CARD_OR_TURN = f"() => ({CARD_TO_COME})() ?? (document.querySelector('#table[data-turn]') && 'turn')"
#: What there is beside the cloth’s middle when the first card comes after one’s own: seat, hand, tools, and the dock.
NOTE = """() => {
  const parts = "#table :is(.cloth__in > .seat, #own-hand, .tools, .dock)";
  window.around = () => [...document.querySelectorAll(parts)].map((one) => one.outerHTML);
  document.addEventListener("htmx:beforeRequest", () => { window.before = null; });
  document.addEventListener("htmx:sseBeforeMessage", () => {
    window.before ??= { version: shown(), around: window.around() };
  }, { capture: true });
}"""
LISTEN = """() => {
  window.posted = [];
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig.verb === "post") window.posted.push(detail.requestConfig.path);
  });
}"""
Press = Callable[[FourSeat, Locator], None]


@dataclass
class Waiting:
    """A table at which the cards of all others wait to be shown, and one of one’s own that can be played after them."""

    seat: FourSeat
    card: Locator

    @property
    def posted(self) -> list[str]:
        paths: list[str] = self.seat.page.evaluate("() => window.posted")
        return paths


@pytest.fixture
def waiting(four: FourSeat, site: Site) -> Waiting:
    four.come_to(site, "spades-follow", pace="slow")
    page, card = four.page, "turn"
    page.evaluate(FOREVER)
    while card == "turn":
        with four.taken():
            four.playable().first.click(position=CORNER)
        card = page.wait_for_function(CARD_OR_TURN).json_value()
    page.evaluate(LISTEN)
    return Waiting(four, page.locator(f"#{card}"))


@pytest.fixture
def four(seat: FourSeat) -> FourSeat:
    return FourSeat(seat.page, seat.url)


def by_pointer(seat: FourSeat, card: Locator) -> None:
    card.click(position=CORNER, force=True)


def by_enter(seat: FourSeat, card: Locator) -> None:
    card.focus()
    seat.page.keyboard.press("Enter")


def by_space(seat: FourSeat, card: Locator) -> None:
    card.focus()
    seat.page.keyboard.press("Space")


def on_another_card(seat: FourSeat, card: Locator) -> None:
    """From one that cannot be played either way, the focus goes to one that can."""
    seat.page.locator("[data-hand] button.card").last.focus()
    seat.page.keyboard.press("Enter")


@pytest.mark.parametrize("press", (by_pointer, by_enter, by_space, on_another_card))
def test_a_press_that_hurries_plays_no_card_that_could_not_be_played(press: Press, waiting: Waiting) -> None:
    seat = waiting.seat
    press(seat, waiting.card)
    expect(seat.table).to_have_attribute("data-turn", "")
    assert waiting.posted == []
    with seat.taken():
        by_pointer(seat, waiting.card)
    expect(waiting.card).to_have_count(0)
    assert len(waiting.posted) == 1


def test_a_letter_hurries_and_does_what_it_does(waiting: Waiting) -> None:
    waiting.card.focus()
    with waiting.seat.taken():
        waiting.seat.page.keyboard.press("h")
    expect(waiting.seat.table).to_have_attribute("data-turn", "")
    assert [path.rstrip("/").rpartition("/")[2] for path in waiting.posted] == ["hint"]


def test_a_press_elsewhere_hurries_and_does_what_it_does(waiting: Waiting) -> None:
    with waiting.seat.taken():
        waiting.seat.page.locator("[data-key=h]").click(force=True)
    expect(waiting.seat.table).to_have_attribute("data-turn", "")
    assert [path.rstrip("/").rpartition("/")[2] for path in waiting.posted] == ["hint"]


def test_what_a_card_does_not_change_stays_as_it_was(four: FourSeat, site: Site) -> None:
    """The first of the three that follow one’s own lies there, and only the last one brings all."""
    four.come_to(site, "spades-lead", pace="slow")
    page = four.page
    page.evaluate(FOREVER)
    page.evaluate(NOTE)
    with four.taken():
        four.playable().first.click(position=CORNER)
    page.wait_for_function("() => waiting.length > 2")
    page.evaluate("showNext(false)")
    assert page.evaluate("shown() === before.version + 1")
    assert page.evaluate("before.around.length === 4 && around().every((one, at) => one === before.around[at])")
    page.evaluate("showNext(true)")
    expect(four.table).to_have_attribute("data-turn", "")
    assert page.evaluate("around().some((one, at) => one !== before.around[at])")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_that_nobody_sees_shows_all_at_once(four: FourSeat, site: Site) -> None:
    four.come_to(site, "spades-follow", pace="slow")
    four.page.evaluate(FOREVER)
    four.page.evaluate(HIDE)
    with four.taken():
        four.playable().first.evaluate("(card) => card.click()")
    expect(four.table).to_have_attribute("data-turn", "")


#: As by a stream that is opened anew.
TELL_AGAIN = """() => {
  const told = [...waiting], line = document.querySelector("[sse-swap]");
  for (const one of told) {
    htmx.trigger(line, "htmx:sseBeforeMessage", { data: one.replace("<main", "<main data-again") });
  }
  return [told.length, waiting.length];
}"""


def test_what_waits_is_not_queued_a_second_time_and_shown_on_a_page_that_is_left(waiting: Waiting) -> None:
    before, after = waiting.seat.page.evaluate(TELL_AGAIN)
    assert 0 < before == after
    waiting.seat.page.evaluate(HIDE)
    expect(waiting.seat.table).to_have_attribute("data-turn", "")
    assert waiting.posted == []
