"""How the kernels of a computer player are compiled: once, and kept on disk where numba has been given a folder.

Knows nothing of cards. Without a folder every process compiles anew: beside the sources, numba's other choice, code
that calls changed code would be taken for fresh.
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
#: A folder that is none would make numba keep them beside the sources.
_KEEPS: Final = bool(numba.config.CACHE_DIR) and Path(numba.config.CACHE_DIR).is_dir()
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """The function compiled for whole numbers and arrays; a kernel that calls itself cannot be kept on disk."""
    compiled: Any = numba.njit(cache=_KEEPS)(function)
    if _KEEPS:
        compiled._cache.save_overload = _if_there_is_room(compiled._cache.save_overload)
    return cast(F, compiled)


def _if_there_is_room(save: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """A full disk costs the next process its time, and nobody the game."""

    def saved(signature: Any, code: Any) -> None:
        try:
            save(signature, code)
        except OSError as fault:
            logger.warning("A compiled kernel could not be kept on disk: %s.", fault.strerror)

    return saved


def ints(numbers: Sequence[int] | Sequence[Sequence[int]]) -> Ints:
    return np.array(numbers, np.int64)


def seed_of(rng: Bits) -> Ints:
    """Return the state of `chance` for one choice."""
    return np.array([rng.getrandbits(62) | 1], np.int64)


@kernel
def ones(bits: int) -> int:
    """How many cards there are."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def top_of(cards: int) -> int:
    """The number of the highest bit."""
    card = 0
    for step in (32, 16, 8, 4, 2, 1):
        if cards >> (card + step):
            card += step
    return card


@kernel
def lowest_of(cards: int) -> int:
    """The number of the lowest bit; there is one."""
    return top_of(cards & -cards)


@kernel
def chance(seed: Ints) -> int:
    """The next number of xorshift64*, its upper 32 bits; `seed` is one number other than 0 and moves on."""
    x = np.uint64(seed[0])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    seed[0] = np.int64(x)
    return np.int64((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32))  # type: ignore[return-value]


@kernel
def below(seed: Ints, n: int) -> int:
    """A whole number 0..n-1; n up to some thousands, so the bias is under a millionth."""
    return (chance(seed) * n) >> 32


@kernel
def kept(weights: Floats, wanted: int, seed: Ints) -> Ints:
    """The places of so many of what was drawn, each as often as its weight says; the weights come to more than 0.

    Evenly spaced marks over the summed weights: what is x times as heavy as another is kept about x times as often.
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
