"""Chance for kernels: numbers that follow from a seed, and of what was drawn the likelier kept."""

import numpy as np

from games.bots.compiling import Floats, Ints, kernel


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
