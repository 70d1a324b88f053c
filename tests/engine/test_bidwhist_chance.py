"""What the dealer of Bid Whist may do: sound and unsound deals, draws for jokers, and starts of a game."""

from typing import Any

import pytest

from games.engine.actions import deal
from games.engine.cards import cards
from games.engine.state import DEALER, Phase
from tests.engine.bidwhist_positions import (
    DEAL,
    KITTY,
    RULES,
    N,
    W,
    before_deal,
    dealt,
    exchanging,
    legal,
    playing,
    refusal,
)
from tests.engine.starts import is_sound

WRITTEN = tuple(tuple(hand.split()) for hand in DEAL)
LEFT = tuple(KITTY.split())


@pytest.mark.parametrize(
    "argument",
    [
        None,
        "cards",
        {},
        {"hands": WRITTEN},
        {"hands": (), "kitty": LEFT},
        {"hands": WRITTEN[:3], "kitty": LEFT},
        {"hands": (*WRITTEN[:3], WRITTEN[0]), "kitty": LEFT},
        {"hands": (*WRITTEN[:3], (*WRITTEN[3], "2H")), "kitty": LEFT[1:]},
        {"hands": WRITTEN, "kitty": LEFT[:5]},
        {"hands": WRITTEN, "kitty": (*LEFT[:5], "BJ")},
        {"hands": WRITTEN, "kitty": (*LEFT[:5], 7)},
        {"hands": WRITTEN, "kitty": LEFT, "deck": ()},
    ],
)
def test_a_bad_deal(argument: Any) -> None:
    assert refusal(before_deal(), DEALER, "deal", argument) == "BAD_DEAL"


@pytest.mark.parametrize(("jokers", "left"), [(0, "2H 2C 7D 6D"), (1, "2H 2C 7D 6D BJ"), (2, KITTY)])
def test_a_deal_is_of_the_whole_pack(jokers: int, left: str) -> None:
    for other in (0, 1, 2):
        state = RULES.initial({"jokers": other}, {})
        argument = deal([cards(hand) for hand in DEAL], kitty=cards(left)).argument
        assert refusal(state, DEALER, "deal", argument) == (None if other == jokers else "BAD_DEAL")
    assert refusal(RULES.initial({"jokers": 1}, {}), DEALER, "deal", {"hands": WRITTEN, "kitty": (*LEFT[:4], "LJ")})


@pytest.mark.parametrize(
    ("argument", "is_sound"),
    [
        ((W, "LJ", "2H"), True),
        ((W, "LJ", "7D"), True),
        ((W, "LJ", "AS"), False),
        ((W, "LJ", "LJ"), False),
        ((W, "BJ", "2H"), False),
        ((N, "BJ", "2H"), False),
        ((True, "LJ", "2H"), False),
        ((W, "LJ"), False),
        ((), False),
        (None, False),
    ],
)
def test_a_draw_for_a_joker(argument: Any, is_sound: bool) -> None:
    """West's is due, for he sits on the declarer's left."""
    assert refusal(exchanging(), DEALER, "joker", argument) == (None if is_sound else "BAD_DRAW")


@pytest.mark.parametrize(
    ("options", "start", "sound"),
    [
        ({}, {}, True),
        ({}, {"dealer": 3, "score": (6, -6), "wins": (4, 0)}, True),
        ({}, {"score": [-6, 6]}, True),
        ({"win_score": 50, "lose_score": -50}, {"score": (49, -49)}, True),
        ({}, {"dealer": 4}, False),
        ({}, {"dealer": True}, False),
        ({}, {"dealer": None}, False),
        ({}, {"score": (7, 0)}, False),
        ({}, {"score": (0, -7)}, False),
        ({}, {"score": (0.0, 0)}, False),
        ({}, {"score": (0, 0, 0)}, False),
        ({}, {"score": 3}, False),
        ({}, {"wins": (-1, 0)}, False),
        ({}, {"wins": (1,)}, False),
        ({}, {"bags": (0, 0)}, False),
        ({"win_score": 5}, {"score": (5, 0)}, False),
    ],
)
def test_a_start(options: dict[str, Any], start: dict[str, Any], sound: bool) -> None:
    assert is_sound(RULES, options, start) is sound


def test_the_dealer_starts_before_it_deals() -> None:
    state = RULES.initial({})
    assert state.phase is Phase.START
    assert refusal(state, DEALER, "deal", {"hands": WRITTEN, "kitty": LEFT}) == "WRONG_PHASE"
    assert refusal(state, DEALER, "start", "south") == "WRONG_PHASE"
    assert refusal(before_deal(), DEALER, "start", {}) == "WRONG_PHASE"
    assert refusal(exchanging(), DEALER, "deal", {"hands": WRITTEN, "kitty": LEFT}) == "WRONG_PHASE"


def test_nothing_is_offered_to_the_dealer_or_out_of_turn() -> None:
    led_by_south = playing("AH 9H 5C", "KH 8H 6C", "QH 7H 7C", "JH 6H 8C", won=(9, 0))
    assert legal(dealt(), W) == legal(dealt(), DEALER) == legal(exchanging(), DEALER) == legal(led_by_south, N) == ""
