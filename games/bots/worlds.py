"""Sample worlds, that is possible hands of four seats, given the cards that each seat can still hold.

A hand is its cards as bits. Two pools of cards are dealt one after the other. Pool r has the card numbers pools[r,
:sizes[r]], and a seat gets rooms[r, seat] of them. `may` are the cards that each seat can hold, `fixed` those that it
certainly holds. All functions but `every_world` and its helper are kernels.
"""

from typing import Final

import numpy as np

from games.bots.kernels import Ints, below, kernel

#: Number of random deals tried with respect to `may`, before one that ignores it.
_TRIES: Final = 12


def every_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, most: int) -> Ints | None:
    """Return all worlds that fit `may` and `fixed`, [world, seat]; None if there are none or too many.

    Too many are more than `most`, also of partial deals on the way. To keep their number small, the cards that the
    fewest seats can hold are dealt first.
    """
    rows = np.array([fixed])
    for pool, size, room in zip(pools, sizes, rooms, strict=True):
        left = np.tile(room, (len(rows), 1))
        for bit in sorted((1 << pool[:size]).tolist(), key=lambda bit: np.count_nonzero(may & bit)):
            ways = [_given(rows, left, bit, seat) for seat in range(4) if may[seat] & bit]
            if not 0 < sum(len(some) for some, _ in ways) <= most:
                return None
            rows, left = (np.concatenate(some) for some in zip(*ways, strict=True))
    return rows


def _given(rows: Ints, left: Ints, bit: int, seat: int) -> tuple[Ints, Ints]:
    """Give the card to `seat` in each row in which it has room; return these rows, and the room left in each."""
    has_room = left[:, seat] > 0
    some, fewer = rows[has_room], left[has_room]
    some[:, seat] |= bit
    fewer[:, seat] -= 1
    return some, fewer


@kernel
def deal_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, seed: Ints, hands: Ints) -> None:
    """Deal a random world into `hands`, by seat; changes the order of the pools.

    A seat gets only cards that it `may` hold, unless `_TRIES` deals of a pool have failed.
    """
    for seat in range(4):
        hands[seat] = fixed[seat]
    for row in range(2):
        for attempt in range(_TRIES + 1):
            # The last try ignores `may`: a view that contradicts itself still needs some hands.
            if deal_row(pools[row], sizes[row], rooms[row], may, attempt < _TRIES, seed, hands):
                break


@kernel
def deal_row(pool: Ints, size: int, rooms: Ints, may: Ints, strict: bool, seed: Ints, hands: Ints) -> bool:
    """Deal the pool at random into `hands`, first the cards that the fewest seats can hold.

    Return False, with `hands` unchanged, if no seat can take a card. Without `strict` every seat can hold every card.
    """
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
    """Return the number of seats that can hold the card, whether or not they have room."""
    count = 0
    for seat in range(4):
        count += (may[seat] & bit) != 0
    return count


@kernel
def seat_for(bit: int, room: Ints, may: Ints, strict: bool, seed: Ints) -> int:
    """Return a random seat that has room and can hold the card, in proportion to its room; -1 if there is none."""
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
    """Make room in a full seat that can hold the card, by moving one of its cards to a seat with room.

    Return the seat, or -1 if that is not possible.
    """
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
