"""Chance for kernels: numbers that follow from a seed."""

import numpy as np

from games.bots.compiling import Ints, kernel


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
