"""Compilation of kernels, and kernels that games share: cards as bits, random numbers from a seed, sampled worlds.

A kernel is a function that numba compiles. Kernels are cached on disk if NUMBA_CACHE_DIR is an existing folder, else
compiled by every process. Numba's default, a cache beside the sources, is never used: numba does not notice a change
in a kernel that another kernel calls. The site names the folder by a hash of the sources (`spadesite.environment`).

Worlds are possible hands of four seats. A hand is its cards as bits. `may` are the cards that may be dealt to each
seat, `fixed` those that it certainly holds. Two pools of cards are dealt one after the other: pool r has the card
numbers pools[r, :sizes[r]], and each seat gets rooms[r, seat] of them.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from games.bots.base import Bits

logger = logging.getLogger(__name__)
Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
_IS_CACHED: Final = bool(numba.config.CACHE_DIR) and Path(numba.config.CACHE_DIR).is_dir()
#: Number of random deals of a pool that respect `may`. If all fail, one more deal ignores `may`.
_TRIES: Final = 12
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function of integers and arrays. It must not be recursive: numba cannot cache recursive functions."""
    compiled: Any = numba.njit(cache=_IS_CACHED)(function)
    if _IS_CACHED:
        compiled._cache.save_overload = _if_there_is_room(compiled._cache.save_overload)
    return cast(F, compiled)


def _if_there_is_room(save: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Wrap numba's method that writes a cache file, so that an OSError such as a full disk is logged and not raised."""

    def saved(signature: Any, code: Any) -> None:
        try:
            save(signature, code)
        except OSError as fault:
            logger.warning("A compiled kernel could not be kept on disk: %s.", fault.strerror)

    return saved


def ints(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    return np.array(numbers, np.int64)


def seed_of(rng: Bits) -> Ints:
    """Return a random seed for `chance`: an array with one odd number."""
    return np.array([rng.getrandbits(62) | 1], np.int64)


@kernel
def ones(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def top_of(cards: int) -> int:
    """Return the position of the highest set bit (the highest card); 0 if no bit is set."""
    card = 0
    for step in (32, 16, 8, 4, 2, 1):
        if cards >> (card + step):
            card += step
    return card


@kernel
def lowest_of(cards: int) -> int:
    """Return the position of the lowest set bit (the lowest card). At least one bit must be set."""
    return top_of(cards & -cards)


@kernel
def chance(seed: Ints) -> int:
    """Advance `seed`, which must not be 0, in place; return the upper 32 bits of the next number of xorshift64*."""
    x = np.uint64(seed[0])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    seed[0] = np.int64(x)
    return np.int64((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32))  # type: ignore[return-value]


@kernel
def below(seed: Ints, n: int) -> int:
    """Return a random whole number from 0 to n-1. For n up to 4000 the bias is under a millionth."""
    return (chance(seed) * n) >> 32


@kernel
def kept(weights: Floats, wanted: int, seed: Ints) -> Ints:
    """Return `wanted` indices of `weights`, drawn in proportion to them (systematic resampling).

    Without a positive sum all indices are 0.
    """
    total = 0.0
    for weight in weights:
        total += weight
    places = np.empty(wanted, np.int64)
    mark = chance(seed) / 4294967296.0 * total / wanted
    reached, place = weights[0], 0
    for k in range(wanted):
        while reached < mark and place < len(weights) - 1:
            place += 1
            reached += weights[place]
        places[k] = place
        mark += total / wanted
    return places


# ---------- worlds ----------
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
