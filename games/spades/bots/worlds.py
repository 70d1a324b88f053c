"""Hands of Spades that the other seats may hold: dealt by what each can still have, the likely ones kept.

Compiled kernels on whole numbers. A card is a number, 13 * suit + rank, suits C D H S, ranks from 0 for a two; a hand
is 52 bits.
"""

from typing import Final

import numpy as np

from games.bots.bits import ones
from games.bots.chance import kept
from games.bots.compiling import Floats, Ints, kernel
from games.bots.worlds import deal_world

#: A bid nobody has said, or one that tells nothing: blind, or counted from the spades.
SILENT: Final = -1
_SPADES: Final = ((1 << 13) - 1) << 39
#: How far a bid strays from the strength of its hand.
_STRAY: Final = 1.1


@kernel
def worlds(
    pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, played: Ints, bids: Ints, seed: Ints, hands: Ints
) -> None:
    """Fills `hands` (one row a world) with hands that fit; a few more are dealt, and those kept that fit the bids.

    `pools`, `sizes` and `rooms` have two rows, dealt one after the other: the cards, how many, and how many of them
    each seat gets. `may` are the cards each seat can have, `fixed` those it has for certain, `played` those that it
    has played.
    """
    count = len(hands)
    dealt = np.zeros((4 * count, 4), np.int64)
    weights = np.zeros(4 * count, np.float64)
    for i in range(4 * count):
        deal_world(pools, sizes, rooms, may, fixed, seed, dealt[i])
    weigh(dealt, played, bids, weights)
    hands[:] = dealt[kept(weights, count, seed)]


@kernel
def weigh(hands: Ints, played: Ints, bids: Ints, weights: Floats) -> None:
    """How likely each row of hands is by what its seats have bid with the cards they had; never 0."""
    for i in range(len(hands)):
        weights[i] = 1.0
        for seat in range(4):
            if bids[seat] != SILENT:
                weights[i] *= likelihood(hands[i, seat] | played[seat], bids[seat])
        weights[i] += 1e-9


@kernel
def likelihood(hand: int, bid: int) -> float:
    """How well a bid fits the thirteen cards a seat had; a nil fits hands of little strength and few high spades."""
    if bid == 0:
        fit = 1.0 / (1.0 + np.exp(1.6 * (strength(hand) - 2.2)))
        high = hand >> 49  # the queen of spades and above
        return float(fit * (0.05 if high else 1.0))
    away = (strength(hand) - bid) / _STRAY
    return float(np.exp(-0.5 * away * away))


@kernel
def strength(hand: int) -> float:
    """Tricks the hand is good for, roughly: high cards, long spades, short suits."""
    spades = hand >> 39
    many = ones(spades)
    worth = 0.0
    for suit in range(3):
        held = hand >> (13 * suit) & 8191
        size = ones(held)
        worth += 0.95 * (held >> 12 & 1) + (0.65 if size > 1 else 0.3) * (held >> 11 & 1)
        worth += (0.3 if size > 2 else 0.1) * (held >> 10 & 1)
        if size < 2 and many > 1:
            worth += 0.8 - 0.4 * size
    worth += (spades >> 12 & 1) + 0.9 * (spades >> 11 & 1) * (many > 1) + 0.7 * (spades >> 10 & 1) * (many > 2)
    return worth + max(0, ones(spades & 1023) - 2 if many > 4 else many - 3) * 0.8
