"""A finished trick stays as long as the player chose; a tap, a key or the next card ends it sooner."""

import pytest
from playwright.sync_api import expect

from tests.browser.four import FourSeat
from tests.browser.seat import CORNER, Seat
from tests.site import Site

GOES_ON = "#go-on:not([hidden])"
#: A page whose stream is slow to open looks for itself what the table is, and shows that at once.
QUIET = "() => { window.lookAgain = () => {}; }"
#: How long the first finished trick stays, noted as it comes: a short one may be gone before anybody looks.
NOTE_REST = """() => document.addEventListener("table:swapped", () => {
  if (table().querySelector("[data-finished]")) window.rest ??= restsUntil() - shownAt;
})"""


def choose(seat: Seat, rest: str) -> None:
    seat.page.evaluate(f"document.documentElement.dataset.rest = {rest!r}")


def come_to_a_lost_trick(seat: Seat) -> None:
    """A finished trick that another player took lies there, and the cards after it wait."""
    seat.page.evaluate(QUIET)
    while True:
        with seat.taken():
            seat.playable().first.click(position=CORNER)
        seat.page.wait_for_selector(f"#table[data-turn], {GOES_ON}")
        if seat.page.locator(GOES_ON).count():
            return


@pytest.mark.parametrize(
    ("position", "milliseconds"), (("twoman-lead", 1200), ("spades-lead", 1500), ("cardduel-first", 2100))
)
def test_a_trick_stays_long_enough_to_be_read(position: str, milliseconds: int, seat: Seat, site: Site) -> None:
    """By default; a duel's round has more to read, and the pace makes it shorter or longer."""
    FourSeat(seat.page, seat.url).come_to(site, position, pace="fast")
    if position == "cardduel-first":
        seat.page.locator(".card:has(input:not([data-wand]))").first.click(position=CORNER)
        seat.page.locator(".duel__go .btn--main").click()
    else:
        seat.playable().first.click(position=CORNER)
    seat.page.wait_for_selector("[data-finished]")
    for pace, share in (("fast", 0.5), ("normal", 1), ("slow", 2)):
        seat.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        assert seat.page.evaluate("restsUntil() - shownAt") == pytest.approx(share * milliseconds)


@pytest.mark.parametrize(("rest", "milliseconds"), (("off", 420), ("one", 1000), ("two", 2000)))
def test_a_trick_stays_as_long_as_was_chosen(rest: str, milliseconds: int, seat: Seat, site: Site) -> None:
    """Off: no longer than any card of a computer player."""
    seat.come_to(site, "spades-lead", pace="normal")
    choose(seat, rest)
    seat.page.evaluate(NOTE_REST)
    seat.playable().first.click(position=CORNER)
    seat.page.wait_for_function("() => window.rest")
    assert seat.page.evaluate("window.rest") == pytest.approx(milliseconds)


@pytest.mark.parametrize("pace", ("instant", "fast"))
@pytest.mark.parametrize("press", ("tap", "Enter"))
@pytest.mark.parametrize("position", ("twoman-lead", "spades-lead"))
def test_a_trick_stays_until_a_press(position: str, press: str, pace: str, seat: Seat, site: Site) -> None:
    """Also at the pace that passes over everything else."""
    seat.come_to(site, position, pace=pace)
    choose(seat, "tap")
    come_to_a_lost_trick(seat)
    page, version = seat.page, seat.version
    expect(page.locator("#table [data-finished]")).to_have_count(1)
    # All that is to come has come: then the player is to act again, or the hand is over.
    page.wait_for_function(r"() => /data-(turn|phase=.(between|over))/.test(waiting.at(-1))")
    assert seat.version == version
    if press == "tap":
        page.locator(".cloth").click(position={"x": 4, "y": 4})
    else:
        page.keyboard.press(press)
    seat.await_turn()
    expect(page.locator("#go-on")).to_be_hidden()
    assert seat.version > version


def test_a_page_that_is_hidden_keeps_no_trick(seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-lead", pace="fast")
    choose(seat, "tap")
    come_to_a_lost_trick(seat)
    seat.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    seat.await_turn()
