"""Movements of cards, hints and undo by keyboard, and the sweep, which shows claimed tricks one by one."""

from itertools import takewhile
from typing import Final

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser import script
from tests.browser.movements import Movement, Point, movements, watch_movements
from tests.browser.seat import CORNER, Seat, answer_for
from tools.site import Site

pytestmark = pytest.mark.motion

#: Milliseconds of a movement at each pace.
TAKES: Final = {"fast": 120, "normal": 220, "slow": 380}
MOVING: Final = """() => document.getAnimations().filter(
    (one) => one.effect.target.closest('.card') && one.playState === 'running' && !(one instanceof CSSTransition)
).length"""
#: Script that returns the middle of the element that matches a selector.
MIDDLE: Final = script("MIDDLE")
#: Script that returns the cards of the hand, row by row.
ROWS: Final = """() => [...document.querySelectorAll('[data-hand] .hand__row')].map(
    (row) => [...row.querySelectorAll('[id^=card-]')].map((card) => card.id.slice(5))
)"""


def watch(seat: Seat) -> None:
    """Record every movement from now on, and let a finished trick stay no longer than a bot's card."""
    watch_movements(seat.page)
    seat.page.evaluate("document.documentElement.dataset.rest = 'off'")


def middle(page: Page, selector: str) -> Point:
    return Point(**page.evaluate(MIDDLE, selector))


def play_a_card(seat: Seat) -> str:
    """Play the first playable card, and return its name."""
    card = seat.playable().first
    name = (card.get_attribute("id") or "").removeprefix("card-")
    with seat.taken():
        card.click(position=CORNER)
    return name


def goes_forward(one: Movement) -> bool:
    """Return whether the card moves in a straight line to its final position and slows down on its way."""
    _, early, half, late, _ = one.done
    is_straight = one.strays < 0.5 and one.path[-1].is_at(one.lies)
    return is_straight and 0.2 < early < 0.5 and 0.8 < half < 0.98 and 0.98 < late <= 1


def fades_in(one: Movement) -> bool:
    start, early, half, late, end = one.opacities
    return start == 0 and 0.2 < early < 0.5 and 0.8 < half < 0.98 and 0.98 < late <= 1 and end == pytest.approx(1)


def test_cards_move_from_the_hand_and_from_the_other_seat_into_the_trick(seat: Seat, site: Site) -> None:
    """In the hand only the other cards of the played card's row move, and close the gap."""
    pace = "normal"
    seat.come_to(site, "twoman-lead", pace=pace)
    watch(seat)
    rows = seat.page.evaluate(ROWS)
    card = play_a_card(seat)
    seat.await_turn()
    moved = movements(seat.page)
    own = next(one for one in moved if one.card == card)
    assert (own.kind, own.is_mine, own.delay, own.duration) == ("trick", True, 0, TAKES[pace])
    assert own.lay is not None and own.path[0].is_at(own.lay)
    assert own.path[0].width == pytest.approx(own.lay.width, rel=0.07)  # the box around a tilted card is wider
    assert own.path[0].y > own.lies.y and goes_forward(own)
    assert set(own.opacities) == {1}

    until_hers = takewhile(lambda one: one.kind != "trick" or one.card == card, moved)
    closing = [one for one in until_hers if one.kind == "hand"]
    (row,) = (row for row in rows if card in row)
    assert len(rows) == 2 and [one.card for one in closing] == [name for name in row if name != card]
    for one in closing:
        assert one.lay is not None and one.path[0].is_at(one.lay) and goes_forward(one)
        assert (one.delay, one.duration, set(one.opacities)) == (0, TAKES[pace], {1})

    hers = next(one for one in moved if one.kind == "trick" and one.card != card)
    assert not hers.is_mine and hers.duration == TAKES[pace]
    assert hers.path[0].is_at(middle(seat.page, ".seat--other"), tolerance=8)
    assert hers.path[0].y < hers.lies.y and goes_forward(hers) and fades_in(hers)

    for pace in ("fast", "slow"):
        seat.page.evaluate(f"document.documentElement.dataset.speed = {pace!r}")
        card = play_a_card(seat)
        assert next(one.duration for one in movements(seat.page) if one.card == card) == TAKES[pace]
        seat.await_turn()
        movements(seat.page)


