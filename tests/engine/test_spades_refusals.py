"""Each refusal of Spades, and which of two comes first. South bids and leads first unless it is said otherwise."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.engine.actions import Action, RuleError, deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase, State
from tests.engine.spades_positions import (
    DEAL,
    ONE_SPADE,
    RULES,
    E,
    N,
    S,
    W,
    bidden,
    dealt,
    last_trick,
    legal,
    playing,
    refusal,
    said,
)
from tests.engine.starts import is_sound
from tests.engine.walks import conceivable, offered

Position = Callable[[], State]
NO_BLIND = {"allow_blind_nils": False}
MISDEALS = {"allow_misdeals": True, "allow_blind_nils": False}
TWO = {"blind_nil_exchange": 2}
BEAT = {"must_beat_highest": True}


def over() -> State:
    return last_trick((4, 3, 3, 3), (4, 3, 3, 3), score=(450, 0)).state


def before_deal() -> State:
    return RULES.initial({}, {})


def blind() -> State:
    return dealt()


def looked() -> State:
    return said(dealt(), (S, "look", None))


def bidding() -> State:
    return dealt(options=NO_BLIND)


def second_bid() -> State:
    return bidden(dealt(options=NO_BLIND), 4)


def partner_bid_ten() -> State:
    """North may bid up to three, so a blind nil is still open to him."""
    return bidden(dealt(), 10, 3)


def no_nil_left() -> State:
    """South's 2 leaves North no nil, for two have to bid five."""
    return bidden(dealt(options={"variant": "custom1", "min_team": 5}), 2, 3)


def giving() -> State:
    return bidden(dealt(options=TWO), 3, "b0", 4, 3)


def returning() -> State:
    return said(giving(), (W, "give", ("QS", "JS")))  # type: ignore[arg-type]


def lead() -> State:
    return playing("AS 7H", "KS 8H", "QS 9H", "JS TH")


def spades_only() -> State:
    return playing("AS 9S", "KS 8H", "QS 9H", "JS TH")


def answer() -> State:
    return playing("AS 7H KH 6C", leader=E, trick="QH", options=BEAT)


def void() -> State:
    return playing("AS 2S 6C", leader=N, trick="QH 4S", options=BEAT)


def low_clubs() -> State:
    return playing("9C 4C AS 5H", "2C 3H", done=0, options={"first_trick_low_clubs": True})


