"""Compilation of kernels, and kernels that several games share: cards as bits, and random numbers from a seed.

A kernel is a function that numba compiles. Kernels are cached on disk if NUMBA_CACHE_DIR is an existing folder, else
compiled by every process. Numba's default, a cache beside the sources, is never used: numba does not notice a change
in a kernel that another kernel calls. The site names the folder by a hash of the sources (`spadesite.environment`).
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
    """Return the number of set bits (cards)."""
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

    The weights must have a positive sum.
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