def test_cards_of_four_seats_come_from_the_seats_and_their_trick_goes_to_the_winner(seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-lead", pace="normal")
    watch(seat)
    play_a_card(seat)
    seat.await_turn()
    moved = movements(seat.page)
    theirs = [one for one in moved if one.kind == "trick" and one.seat != "s"][:3]
    assert [one.seat for one in theirs] == ["w", "n", "e"]
    for one in theirs:
        assert one.path[0].is_at(middle(seat.page, f".seat--{one.seat}"), tolerance=8)
        assert goes_forward(one) and fades_in(one)
    while not (copies := [one for one in moved if one.kind == "copy"]):
        play_a_card(seat)
        seat.await_turn()
        moved = movements(seat.page)
    trick = copies[:4]
    assert len({(round(one.path[-1].x), round(one.path[-1].y)) for one in trick}) == 1
    for one in trick:
        assert one.lay is not None and one.path[0].is_at(one.lay)
        assert one.path[0].width == pytest.approx(one.lay.width, rel=0.02)
        assert one.strays < 0.5 and one.done == sorted(one.done)
        assert one.duration == pytest.approx(1.45 * TAKES["normal"])
        assert one.opacities[0] == one.lay.opacity and one.opacities == sorted(one.opacities, reverse=True)
        assert one.opacities[-1] == pytest.approx(0, abs=0.01)


def test_cards_are_dealt_one_after_the_other_turned_over_and_not_dealt_again(seat: Seat, site: Site) -> None:
    takes = TAKES["normal"]
    seat.come_to(site, "bidwhist-between", pace="normal")
    watch(seat)
    with seat.taken():
        seat.page.get_by_role("button", name="Deal hand 3").click()
    dealt = [one for one in movements(seat.page) if one.kind == "hand"]
    assert len(dealt) == seat.page.locator("[data-hand] .card").count() > 0
    assert [one.delay for one in dealt] == pytest.approx([at * 0.09 * takes for at in range(len(dealt))])
    for one in dealt:
        assert one.path[0].y == pytest.approx(0, abs=1) and one.duration == takes
        assert goes_forward(one) and fades_in(one)

    seat.come_to(site, "spades-blind", pace="normal")
    watch(seat)
    with seat.taken():
        seat.page.get_by_role("button", name="Look at my cards").click()
    turned = [one for one in movements(seat.page) if one.kind == "hand"]
    assert len(turned) == seat.page.locator("[data-hand] .card").count() == 13
    for one in turned:
        start, early, half, late, end = one.widths
        assert start == pytest.approx(0, abs=0.5) and 0 < early < half < late <= end + 0.01
        assert end == pytest.approx(one.lies.width, abs=0.5)
        assert (one.duration, set(one.opacities)) == (takes, {1})

    seat.await_turn()
    with seat.taken():
        seat.page.keyboard.press("3")
        seat.page.get_by_role("button", name="Bid 3").click()
    assert seat.await_turn() == "play"
    assert not [one for one in movements(seat.page) if one.kind == "hand" and one.opacities[0] == 0]


#: Script that records at each swap the cards that are both in the trick and in the hand.
NOTE_BOTH: Final = script("NOTE_BOTH")


def test_a_card_is_never_in_the_trick_and_in_the_hand(seat: Seat, site: Site) -> None:
    """The stream shows other seats' cards before the response to the player's own card comes."""
    seat.come_to(site, "spades-lead", pace="fast")
    held = list[tuple[Route, APIResponse]]()
    answer_for(seat.page, "**/act/", lambda route: held.append((route, route.fetch())))
    seat.page.evaluate(NOTE_BOTH)
    seat.playable().first.click(position=CORNER)
    seat.page.wait_for_function("() => window.both.length > 0")
    while not held:
        seat.page.wait_for_timeout(20)
    route, answer = held[0]
    route.fulfill(response=answer)
    seat.await_turn()
    assert set(seat.page.evaluate("window.both")) == {""}


def test_a_press_ends_every_movement(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead", pace="slow")
    seat.slow_down()
    play_a_card(seat)
    seat.await_turn()  # otherwise Marta's next card would move after the key
    assert seat.page.evaluate(MOVING) > 0
    seat.page.keyboard.press("Shift")
    assert seat.page.evaluate(MOVING) == 0


def test_nothing_moves_at_once_or_for_who_asked_for_less_motion(in_play: Seat) -> None:
    watch(in_play)
    play_a_card(in_play)
    assert in_play.await_turn() == "play"
    in_play.page.emulate_media(reduced_motion="reduce")
    in_play.page.evaluate("document.documentElement.dataset.speed = 'slow'")
    play_a_card(in_play)
    in_play.await_turn()
    assert movements(in_play.page) == []


# ---------- hints and undo ----------
def test_a_hint_by_keyboard(in_play: Seat) -> None:
    """While a hint is computed, a card can be played."""
    seat, page = in_play, in_play.page
    with seat.taken():
        page.keyboard.press("h")
    expect(page.locator(".card.is-hint")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("Hint: play the ")
    expect(page.locator(".card.is-hint .sr")).to_contain_text("hint")
    expect(page.locator("#said")).to_contain_text(page.locator("#say").inner_text())
    with seat.taken():
        page.locator(".card.is-hint").click(position=CORNER)
    expect(page.locator(".card.is-hint")).to_have_count(0)
    assert seat.await_turn() == "play"

    held, errors = list[Route](), list[str]()
    answer_for(page, "**/hint/", lambda route: held.append(route))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tool, before = page.locator("[data-key=h]"), len(seat.hand)
    page.wait_for_function("() => typeof tellBusy === 'function'")
    with page.expect_request("**/hint/"):
        page.keyboard.press("h")
    expect(tool).to_have_attribute("aria-busy", "true")
    seat.playable().first.focus()
    with seat.taken():
        page.keyboard.press("Enter")
    assert len(seat.hand) == before - 1
    expect(tool).not_to_have_attribute("aria-busy", "true")
    assert errors == []


def test_a_decision_is_taken_back_with_its_answers_by_keyboard(seat: Seat, site: Site) -> None:
    """The first undo takes back the last card with Marta's replies to it, the second undo the card before."""
    seat.come_to(site, "twoman-lead")
    page, hands = seat.page, list[list[str]]()
    for _ in range(2):
        hands.append(seat.hand)
        with seat.taken():
            seat.playable().first.click(position=CORNER)
        assert seat.await_turn() == "play"
    for hand in reversed(hands):
        before = seat.version
        with seat.taken():
            page.keyboard.press("u")
            if hand is hands[-1]:  # an undo must be confirmed if it is the first help in the game
                page.keyboard.press("Enter")
        assert seat.version > before
        expect(page.locator("#table[data-turn]")).to_have_count(1)
        assert seat.hand == hand
    expect(page.locator("#say")).not_to_have_class("say--refuse")


# ---------- the sweep that shows the rest of a hand ----------
STAGE: Final = ".sweep"
#: Script that records what the sweep shows halfway through each trick, by the clock of the animations.
NOTED: Final = script("NOTED")


def come_to_claim(seat: Seat, site: Site, name: str, *, pace: str) -> int:
    """Open a game where the rest of the hand may be claimed; return the number of remaining tricks."""
    seat.come_to(site, name, pace=pace)
    seat.page.evaluate(NOTED)
    return int("".join(filter(str.isdigit, seat.page.locator("[data-key=c]").inner_text())))


def swept(page: Page) -> list[str]:
    """Return what the sweep showed, once it is over."""
    page.wait_for_function("() => window.swept.length > 0")
    page.wait_for_selector(STAGE, state="detached")
    found: list[str] = page.evaluate("window.swept.splice(0)")
    return found


def test_the_rest_is_claimed_by_key_and_laid_down_trick_by_trick_in_both_windows(seat: Seat, site: Site) -> None:
    claimed = come_to_claim(seat, site, "spades-claim", pace="normal")
    offer = seat.page.locator("[data-key=c]").inner_text().removeprefix("Claim ")
    other = Seat(seat.page.context.new_page(), seat.url)
    other.look_at(seat.page.url, pace="normal")
    other.page.evaluate(NOTED)
    seat.page.bring_to_front()
    with seat.taken():
        seat.page.keyboard.press("c")
    shown = swept(seat.page)
    listed = seat.page.locator(".byseat tr:has(th[scope=row])").all_inner_texts()
    assert len(shown) in (claimed, claimed + 1)  # one more if the trick before the claim has left the table
    assert [one.split()[1] for one in shown] == [str(len(listed) - i) for i in range(len(shown) - 1, -1, -1)]
    expect(seat.page.locator("[data-heading]").first).to_be_focused()
    seat.page.get_by_role("button", name="Show again").click()
    assert len(swept(seat.page)) >= claimed
    other.page.bring_to_front()
    expect(other.table).to_have_attribute("data-version", str(seat.version))
    for one in (seat, other):
        expect(one.page.get_by_text(f"You claim the rest: {offer}.")).to_be_visible()
    other.page.evaluate("window.swept = []")
    other.page.get_by_role("button", name="Show again").click()
    assert len(swept(other.page)) >= claimed


def test_a_sweep_fades_in_and_a_key_or_a_tap_ends_it_and_does_nothing_else(seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-claim", pace="slow")
    watch(seat)
    seat.slow_down()
    page = seat.page
    with seat.taken():
        page.keyboard.press("c")
    tricks = [one for one in movements(page) if one.kind == "sweep"]
    whole = sum(one.duration for one in tricks)
    assert whole == pytest.approx(300 * 9 * TAKES["slow"])
    assert [one.delay for one in tricks] == pytest.approx([at * whole / len(tricks) for at in range(len(tricks))])
    for one in tricks:
        start, early, half, late, end = one.opacities
        assert start == 0 < early < half <= late <= end == 1 and half == 1
    version = seat.version
    for ends in ("n", "Escape", "click"):
        page.wait_for_selector(STAGE)
        page.mouse.click(60, 60) if ends == "click" else page.keyboard.press(ends)
        expect(page.locator(STAGE)).to_have_count(0)
        assert (seat.version, seat.phase) == (version, "between")
        expect(page.locator("h1[data-heading]")).to_be_visible()
        page.get_by_role("button", name="Show again").click()