REFUSALS: list[tuple[Position, int, str, Any, str | None]] = [
    # the game is over, whoever says whatever
    (over, S, "play", "AS", "GAME_OVER"),
    (over, W, "misdeal", None, "GAME_OVER"),
    (over, DEALER, "deal", None, "GAME_OVER"),
    # out of turn comes before what is said
    (before_deal, S, "bid", 3, "NOT_YOUR_TURN"),
    (blind, W, "look", None, "NOT_YOUR_TURN"),
    (bidding, N, "bid", 99, "NOT_YOUR_TURN"),
    (second_bid, S, "bid", 3, "NOT_YOUR_TURN"),
    (second_bid, DEALER, "deal", None, "NOT_YOUR_TURN"),
    (giving, E, "return", ("2H",), "NOT_YOUR_TURN"),
    (returning, W, "give", (), "NOT_YOUR_TURN"),
    (lead, W, "jump", None, "NOT_YOUR_TURN"),
    (lead, 4, "play", "7H", "NOT_YOUR_TURN"),
    # the wrong moment
    (blind, S, "look", 5, "WRONG_PHASE"),
    (blind, S, "play", "AS", "WRONG_PHASE"),
    (blind, S, "misdeal", "FEW_SPADES", "WRONG_PHASE"),
    (looked, S, "look", None, "WRONG_PHASE"),
    (looked, S, "blind_nil", None, "WRONG_PHASE"),
    (bidding, S, "give", ("AS",), "WRONG_PHASE"),
    (bidding, S, "pass", None, "WRONG_PHASE"),
    (giving, W, "return", ("QS",), "WRONG_PHASE"),
    (giving, W, "play", "QS", "WRONG_PHASE"),
    (returning, E, "give", ("9S", "8S"), "WRONG_PHASE"),
    (lead, S, "bid", 4, "WRONG_PHASE"),
    (lead, S, "PLAY", "7H", "WRONG_PHASE"),
    # a blind nil
    (bidding, S, "look", None, "BLIND_NOT_OFFERED"),
    (bidding, S, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (no_nil_left, N, "blind_nil", None, "BLIND_NOT_OFFERED"),
    (no_nil_left, N, "bid", 3, None),
    (partner_bid_ten, N, "blind_nil", None, None),
    (blind, S, "look", None, None),
    (blind, S, "bid", 3, "CARDS_NOT_SEEN"),
    (blind, S, "bid", 99, "CARDS_NOT_SEEN"),
    # a bid
    (looked, S, "bid", -1, "ILLEGAL_BID"),
    (looked, S, "bid", 14, "ILLEGAL_BID"),
    (looked, S, "bid", 3.0, "ILLEGAL_BID"),
    (looked, S, "bid", True, "ILLEGAL_BID"),
    (looked, S, "bid", "3", "ILLEGAL_BID"),
    (looked, S, "bid", "b0", "ILLEGAL_BID"),
    (looked, S, "bid", None, "ILLEGAL_BID"),
    (looked, S, "bid", 0, None),
    (looked, S, "bid", 13, None),
    (lambda: said(partner_bid_ten(), (N, "look", None)), N, "bid", 4, "ILLEGAL_BID"),  # type: ignore[arg-type]
    (lambda: said(partner_bid_ten(), (N, "look", None)), N, "bid", 3, None),  # type: ignore[arg-type]
    # a misdeal
    (partial(dealt, options=MISDEALS), W, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (partial(dealt, *ONE_SPADE, options=MISDEALS, dealer=W), S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (lambda: bidden(dealt(options=MISDEALS), 3), S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (lead, S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (giving, W, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (before_deal, S, "misdeal", None, "NOT_YOUR_BID_TURN"),
    (partial(dealt, *ONE_SPADE, options={"allow_misdeals": True}), S, "misdeal", None, "CARDS_NOT_SEEN"),
    (blind, S, "misdeal", None, "CARDS_NOT_SEEN"),
    (partial(dealt, *ONE_SPADE, options=NO_BLIND), S, "misdeal", None, "MISDEALS_OFF"),
    (partial(dealt, options=MISDEALS), S, "misdeal", None, "NOT_A_MISDEAL"),
    (partial(dealt, *ONE_SPADE, options=MISDEALS), S, "misdeal", None, None),
    (partial(dealt, *ONE_SPADE, options=MISDEALS), S, "bid", 3, None),
    # an exchange
    (giving, W, "give", None, "WRONG_COUNT"),
    (giving, W, "give", "QS", "WRONG_COUNT"),
    (giving, W, "give", ("QS", "JS", "7S"), "WRONG_COUNT"),
    (giving, W, "give", ("QS", "QS"), "DUPLICATE"),
    (giving, W, "give", ("AS", "AS"), "DUPLICATE"),
    (giving, W, "give", ("QS", "AS"), "NOT_IN_HAND"),
    (giving, W, "give", (12,), "NOT_IN_HAND"),
    (giving, W, "give", (), None),
    (giving, W, "give", ("QS",), None),
    (giving, W, "give", ("JS", "QS"), None),
    (returning, E, "return", ("9S",), "WRONG_COUNT"),
    (returning, E, "return", (), "WRONG_COUNT"),
    (returning, E, "return", ("9S", "9S"), "DUPLICATE"),
    (returning, E, "return", ("9S", "7S"), "NOT_IN_HAND"),
    (returning, E, "return", ("9S", "QS"), None),
    # a card one does not hold
    (lead, S, "play", "KS", "NOT_IN_HAND"),
    (lead, S, "play", "7h", "NOT_IN_HAND"),
    (lead, S, "play", 7, "NOT_IN_HAND"),
    (lead, S, "play", None, "NOT_IN_HAND"),
    (low_clubs, S, "play", "2C", "NOT_IN_HAND"),
    # a card that may not be played
    (low_clubs, S, "play", "9C", "FIRST_TRICK_LOW_CLUB"),
    (low_clubs, S, "play", "AS", "FIRST_TRICK_LOW_CLUB"),
    (low_clubs, S, "play", "4C", None),
    (lead, S, "play", "AS", "SPADES_NOT_BROKEN"),
    (lead, S, "play", "7H", None),
    (spades_only, S, "play", "9S", None),
    (answer, S, "play", "6C", "MUST_FOLLOW_SUIT"),
    (answer, S, "play", "AS", "MUST_FOLLOW_SUIT"),
    (answer, S, "play", "7H", "MUST_BEAT_HIGHEST"),
    (answer, S, "play", "KH", None),
    (void, S, "play", "2S", "MUST_BEAT_HIGHEST"),
    (void, S, "play", "6C", "MUST_BEAT_HIGHEST"),
    (void, S, "play", "AS", None),
]


@pytest.mark.parametrize(("position", "seat", "verb", "argument", "code"), REFUSALS)
def test_a_refusal(position: Position, seat: int, verb: str, argument: Any, code: str | None) -> None:
    assert refusal(position(), seat, verb, argument) == code


@pytest.mark.parametrize(
    ("position", "seat", "verb", "argument", "reason"),
    [
        (bidding, S, "bid", 14, "Your bid may be 0 to 13."),
        (partial(dealt, options={"variant": "suicide"}), S, "bid", 3, "Your bid may be 0 or 4 to 13."),
        (partial(dealt, options={"variant": "mirrors"}), S, "bid", 3, "Your bid may be 4."),
        (giving, W, "give", None, "Name 0 or 1 or 2 cards."),
        (returning, E, "return", (), "Name 2 cards."),
    ],
)
def test_a_reason_tells_what_is_legal(position: Position, seat: int, verb: str, argument: Any, reason: str) -> None:
    found = RULES.refusal(position(), seat, Action(verb, argument))
    assert found is not None and found.reason == reason


@pytest.mark.parametrize(
    "position",
    [blind, looked, bidding, second_bid, partner_bid_ten, no_nil_left, giving, returning, lead, answer, void, low_clubs]
    + [partial(dealt, *ONE_SPADE, options=MISDEALS), before_deal, over],
)
def test_an_action_is_offered_if_and_only_if_it_is_not_refused(position: Position) -> None:
    state = position()
    for seat in range(4):
        tried = conceivable(RULES.view(state, seat).hand or ())
        accepted = {action for action in tried if RULES.refusal(state, seat, action) is None}
        legal_here = offered(RULES, state, seat)
        assert accepted <= legal_here
        assert all(RULES.refusal(state, seat, one) is None for one in legal_here)


def test_spades_may_be_led_once_they_are_broken_or_where_they_need_not_be() -> None:
    assert refusal(playing("AS 7H", broken=True), S, "play", "AS") is None
    assert refusal(playing("AS 7H", options={"spades_must_be_broken": False}), S, "play", "AS") is None


def test_what_is_refused_cannot_be_applied() -> None:
    with pytest.raises(RuleError) as caught:
        RULES.apply(lead(), S, Action("play", "AS"))
    assert caught.value.refusal.code == "SPADES_NOT_BROKEN" and caught.value.refusal.reason


HANDS = tuple(tuple(hand.split()) for hand in DEAL)


@pytest.mark.parametrize(
    "argument",
    [
        None,
        "cards",
        {},
        {"hands": ()},
        {"hands": HANDS[:3]},
        {"hands": (*HANDS[:3], HANDS[0])},
        {"hands": (*HANDS[:3], HANDS[3][:12])},
        {"hands": (*HANDS[:3], (*HANDS[3][:12], "BJ"))},
        {"hands": (*HANDS[:3], (*HANDS[3][:12], 7))},
        {"hands": HANDS, "kitty": ()},
    ],
)
def test_a_bad_deal(argument: Any) -> None:
    assert refusal(before_deal(), DEALER, "deal", argument) == "BAD_DEAL"


SIDES: dict[str, Any] = {}
ALONE: dict[str, Any] = {"variant": "solo"}


@pytest.mark.parametrize(
    ("options", "start", "sound"),
    [
        (SIDES, {}, True),
        (SIDES, {"dealer": 3, "score": (499, -299), "bags": (9, 0)}, True),
        (SIDES, {"score": [510, 510]}, True),
        (ALONE, {"score": (0, 1, 2, 299), "bags": (0, 0, 0, 9)}, True),
        (ALONE, {"score": (-5000, 0, 0, 0)}, True),
        (SIDES, {"dealer": 4}, False),
        (SIDES, {"dealer": True}, False),
        (SIDES, {"dealer": None}, False),
        (SIDES, {"score": (500, 0)}, False),
        (SIDES, {"score": (0, -300)}, False),
        (SIDES, {"score": (0, 0, 0, 0)}, False),
        (SIDES, {"score": (0.0, 0)}, False),
        (SIDES, {"score": 7}, False),
        (SIDES, {"bags": (10, 0)}, False),
        (SIDES, {"bags": (-1, 0)}, False),
        (ALONE, {"bags": (0, 0)}, False),
        (SIDES, {"parity": ("odd", "even")}, False),
    ],
)
def test_a_start(options: dict[str, Any], start: dict[str, Any], sound: bool) -> None:
    assert is_sound(RULES, options, start) is sound


def test_the_dealer_starts_before_it_deals() -> None:
    state = RULES.initial({})
    assert state.phase is Phase.START
    assert refusal(state, DEALER, "deal", deal([cards(hand) for hand in DEAL]).argument) == "WRONG_PHASE"
    assert refusal(state, DEALER, "start", "south") == "WRONG_PHASE"
    assert refusal(before_deal(), DEALER, "start", {}) == "WRONG_PHASE"


def test_nothing_is_offered_to_the_dealer_or_out_of_turn() -> None:
    assert legal(bidding(), W) == legal(bidding(), DEALER) == legal(before_deal(), DEALER) == ""
