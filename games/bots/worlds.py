"""Worlds, that is possible hands of four seats: all of them, or a random one.

A hand is its cards as bits. `may` are the cards that may be dealt to each seat, `fixed` those that it certainly holds.
Two pools of cards are dealt one after the other: pool r has the card numbers pools[r, :sizes[r]], and each seat gets
rooms[r, seat] of them. All functions but `every_world` and `_given` are kernels.
"""

from typing import Final

import numpy as np

from games.bots.kernels import Ints, below, kernel

#: Number of random deals of a pool that respect `may`. If all fail, one more deal ignores `may`.
_TRIES: Final = 12


def every_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, most: int) -> Ints | None:
    """Return all worlds that fit `may` and `fixed`, as [world, seat]; None if there are none or more than `most`.

    Also None if there are more than `most` partial deals on the way. To keep their number small, the cards that the
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
    """Return the rows in which `seat` has room, with the card dealt to it, and the room left in each of them."""
    has_room = left[:, seat] > 0
    some, fewer = rows[has_room], left[has_room]
    some[:, seat] |= bit
    fewer[:, seat] -= 1
    return some, fewer


@kernel
def deal_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, seed: Ints, hands: Ints) -> None:
    """Deal a random world into `hands`, by seat. Shuffles the pools in place.

    A seat gets only cards that it can hold, unless `_TRIES` deals of a pool have failed.
    """
    for seat in range(4):
        hands[seat] = fixed[seat]
    for row in range(2):
        for attempt in range(_TRIES + 1):
            # The last deal ignores `may`, because a view that contradicts itself needs some world, too.
            if deal_row(pools[row], sizes[row], rooms[row], may, attempt < _TRIES, seed, hands):
                break


@kernel
def deal_row(pool: Ints, size: int, rooms: Ints, may: Ints, strict: bool, seed: Ints, hands: Ints) -> bool:
    """Shuffle the pool and deal it into `hands`, first the cards that the fewest seats can hold.

    Unless `strict`, ignore `may`.

    Return False, with `hands` unchanged, if a card finds no room. A card that no seat can hold is left out if `strict`.
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
    """Return the number of seats that can hold the card, with or without room."""
    count = 0
    for seat in range(4):
        count += (may[seat] & bit) != 0
    return count


@kernel
def seat_for(bit: int, room: Ints, may: Ints, strict: bool, seed: Ints) -> int:
    """Return a random seat for the card, in proportion to room; -1 if none has room. Unless `strict`, ignore `may`."""
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
    """Make room for the card in a full seat that can hold it, by moving another card of that seat to a seat with room.

    Return the seat that now has room, or -1 if no such move is possible.
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
