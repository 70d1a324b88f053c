"""Each refusal of Two-Man Spades, and which of two comes first."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.actions import Action, RuleError, deal
from games.engine.cards import PACK, cards
from games.engine.state import DEALER, Phase, State
from tests.engine.positions import HERS, MINE, RULES, bidding, dealt, last_trick, playing, refusal, said, standings

Position = Callable[[], State]

#: X may bid blind.
BEHIND = standings("0", "140")


def over() -> State:
    return last_trick(bids=(4, 6), tricks=(4, 6), before=("290", "100")).state


def before_deal() -> State:
    return RULES.initial({}, {})


def blind() -> State:
    return dealt(**BEHIND)


def looked() -> State:
    return said(dealt(**BEHIND), (0, "look", None))


def half_discarded() -> State:
    return said(dealt(), (0, "discard", "TC"))


def second_bid() -> State:
    return said(bidding(), (0, "bid", 4))


def lead() -> State:
    return playing("AS 7H", "KS 8H")


def spades_only() -> State:
    return playing("AS 9S", "KS 8H")


def answer() -> State:
    return playing("AS 7H 6C", "KS 9H", leader=1, trick="QH")


REFUSALS: list[tuple[Position, int, str, Any, str | None]] = [
    # the game is over, whoever says whatever
    (over, 0, "play", "AS", "GAME_OVER"),
    (over, 1, "jump", None, "GAME_OVER"),
    (over, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (before_deal, 0, "discard", "TC", "NOT_YOUR_TURN"),
    (blind, 1, "discard", "3C", "NOT_YOUR_TURN"),
    (half_discarded, 0, "discard", "AS", "NOT_YOUR_TURN"),
    (half_discarded, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (bidding, 1, "bid", 4, "NOT_YOUR_TURN"),
    (second_bid, 0, "bid", 99, "NOT_YOUR_TURN"),
    (lead, 1, "jump", None, "NOT_YOUR_TURN"),
    (answer, 1, "play", "9H", "NOT_YOUR_TURN"),
    (lead, 2, "play", "AS", "NOT_YOUR_TURN"),
    (lead, -2, "play", "AS", "NOT_YOUR_TURN"),
    # the wrong moment
    (blind, 0, "discard", "TC", "WRONG_PHASE"),
    (blind, 0, "bid", 99, "WRONG_PHASE"),
    (blind, 0, "look", 5, "WRONG_PHASE"),
    (blind, 0, "blind_nil", "TC", "WRONG_PHASE"),
    (looked, 0, "look", None, "WRONG_PHASE"),
    (looked, 0, "blind", 5, "WRONG_PHASE"),
    (half_discarded, 1, "bid", 4, "WRONG_PHASE"),
    (half_discarded, 1, "play", "3C", "WRONG_PHASE"),
    (bidding, 0, "blind", 5, "WRONG_PHASE"),
    (bidding, 0, "discard", "AS", "WRONG_PHASE"),
    (lead, 0, "bid", 4, "WRONG_PHASE"),
    (lead, 0, "look", None, "WRONG_PHASE"),
    (lead, 0, "PLAY", "7H", "WRONG_PHASE"),
    (lead, 0, "", None, "WRONG_PHASE"),
    # a blind bid that is not offered, in range or not
    (dealt, 0, "look", None, "BLIND_NOT_OFFERED"),
    (dealt, 0, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (dealt, 0, "blind", 5, "BLIND_NOT_OFFERED"),
    (dealt, 1, "blind", 99, "BLIND_NOT_OFFERED"),
    (looked, 1, "blind", 5, "BLIND_NOT_OFFERED"),
    # one out of range
    (blind, 0, "blind", 4, "BLIND_OUT_OF_RANGE"),
    (blind, 0, "blind", 11, "BLIND_OUT_OF_RANGE"),
    (blind, 0, "blind", 5.0, "BLIND_OUT_OF_RANGE"),
    (blind, 0, "blind", "5", "BLIND_OUT_OF_RANGE"),
    (blind, 0, "blind", None, "BLIND_OUT_OF_RANGE"),
    (blind, 0, "blind", 5, None),
    (blind, 0, "blind", 10, None),
    (blind, 0, "blind_nil", None, None),
    # a bid
    (bidding, 0, "bid", -1, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", 11, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", 2.0, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", 2.5, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", math.nan, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", True, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", "abc", "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", "4", "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", (4,), "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", None, "BID_OUT_OF_RANGE"),
    (bidding, 0, "bid", 0, None),
    (bidding, 0, "bid", 10, None),
    # a card one does not hold
    (half_discarded, 1, "discard", "AS", "NOT_IN_HAND"),
    (half_discarded, 1, "discard", "BJ", "NOT_IN_HAND"),
    (half_discarded, 1, "discard", None, "NOT_IN_HAND"),
    (half_discarded, 1, "discard", ("3C",), "NOT_IN_HAND"),
    (half_discarded, 1, "discard", "3C", None),
    (lead, 0, "play", "KS", "NOT_IN_HAND"),
    (lead, 0, "play", "10H", "NOT_IN_HAND"),
    (lead, 0, "play", "7h", "NOT_IN_HAND"),
    (lead, 0, "play", 7, "NOT_IN_HAND"),
    (answer, 0, "play", "2S", "NOT_IN_HAND"),
    # a card that may not be played
    (lead, 0, "play", "AS", "SPADES_NOT_BROKEN"),
    (lead, 0, "play", "7H", None),
    (spades_only, 0, "play", "AS", None),
    (answer, 0, "play", "6C", "MUST_FOLLOW_SUIT"),
    (answer, 0, "play", "AS", "MUST_FOLLOW_SUIT"),
    (answer, 0, "play", "7H", None),
]


@pytest.mark.parametrize(("position", "seat", "verb", "argument", "code"), REFUSALS)
def test_a_refusal(position: Position, seat: int, verb: str, argument: Any, code: str | None) -> None:
    assert refusal(position(), seat, verb, argument) == code


def test_spades_may_be_led_once_they_are_broken() -> None:
    assert refusal(playing("AS 7H", "KS 8H", broken=True), 0, "play", "AS") is None


def test_what_is_refused_cannot_be_applied() -> None:
    with pytest.raises(RuleError) as caught:
        RULES.apply(lead(), 0, Action("play", "AS"))
    assert caught.value.refusal.code == "SPADES_NOT_BROKEN"
    assert caught.value.refusal.reason


@pytest.mark.parametrize(
    "argument",
    [
        None,
        "cards",
        {},
        {"hands": ()},
        {"hands": (MINE.split(), HERS.split(), ())},
        {"hands": (tuple(MINE.split()), tuple(MINE.split()))},
        {"hands": (tuple(MINE.split()), tuple(HERS.split()[:-1]))},
        {"hands": (tuple(MINE.split()), (*HERS.split()[:-1], "XX"))},
        {"hands": (tuple(MINE.split()), (*HERS.split()[:-1], "BJ"))},
        {"hands": (tuple(MINE.split()), (*HERS.split()[:-1], 7))},
        {"hands": (tuple(MINE.split()), tuple(HERS.split()), tuple(HERS.split()))},
        {"hands": (tuple(MINE.split()), tuple(HERS.split())), "deck": ("2D",)},
    ],
)
def test_a_bad_deal(argument: Any) -> None:
    assert refusal(before_deal(), DEALER, "deal", argument) == "BAD_DEAL"


def test_a_deal_lists_cards_in_any_order() -> None:
    state = RULES.apply(before_deal(), DEALER, deal([cards(MINE)[::-1], cards(HERS)])).state
    assert RULES.view(state, 0).hand == RULES.view(dealt(), 0).hand


@pytest.mark.parametrize("verb", ["play", "start", "reshuffle"])
def test_the_dealer_only_deals_before_a_deal(verb: str) -> None:
    assert refusal(before_deal(), DEALER, verb, {}) == "WRONG_PHASE"


def test_the_dealer_starts_before_it_deals() -> None:
    state = RULES.initial({})
    assert state.phase is Phase.START
    assert refusal(state, DEALER, "deal", deal([cards(MINE), cards(HERS)]).argument) == "WRONG_PHASE"
    assert refusal(state, DEALER, "start", "odd") == "WRONG_PHASE"
    assert refusal(state, DEALER, "start", {"parity": ("odd", "odd")}) == "BAD_START"
    assert refusal(state, DEALER, "start", {"parity": ("even", "odd")}) is None


def test_an_action_of_another_game_is_no_action() -> None:
    for verb in ("give", "trump", "blaze", "misdeal", "confirm"):
        assert refusal(lead(), 0, verb, PACK[0].text) == "WRONG_PHASE"
