"""Each refusal of Bid Whist, and which of two comes first. South speaks and leads first unless it is said otherwise."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.engine.actions import Action, RuleError
from games.engine.state import DEALER, State
from tests.engine.bidwhist_positions import (
    EXCHANGE,
    RULES,
    TABLE,
    E,
    N,
    S,
    W,
    before_deal,
    before_last,
    called,
    dealt,
    exchanging,
    last_trick,
    named,
    playing,
    refusal,
    said,
)
from tests.engine.walks import conceivable, offered

Position = Callable[[], State]
SIX = ("7C", "5D", "2D", "2H", "2C", "7D")
HANDS = ("AH 9H 5C", "KH 8H 6C", "QH 7H 7C", "JH 6H 8C")


def over() -> State:
    return last_trick(before_last("7U", 12)).state


def third() -> State:
    return called(dealt(), "5U", "pass")


def down_over_up() -> State:
    return called(dealt(options={"down_over_up": True}), "5U")


def forced() -> State:
    return called(dealt(), "pass", "pass", "pass")


def free() -> State:
    return called(dealt(options={"all_pass": "redeal"}), "pass", "pass", "pass")


def naming() -> State:
    return called(dealt(), "5U", "pass", "pass", "pass")


def naming_direction() -> State:
    return called(dealt(), "5N", "pass", "pass", "pass")


def discarding() -> State:
    return named("4U", "S")


def joker_must_go() -> State:
    return named("4N", "up", options=EXCHANGE)


def lead() -> State:
    return playing(*HANDS, won=(9, 0))


def answer() -> State:
    return playing("AH 9H 5C", leader=E, trick="6H", won=(9, 0))


def joker_follows() -> State:
    return playing("LJ 4C KD", leader=E, trick="9H")


def throw_off() -> State:
    return playing("BJ 7D AH", leader=E, trick="9C", bid="4N", name="down")


def joker_led() -> State:
    return playing("BJ 7D AH", leader=E, trick="LJ", bid="4N", name="up")


def first_trick() -> State:
    return playing(*HANDS, won=(0, 0), options=TABLE)


def at_the_table() -> State:
    return playing("AH 9H 5C", "", "", "", leader=E, trick="6H", won=(5, 4), options=TABLE)


def open_call() -> State:
    return said(at_the_table(), (W, "call", None))  # type: ignore[arg-type]


def called_before() -> State:
    """West has called the second trick rightly, South's side reneged in it and in the third one."""
    state = playing("AH", "KH", "QH", "JH", won=(6, 5), options=TABLE, reneges=((2, 0), (3, 0)))
    return said(state, (W, "call", None), (W, "book", 2), (E, "call", None))


def reviewing() -> State:
    return last_trick(before_last("4U", 10, TABLE)).state


def half_confirmed() -> State:
    return said(reviewing(), (S, "confirm", None))  # type: ignore[arg-type]


def called_in_review() -> State:
    return said(half_confirmed(), (S, "call", None))  # type: ignore[arg-type]


def scored() -> State:
    return said(half_confirmed(), (W, "confirm", None))  # type: ignore[arg-type]


def passed_out() -> State:
    return called(dealt(options={"all_pass": "redeal", **TABLE}), "pass", "pass", "pass", "pass")


