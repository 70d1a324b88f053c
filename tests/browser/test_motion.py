"""Cards that move, and a hint and an action taken back, in a browser."""

from itertools import takewhile

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.movements import WATCH, Movement, Point, movements
from tests.browser.seat import CORNER, Seat, answer_for
from tests.site import Site

#: How long each kind of movement takes at each pace, in milliseconds.
TAKES = {"fast": 120, "normal": 220, "slow": 380}
MOVING = """() => document.getAnimations().filter(
    (one) => one.effect.target.closest('.card') && one.playState === 'running' && !(one instanceof CSSTransition)
).length"""
#: The middle of what lies at that selector.
MIDDLE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width, opacity: 1 };
}"""
#: The cards of the hand, row by row.
ROWS = """() => [...document.querySelectorAll('[data-hand] .hand__row')].map(
    (row) => [...row.querySelectorAll('[id^=card-]')].map((card) => card.id.slice(5))
)"""
at_each_pace = pytest.mark.parametrize("pace", TAKES)


def watch(seat: Seat) -> None:
    """Note every movement from now on. A finished trick rests no longer than a card."""
    seat.page.evaluate(WATCH)
    seat.page.evaluate("document.documentElement.dataset.rest = 'off'")


def middle(page: Page, selector: str) -> Point:
    return Point(**page.evaluate(MIDDLE, selector))


def play_a_card(seat: Seat) -> str:
    """The card that was pressed."""
    card = seat.playable().first
    name = (card.get_attribute("id") or "").removeprefix("card-")
    with seat.taken():
        card.click(position=CORNER)
    return name


def goes_forward(one: Movement) -> bool:
    """It goes straight from its start to where the card lies by itself, fast at first and then slower."""
    _, early, half, late, _ = one.done
    is_straight = one.strays < 0.5 and one.path[-1].is_at(one.lies)
    return is_straight and 0.2 < early < 0.5 and 0.8 < half < 0.98 and 0.98 < late <= 1


def fades_in(one: Movement) -> bool:
    start, early, half, late, end = one.opacities
    return start == 0 and 0.2 < early < 0.5 and 0.8 < half < 0.98 and 0.98 < late <= 1 and end == pytest.approx(1)


@at_each_pace
def test_a_card_played_moves_from_the_hand_into_the_trick(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead", pace=pace)
    watch(seat)
    card = play_a_card(seat)
    own = next(one for one in movements(seat.page) if one.card == card)
    assert (own.kind, own.is_mine, own.delay, own.duration) == ("trick", True, 0, TAKES[pace])
    assert own.lay is not None and own.path[0].is_at(own.lay)
    assert own.path[0].width == pytest.approx(own.lay.width, rel=0.07)  # the box around a tilted card is wider
    assert own.path[0].y > own.lies.y and goes_forward(own)
    assert set(own.opacities) == {1}


@at_each_pace
def test_the_hand_closes_up_from_where_its_cards_lay(pace: str, seat: Seat, site: Site) -> None:
    """The row of the card that was played, and no other."""
    seat.come_to(site, "twoman-lead", pace=pace)
    watch(seat)
    rows = seat.page.evaluate(ROWS)
    card = play_a_card(seat)
    until_hers = takewhile(lambda one: one.kind != "trick" or one.card == card, movements(seat.page))
    moved = [one for one in until_hers if one.kind == "hand"]
    (row,) = (row for row in rows if card in row)
    assert len(rows) == 2 and [one.card for one in moved] == [name for name in row if name != card]
    for one in moved:
        assert one.lay is not None and one.path[0].is_at(one.lay) and goes_forward(one)
        assert (one.delay, one.duration, set(one.opacities)) == (0, TAKES[pace], {1})


@at_each_pace
def test_a_card_of_the_other_side_comes_from_its_seat_into_the_trick(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-lead", pace=pace)
    watch(seat)
    own = play_a_card(seat)
    seat.await_turn()
    hers = next(one for one in movements(seat.page) if one.kind == "trick" and one.card != own)
    assert not hers.is_mine and hers.duration == TAKES[pace]
    assert hers.path[0].is_at(middle(seat.page, ".seat--other"), within=8)
    assert hers.path[0].y < hers.lies.y and goes_forward(hers) and fades_in(hers)


@at_each_pace
@pytest.mark.parametrize("position", ("twoman-lead", "spades-lead"))
def test_a_trick_that_is_taken_goes_to_the_winner_and_fades(position: str, pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, position, pace=pace)
    watch(seat)
    copies = list[Movement]()
    while not copies:
        play_a_card(seat)
        seat.await_turn()
        copies = [one for one in movements(seat.page) if one.kind == "copy"]
    trick = copies[: 2 if position.startswith("twoman") else 4]
    assert len({(round(one.path[-1].x), round(one.path[-1].y)) for one in trick}) == 1
    for one in trick:
        assert one.lay is not None and one.path[0].is_at(one.lay)
        assert one.path[0].width == pytest.approx(one.lay.width, rel=0.02)
        assert one.strays < 0.5 and one.done == sorted(one.done)
        assert one.duration == pytest.approx(1.45 * TAKES[pace])
        assert one.opacities[0] == one.lay.opacity and one.opacities == sorted(one.opacities, reverse=True)
        assert one.opacities[-1] == pytest.approx(0, abs=0.01)


@at_each_pace
def test_cards_of_four_seats_come_from_the_seats(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-lead", pace=pace)
    watch(seat)
    play_a_card(seat)
    seat.await_turn()
    theirs = [one for one in movements(seat.page) if one.kind == "trick" and one.seat != "s"][:3]
    assert [one.seat for one in theirs] == ["w", "n", "e"]
    for one in theirs:
        assert one.path[0].is_at(middle(seat.page, f".seat--{one.seat}"), within=8)
        assert goes_forward(one) and fades_in(one)


@at_each_pace
def test_cards_are_dealt_from_above_one_after_the_other(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "bidwhist-between", pace=pace)
    watch(seat)
    with seat.taken():
        seat.page.get_by_role("button", name="Deal hand 3").click()
    dealt = [one for one in movements(seat.page) if one.kind == "hand"]
    assert len(dealt) == seat.page.locator("[data-hand] .card").count() > 0
    assert [one.delay for one in dealt] == pytest.approx([at * 0.09 * TAKES[pace] for at in range(len(dealt))])
    for one in dealt:
        assert one.path[0].y == pytest.approx(0, abs=1) and one.duration == TAKES[pace]
        assert goes_forward(one) and fades_in(one)


@at_each_pace
def test_cards_are_turned_over_from_their_edge(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-blind", pace=pace)
    watch(seat)
    with seat.taken():
        seat.page.get_by_role("button", name="Look at my cards").click()
    turned = [one for one in movements(seat.page) if one.kind == "hand"]
    assert len(turned) == seat.page.locator("[data-hand] .card").count() == 13
    for one in turned:
        start, early, half, late, end = one.widths
        assert start == pytest.approx(0, abs=0.5) and 0 < early < half < late <= end + 0.01
        assert end == pytest.approx(one.lies.width, abs=0.5)
        assert (one.duration, set(one.opacities)) == (TAKES[pace], {1})


@at_each_pace
def test_the_tricks_of_a_sweep_fade_in_one_after_the_other(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "twoman-claim", pace=pace)
    watch(seat)
    seat.page.keyboard.press("c")
    seat.page.wait_for_selector("#table[data-phase=between]")
    tricks = [one for one in movements(seat.page) if one.kind == "sweep"]
    whole = sum(one.duration for one in tricks)
    assert whole == pytest.approx(9 * TAKES[pace])
    assert [one.delay for one in tricks] == pytest.approx([at * whole / len(tricks) for at in range(len(tricks))])
    for one in tricks:
        start, early, half, late, end = one.opacities
        assert start == 0 < early < half <= late <= end == 1 and half == 1


@at_each_pace
def test_a_play_of_a_duel_moves_from_the_hand(pace: str, seat: Seat, site: Site) -> None:
    seat.come_to(site, "cardduel-first", pace=pace)
    watch(seat)
    seat.page.locator(".card:has(input:not([data-wand]))").first.click(position=CORNER)
    with seat.taken():
        seat.page.locator(".duel__go .btn--main").click()
    seat.await_turn()
    first = [one for one in movements(seat.page) if one.kind == "trick"]
    own, hers = next(one for one in first if one.is_mine), next(one for one in first if not one.is_mine)
    assert own.lay is not None and own.path[0].is_at(own.lay) and goes_forward(own)
    assert hers.path[0].is_at(middle(seat.page, ".seat--other"), within=8) and goes_forward(hers) and fades_in(hers)


#: At each swap, the cards that lie in the trick and are in the hand as well.
NOTE_BOTH = """() => {
  window.both = [];
  document.addEventListener("table:swapped", () => {
    const inTrick = [...document.querySelectorAll(":is(.trick, .cross) [data-card]")];
    const both = inTrick.filter(({ dataset }) => document.getElementById(`card-${dataset.card}`));
    window.both.push(both.map(({ dataset }) => dataset.card).join(" "));
  });
}"""


@pytest.mark.parametrize("position", ("twoman-lead", "spades-lead"))
def test_a_card_is_never_in_the_trick_and_in_the_hand(position: str, seat: Seat, site: Site) -> None:
    """Also where the stream shows the cards of others before the answer to one's own has come."""
    seat.come_to(site, position, pace="fast")
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
    seat.linger()
    play_a_card(seat)
    seat.await_turn()  # or what Marta does next would move after the key
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


