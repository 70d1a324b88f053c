"""Hands that four seats may hold, dealt by what each can still have.

Compiled kernels on whole numbers, but where all hands are listed: a card is a bit of a hand.
"""

from typing import Final

import numpy as np

from games.bots.kernels import Ints, below, kernel

_TRIES: Final = 12


def every_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, most: int) -> Ints | None:
    """All that `deal_world` may deal, a row each; None where nothing fits, or on the way there are more than `most`.

    The cards that the fewest seats can have come first, so few ways lead nowhere.
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
    """The rows in which that seat has room for the card, once it has it, and the room that is left."""
    has_room = left[:, seat] > 0
    some, fewer = rows[has_room], left[has_room]
    some[:, seat] |= bit
    fewer[:, seat] -= 1
    return some, fewer


@kernel
def deal_world(pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, seed: Ints, hands: Ints) -> None:
    """Fills `hands`, bits by seat: what is `fixed`, and two rows of `pools`, each seat as many of them as `rooms` says.

    Nobody gets a card that it may not have, but where all tries but the last have failed.
    """
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
    """How many of the four seats can have the card."""
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