REFUSALS: list[tuple[Position, int, str, Any, str | None]] = [
    # the game is over, whoever says whatever
    (over, S, "play", "AS", "GAME_OVER"),
    (over, W, "call", None, "GAME_OVER"),
    (over, W, "confirm", None, "GAME_OVER"),
    (over, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (before_deal, S, "bid", "4U", "NOT_YOUR_TURN"),
    (dealt, W, "pass", None, "NOT_YOUR_TURN"),
    (dealt, N, "bid", "9U", "NOT_YOUR_TURN"),
    (dealt, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (naming, W, "trump", "S", "NOT_YOUR_TURN"),
    (discarding, W, "discard", SIX, "NOT_YOUR_TURN"),
    (exchanging, S, "play", "AS", "NOT_YOUR_TURN"),
    (lead, W, "jump", None, "NOT_YOUR_TURN"),
    (lead, 4, "play", "AH", "NOT_YOUR_TURN"),
    (lead, DEALER, "call", None, "NOT_YOUR_TURN"),
    (at_the_table, W, "play", "KH", "NOT_YOUR_TURN"),
    (open_call, S, "play", "AH", "NOT_YOUR_TURN"),
    (open_call, S, "call", None, "NOT_YOUR_TURN"),
    (open_call, E, "book", 2, "NOT_YOUR_TURN"),
    (called_in_review, W, "confirm", None, "NOT_YOUR_TURN"),
    (half_confirmed, N, "book", 1, "NOT_YOUR_TURN"),
    # the wrong moment, or nothing that the rules know
    (dealt, S, "pass", "4U", "WRONG_PHASE"),
    (dealt, S, "trump", "S", "WRONG_PHASE"),
    (dealt, S, "play", "AS", "WRONG_PHASE"),
    (dealt, S, "bid", None, "WRONG_PHASE"),
    (dealt, S, "bid", 4, "WRONG_PHASE"),
    (dealt, S, "bid", "4S", "WRONG_PHASE"),
    (dealt, S, "bid", "4u", "WRONG_PHASE"),
    (dealt, S, "bid", "10U", "WRONG_PHASE"),
    (dealt, S, "bid", "٤U", "WRONG_PHASE"),
    (naming, S, "direction", "up", "WRONG_PHASE"),
    (naming, S, "discard", SIX, "WRONG_PHASE"),
    (naming_direction, S, "trump", "S", "WRONG_PHASE"),
    (discarding, S, "trump", "S", "WRONG_PHASE"),
    (discarding, S, "play", "AS", "WRONG_PHASE"),
    (lead, S, "discard", SIX, "WRONG_PHASE"),
    (lead, S, "confirm", None, "WRONG_PHASE"),
    (at_the_table, S, "book", 2, "WRONG_PHASE"),
    (at_the_table, S, "call", 2, "WRONG_PHASE"),
    (open_call, W, "call", None, "WRONG_PHASE"),
    (open_call, W, "play", "KH", "WRONG_PHASE"),
    (reviewing, S, "play", "AS", "WRONG_PHASE"),
    (reviewing, S, "book", 1, "WRONG_PHASE"),
    (reviewing, S, "confirm", 1, "WRONG_PHASE"),
    (called_in_review, S, "confirm", None, "WRONG_PHASE"),
    # the auction
    (forced, E, "pass", None, "DEALER_MUST_BID"),
    (forced, E, "bid", "4D", None),
    (free, E, "pass", None, None),
    (partial(called, dealt(), "4U", "pass", "pass"), E, "pass", None, None),
    (dealt, S, "bid", "3N", "BELOW_MIN"),
    (dealt, S, "bid", "0U", "BELOW_MIN"),
    (third, N, "bid", "3N", "BELOW_MIN"),
    (partial(dealt, options={"min_bid": 1}), S, "bid", "1D", None),
    (partial(dealt, options={"min_bid": 3}), S, "bid", "2D", "BELOW_MIN"),
    (dealt, S, "bid", "8U", "ABOVE_SEVEN"),
    (third, N, "bid", "9N", "ABOVE_SEVEN"),
    (third, N, "bid", "4N", "NOT_HIGHER"),
    (third, N, "bid", "5U", "NOT_HIGHER"),
    (third, N, "bid", "5D", "NOT_HIGHER"),
    (third, N, "bid", "5N", None),
    (down_over_up, W, "bid", "5D", None),
    (partial(called, dealt(), "5D"), W, "bid", "5U", "NOT_HIGHER"),
    (partial(called, dealt(), "7N"), W, "bid", "7N", "NOT_HIGHER"),
    (partial(called, dealt(), "4U", "pass", "pass"), E, "bid", "4D", "NOT_HIGHER"),
    # a name
    (naming, S, "trump", "N", "BAD_NAME"),
    (naming, S, "trump", "up", "BAD_NAME"),
    (naming, S, "trump", None, "BAD_NAME"),
    (naming, S, "trump", ("S",), "BAD_NAME"),
    (naming, S, "trump", "S", None),
    (naming_direction, S, "direction", "S", "BAD_NAME"),
    (naming_direction, S, "direction", "UP", "BAD_NAME"),
    (naming_direction, S, "direction", "down", None),
    # a discard
    (discarding, S, "discard", None, "WRONG_COUNT"),
    (discarding, S, "discard", "7C", "WRONG_COUNT"),
    (discarding, S, "discard", SIX[:5], "WRONG_COUNT"),
    (discarding, S, "discard", (*SIX, "6D"), "WRONG_COUNT"),
    (discarding, S, "discard", (*SIX[:5], "7C"), "DUPLICATE"),
    (discarding, S, "discard", (*SIX[:4], "JS", "JS"), "DUPLICATE"),
    (discarding, S, "discard", (*SIX[:5], "JS"), "NOT_IN_HAND"),
    (discarding, S, "discard", (*SIX[:5], 7), "NOT_IN_HAND"),
    (discarding, S, "discard", SIX, None),
    (discarding, S, "discard", ("BJ", "LJ", "AS", "KS", "QS", "AH"), None),
    (joker_must_go, S, "discard", SIX, "JOKER_MUST_GO"),
    (joker_must_go, S, "discard", (*SIX[:5], "BJ"), "JOKER_MUST_GO"),
    (joker_must_go, S, "discard", (*SIX[:4], "BJ", "LJ"), None),
    (joker_must_go, S, "discard", (*SIX[:5], "JS"), "NOT_IN_HAND"),
    (partial(named, "4U", "S", options=EXCHANGE), S, "discard", SIX, None),
    # a card one does not hold, or may not play
    (lead, S, "play", "KH", "NOT_IN_HAND"),
    (lead, S, "play", "ah", "NOT_IN_HAND"),
    (lead, S, "play", 7, "NOT_IN_HAND"),
    (lead, S, "play", None, "NOT_IN_HAND"),
    (lead, S, "play", "AH", None),
    (lead, S, "play", "5C", None),
    (answer, S, "play", "5C", "MUST_FOLLOW_SUIT"),
    (answer, S, "play", "9H", None),
    (joker_follows, S, "play", "4C", "MUST_FOLLOW_SUIT"),
    (joker_follows, S, "play", "LJ", None),
    (throw_off, S, "play", "7D", "MUST_THROW_JOKER"),
    (throw_off, S, "play", "BJ", None),
    (joker_led, S, "play", "7D", None),
    (joker_led, S, "play", "BJ", None),
    (at_the_table, S, "play", "KH", "NOT_IN_HAND"),
    (at_the_table, S, "play", "5C", None),
    # calls
    (dealt, N, "call", None, "RENEGE_STRICT"),
    (lead, W, "call", None, "RENEGE_STRICT"),
    (partial(dealt, options=TABLE), S, "call", None, "NO_BOOKS_YET"),
    (partial(RULES.initial, TABLE, {}), S, "call", None, "NO_BOOKS_YET"),
    (first_trick, W, "call", None, "NO_BOOKS_YET"),
    (passed_out, W, "call", None, "NO_BOOKS_YET"),
    (scored, W, "call", None, "TOO_LATE"),
    (at_the_table, W, "call", None, None),
    (at_the_table, S, "call", None, None),
    (reviewing, E, "call", None, None),
    (half_confirmed, S, "call", None, None),
    (open_call, W, "book", 0, "BAD_BOOK"),
    (open_call, W, "book", 10, "BAD_BOOK"),
    (open_call, W, "book", 2.0, "BAD_BOOK"),
    (open_call, W, "book", True, "BAD_BOOK"),
    (open_call, W, "book", "2", "BAD_BOOK"),
    (open_call, W, "book", 9, None),
    (open_call, W, "book", None, None),
    (called_before, E, "book", 2, "ALREADY_CALLED"),
    (called_before, E, "book", 3, None),
    (called_before, E, "book", 4, None),
    # confirming
    (half_confirmed, S, "confirm", None, "ALREADY_CONFIRMED"),
    (half_confirmed, N, "confirm", None, "ALREADY_CONFIRMED"),
    (half_confirmed, E, "confirm", None, None),
]


@pytest.mark.parametrize(("position", "seat", "verb", "argument", "code"), REFUSALS)
def test_a_refusal(position: Position, seat: int, verb: str, argument: Any, code: str | None) -> None:
    assert refusal(position(), seat, verb, argument) == code


@pytest.mark.parametrize(
    ("position", "seat", "verb", "argument", "reason"),
    [
        (dealt, S, "bid", "3U", "The lowest level is 4."),
        (discarding, S, "discard", (), "Name 6 cards."),
        (partial(named, "4U", "S", options={"jokers": 0}), S, "discard", SIX, "Name 4 cards."),
        (open_call, W, "book", 13, "Name a book from 1 to 9, or give up."),
    ],
)
def test_a_reason_tells_what_is_legal(position: Position, seat: int, verb: str, argument: Any, reason: str) -> None:
    found = RULES.refusal(position(), seat, Action(verb, argument))
    assert found is not None and found.reason == reason


POSITIONS = [
    *(before_deal, dealt, third, down_over_up, forced, free, naming, naming_direction, discarding, joker_must_go),
    *(exchanging, lead, answer, joker_follows, throw_off, joker_led, first_trick, at_the_table, open_call),
    *(called_before, reviewing, half_confirmed, called_in_review, scored, passed_out, over),
]


@pytest.mark.parametrize("position", POSITIONS)
def test_an_action_is_offered_if_and_only_if_it_is_not_refused(position: Position) -> None:
    state = position()
    for seat in range(4):
        tried = conceivable(RULES.view(state, seat).hand or ())
        accepted = {action for action in tried if RULES.refusal(state, seat, action) is None}
        assert accepted == offered(RULES, state, seat)


def test_what_is_refused_cannot_be_applied() -> None:
    with pytest.raises(RuleError) as caught:
        RULES.apply(answer(), S, Action("play", "5C"))
    assert caught.value.refusal.code == "MUST_FOLLOW_SUIT" and caught.value.refusal.reason
