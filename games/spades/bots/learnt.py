"""What the players of Spades have learnt from play: tricks by holding, what a nil risks, what the score is worth.

`training.teach_spades` plays the hands and writes the numbers that are kept beside this file. A hand is 52 bits, as in
`worlds`; each of its `places` is the place of a weight, and what is asked of it is their sum.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final

NUMBERS: Final = "learnt.json"
_SUIT: Final = (1 << 13) - 1
#: Rows and columns: a side suit by its four honours and its length, spades likewise, the shortest side suit by spades.
_SIDE, _SPADES, _SHORT, _LONGEST_SHORT = (16, 8), (16, 7), (4, 7), 3
#: So many spades are met often enough to learn from; each one more is a trick more.
_MOST_COUNTED: Final = 6
TRICK_WEIGHTS: Final = _SIDE[0] * _SIDE[1] + _SPADES[0] * _SPADES[1] + _SHORT[0] * _SHORT[1]
#: Of a nil: the four lowest cards of each side suit by rank, how many spades, and which.
_LOWEST, _MOST_SPADES, _RANKS = 4, 6, 13
NIL_WEIGHTS: Final = _LOWEST * _RANKS + _MOST_SPADES + 1 + _RANKS


@dataclass(frozen=True, slots=True)
class Learnt:
    """`bag`, `per_hand` and `drift` are the numbers of `evaluation`."""

    tricks: Sequence[float]
    nil: Sequence[float]
    bag: float
    per_hand: float
    drift: float


@cache
def learnt() -> Learnt:
    return Learnt(**json.loads(files(__package__).joinpath(NUMBERS).read_text(encoding="ascii")))


def tricks_won(hand: int) -> float:
    """The tricks such a hand takes where all four fight for every one."""
    return beyond(hand) + sum_of(learnt().tricks, trick_places(hand))


def nil_kept(hand: int) -> float:
    """How often a nil is kept with such a hand, a partner covering it and two rivals hunting it."""
    return 1 / (1 + exp(-sum_of(learnt().nil, nil_places(hand))))


def sum_of(weights: Sequence[float], places: Sequence[int]) -> float:
    return sum(weights[place] for place in places)


def beyond(hand: int) -> int:
    """Spades of which each is a trick by itself."""
    return max(0, (hand >> 39).bit_count() - _MOST_COUNTED)


def trick_places(hand: int) -> tuple[int, ...]:
    suits = [hand >> (13 * suit) & _SUIT for suit in range(4)]
    sizes = [one.bit_count() for one in suits]
    spades, shortest = _SIDE[0] * _SIDE[1], min(*sizes[:3], _LONGEST_SHORT)
    short = spades + _SPADES[0] * _SPADES[1]
    return (
        *((suits[suit] >> 9) * _SIDE[1] + min(sizes[suit], _SIDE[1] - 1) for suit in range(3)),
        spades + (suits[3] >> 9) * _SPADES[1] + min(sizes[3], _SPADES[1] - 1),
        short + shortest * _SHORT[1] + min(sizes[3], _SHORT[1] - 1),
    )


def nil_places(hand: int) -> tuple[int, ...]:
    found = []
    for suit in range(3):
        held = hand >> (13 * suit) & _SUIT
        for low in range(min(_LOWEST, held.bit_count())):
            found.append(low * _RANKS + _lowest_rank(held))
            held &= held - 1
    spades, after = hand >> 39, _LOWEST * _RANKS
    found.append(after + min(spades.bit_count(), _MOST_SPADES))
    found.extend(after + _MOST_SPADES + 1 + rank for rank in range(_RANKS) if spades >> rank & 1)
    return tuple(found)


def _lowest_rank(held: int) -> int:
    return (held & -held).bit_length() - 1
