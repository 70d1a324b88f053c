"""Hands that four seats may hold, dealt by what each can still have.

Compiled kernels on whole numbers: a card is a bit of a hand.
"""

from typing import Final

import numpy as np

from games.bots.chance import below
from games.bots.compiling import Ints, kernel

_TRIES: Final = 12


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