def test_a_hint_by_keyboard(in_play: Seat) -> None:
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


def test_a_decision_is_taken_back_with_its_answers_by_keyboard(seat: Seat, site: Site) -> None:
    """Twice: back over one's own card and whatever Marta did after it, then over the card before.

    At a game that is known: of those by chance one in many hundred is stopped or settled within two cards.
    """
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
            if hand is hands[-1]:  # the first undo of a game asks
                page.keyboard.press("Enter")
        assert seat.version > before
        expect(page.locator("#table[data-turn]")).to_have_count(1)
        assert seat.hand == hand
    expect(page.locator("#say")).not_to_have_class("say--refuse")


def test_a_card_is_played_while_a_hint_is_worked_out(in_play: Seat) -> None:
    seat, page = in_play, in_play.page
    held, errors = list[Route](), list[str]()
    answer_for(page, "**/hint/", lambda route: held.append(route))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tool = page.locator("[data-key=h]")
    page.wait_for_function("() => typeof tellBusy === 'function'")
    with page.expect_request("**/hint/"):
        page.keyboard.press("h")
    expect(tool).to_have_attribute("aria-busy", "true")
    before = len(seat.hand)
    seat.playable().first.focus()
    with seat.taken():
        page.keyboard.press("Enter")
    assert len(seat.hand) == before - 1
    expect(tool).not_to_have_attribute("aria-busy", "true")
    assert errors == []


def test_a_card_pressed_twice_is_sent_once(in_play: Seat) -> None:
    seat, page, held = in_play, in_play.page, list[Route]()
    answer_for(page, "**/act/", lambda route: held.append(route))
    with page.expect_request("**/act/"):
        seat.playable().first.click(position=CORNER)
    seat.playable().last.click(position=CORNER)
    page.keyboard.press("h")
    page.evaluate("() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)))")
    assert len(held) == 1
    with seat.taken():
        held[0].continue_()


def test_cards_that_lie_there_are_not_dealt_again_once_the_bids_are_made(seat: Seat, site: Site) -> None:
    seat.come_to(site, "spades-bid", pace="slow")
    watch(seat)
    with seat.taken():
        seat.page.keyboard.press("3")
        seat.page.get_by_role("button", name="Bid 3").click()
    assert seat.await_turn() == "play"
    assert not [one for one in movements(seat.page) if one.kind == "hand" and one.opacities[0] == 0]
