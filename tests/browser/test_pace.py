"""Cards are shown one after the other, and tricks stay for a while. A press shows the queued tables at once."""

from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import script
from tests.browser.four_seats import FourSeat
from tests.browser.keys import Keys
from tests.browser.seat import CORNER, Seat
from tools.site import Site

pytestmark = pytest.mark.motion

#: Script that makes each queued table wait until a press.
FOREVER: Final = "() => { for (const times of [STEP, REST_BY_PACE]) times.slow = 1e9; }"
#: Script that returns the id of a card that the last queued table makes playable, or nothing until that table comes.
CARD_TO_COME: Final = script("CARD_TO_COME")
#: As `CARD_TO_COME`, but returns "turn" if the player has won the trick and is already to act.
CARD_OR_TURN: Final = f"() => ({CARD_TO_COME})() ?? (document.querySelector('#table[data-turn]') && 'turn')"
LISTEN: Final = script("LISTEN_POSTS")
HIDE: Final = script("HIDE")
#: Script that makes the page receive the queued tables again, as from a reopened stream.
TELL_AGAIN: Final = script("TELL_AGAIN")


@dataclass
class Waiting:
    """A table whose next cards are queued, and a card of the player that is playable once they are shown."""

    seat: FourSeat
    card: Locator

    @property
    def posted(self) -> list[str]:
        paths: list[str] = self.seat.page.evaluate("() => window.posted")
        return [path.rstrip("/").rpartition("/")[2] for path in paths]


@pytest.fixture
def four(page: Page, site: Site) -> FourSeat:
    return FourSeat(page, site.url)


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


@pytest.mark.parametrize("key", ("", "Enter"))
def test_a_press_that_hurries_plays_no_card_that_could_not_be_played(key: str, waiting: Waiting) -> None:
    seat = waiting.seat
    if key:
        waiting.card.focus()
        seat.page.keyboard.press(key)
    else:
        waiting.card.click(position=CORNER, force=True)
    expect(seat.table).to_have_attribute("data-turn", "")
    assert waiting.posted == []
    with seat.taken():
        waiting.card.click(position=CORNER, force=True)
    expect(waiting.card).to_have_count(0)
    assert len(waiting.posted) == 1


def test_what_waits_is_queued_once_and_shown_on_a_page_that_is_hidden(waiting: Waiting) -> None:
    before, after = waiting.seat.page.evaluate(TELL_AGAIN)
    assert 0 < before == after
    waiting.seat.page.evaluate(HIDE)
    expect(waiting.seat.table).to_have_attribute("data-turn", "")
    assert waiting.posted == []


# ---------- finished tricks ----------
GOES_ON: Final = "#go-on:not([hidden])"
#: Script that keeps the page from fetching the table when its stream is late: a fetched table is shown at once.
QUIET: Final = "() => { window.lookAgain = () => {}; }"
#: Script that records how long the first finished trick stays at each pace and with each setting.
NOTE_RESTS: Final = script("NOTE_RESTS")
#: Milliseconds that a trick stays at the pace “Normal”: by position with the default setting, and by setting. With
#: “off” a trick stays as long as a bot's card.
RESTS: Final = {"twoman-lead": 1200, "spades-lead": 1500, "cardduel-first": 2100}
CHOSEN: Final = {"off": 420, "one": 1000, "two": 2000}


def choose_rest(seat: Seat, rest: str) -> None:
    seat.page.evaluate(f"document.documentElement.dataset.rest = {rest!r}")


def test_a_trick_stays_as_long_as_pace_and_choice_say(seat: Seat, site: Site) -> None:
    for position, usual in RESTS.items():
        seat.come_to(site, position, pace="fast")
        seat.page.evaluate(NOTE_RESTS)
        if position == "cardduel-first":
            seat.page.locator(".card:has(input:not([data-wand]))").first.click(position=CORNER)
            seat.page.locator(".duel__go .btn--main").click()
        else:
            seat.playable().first.click(position=CORNER)
        rests = seat.page.wait_for_function("() => window.rests").json_value()
        assert rests == pytest.approx({"fast": usual / 2, "normal": usual, "slow": 2 * usual, **CHOSEN}), position


def test_a_trick_stays_until_a_tap_even_at_once(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead", pace="instant")
    choose_rest(seat, "tap")
    page = seat.page
    page.evaluate(QUIET)
    while not page.locator(GOES_ON).count():
        with seat.taken():
            seat.playable().first.click(position=CORNER)
        page.wait_for_selector(f"#table[data-turn], {GOES_ON}")
    version = seat.version
    expect(page.locator("#table [data-finished]")).to_have_count(1)
    # In the last table of the queue the player is to act again or the hand is over.
    page.wait_for_function(r"() => /data-(turn|phase=.(between|over))/.test(waiting.at(-1))")
    assert seat.version == version
    page.locator(".cloth").click(position={"x": 4, "y": 4})
    seat.await_turn()
    expect(page.locator("#go-on")).to_be_hidden()
    assert seat.version > version


#: Script that makes the page join updates within 300 ms instead of 30 ms, because a busy machine needs longer.
PATIENT: Final = """(() => {
    const soon = setTimeout;
    window.setTimeout = (work, after, ...more) => soon(work, after === 30 ? 300 : after, ...more);
})()"""
COUNT: Final = script("COUNT")


def test_at_once_what_three_bots_do_is_one_update(page: Page, site: Site) -> None:
    page.add_init_script(PATIENT)
    keys = Keys(page, site.url)
    keys.come_to(site, "spades-lead")
    page.evaluate(COUNT)
    rounds = 0
    while rounds < 2:
        keys.await_turn()
        page.evaluate("window.shownSoFar.splice(0, window.shownSoFar.length - 1)")
        before = keys.version
        keys.act()
        keys.await_turn()
        shown: list[str] = page.evaluate("window.shownSoFar")
        assert len(shown) <= 3, shown  # the table before, with the player's card, and with the bots' cards
        rounds += int(shown[-1]) - before > 3
