"""Hands of Spades that the other seats may hold: dealt by what each can still have, the likely ones kept.

Compiled kernels on whole numbers. A card is a number, 13 * suit + rank, suits C D H S, ranks from 0 for a two; a hand
is 52 bits.
"""

from typing import Final

import numpy as np

from games.bots.ruthless.compiling import Ints, kernel
from games.bots.ruthless.worlds import below, chance

#: A bid nobody has said, or one that tells nothing: blind, or counted from the spades.
SILENT: Final = -1
_SPADES: Final = ((1 << 13) - 1) << 39
_TRIES: Final = 12
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
    total = 0.0
    for i in range(4 * count):
        deal_world(pools, sizes, rooms, may, fixed, seed, dealt[i])
        weight = 1.0
        for seat in range(4):
            if bids[seat] != SILENT:
                weight *= likelihood(dealt[i, seat] | played[seat], bids[seat])
        weights[i] = weight + 1e-9
        total += weights[i]
    keep(dealt, weights, total, seed, hands)


@kernel
def keep(dealt: Ints, weights: np.ndarray, total: float, seed: Ints, hands: Ints) -> None:
    """Evenly spaced marks over the summed weights: a world of weight x is kept about x times as often as one of 1."""
    count = len(hands)
    mark = chance(seed) / 4294967296.0 * total / count
    reached, i = weights[0], 0
    for k in range(count):
        while reached < mark and i < len(dealt) - 1:
            i += 1
            reached += weights[i]
        for seat in range(4):
            hands[k, seat] = dealt[i, seat]
        mark += total / count


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


@kernel
def ones(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def deal_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, seed: Ints, hands: Ints) -> None:
    for seat in range(4):
        hands[seat] = fixed[seat]
    for row in range(2):
        for attempt in range(_TRIES + 1):
            # Were what was shown to contradict itself, any hands must do: the last try asks nothing.
            if deal_row(pools[row], sizes[row], rooms[row], may, attempt < _TRIES, seed, hands):
                break


@kernel
def deal_row(pool: Ints, size: int, rooms: Ints, may: Ints, strict: bool, seed: Ints, hands: Ints) -> bool:
    """Deals the pool into the rooms, first the cards that the fewest seats can have. If stuck nothing is dealt."""
    room, got = rooms.copy(), np.zeros(4, np.int64)
    for i in range(size - 1, 0, -1):
        j = below(seed, i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    for fewest in range(1, 5):
        for i in range(size):
            bit = 1 << pool[i]
            if takers(bit, may) != fewest and strict or (not strict and fewest > 1):
                continue
            seat = seat_for(bit, room, may, strict, seed)
            if seat < 0:
                seat = made_room(bit, room, may, got)
            if seat < 0:
                return False
            got[seat] |= bit
            room[seat] -= 1
    for seat in range(4):
        hands[seat] |= got[seat]
    return True


@kernel
def takers(bit: int, may: Ints) -> int:
    count = 0
    for seat in range(4):
        count += (may[seat] & bit) != 0
    return count


@kernel
def seat_for(bit: int, room: Ints, may: Ints, strict: bool, seed: Ints) -> int:
    """A seat with room that can have the card, each room as likely as another; -1 for none."""
    total = 0
    for seat in range(4):
        if may[seat] & bit or not strict:
            total += room[seat]
    if total == 0:
        return -1
    mark = below(seed, total)
    for seat in range(4):
        if may[seat] & bit or not strict:
            mark -= room[seat]
            if mark < 0:
                return seat
    return -1


@kernel
def made_room(bit: int, room: Ints, may: Ints, got: Ints) -> int:
    """A full seat that can have the card, once one of its cards has gone to a seat with room; -1 for none."""
    for seat in range(4):
        if not may[seat] & bit:
            continue
        for other in range(4):
            movable = got[seat] & may[other]
            if room[other] > 0 and movable:
                moved = movable & -movable
                got[seat] ^= moved
                got[other] |= moved
                room[other] -= 1
                room[seat] += 1
                return seat
    return -1
