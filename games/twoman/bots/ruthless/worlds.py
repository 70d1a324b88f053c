"""Drawing the hand that cannot be seen: hands from a pool, the likelier ones kept."""

import numpy as np

from games.bots.bits import lowest_of
from games.bots.chance import below, chance
from games.bots.compiling import Ints, kernel


@kernel
def cards_of(mask: int, cards: Ints) -> int:
    """Writes the cards of a hand into `cards`, lowest first; their number."""
    n = 0
    while mask:
        cards[n] = lowest_of(mask)
        mask &= mask - 1
        n += 1
    return n


@kernel
def draw(pool: Ints, size: int, count: int, seed: Ints) -> int:
    """A hand of `count` of the pool's first `size` cards; the pool is shuffled on the way."""
    hand = 0
    for i in range(count):
        j = i + below(seed, size - i)
        pool[i], pool[j] = pool[j], pool[i]
        hand |= 1 << pool[i]
    return hand


@kernel
def keep_likely(hands: Ints, weights: np.ndarray, count: int, wanted: int, seed: Ints) -> int:
    """Keeps `wanted` of the first `count` hands, each as often as its weight says; how many were kept.

    Evenly spaced marks over the summed weights, so that a hand of weight x comes x * wanted times, give or take one.
    """
    total = 0.0
    for i in range(count):
        total += weights[i]
    if total <= 0.0:
        return min(count, wanted)
    kept = np.empty(wanted, np.int64)
    mark = (chance(seed) / 4294967296.0) * total / wanted
    reached, i = weights[0], 0
    for k in range(wanted):
        while reached < mark and i < count - 1:
            i += 1
            reached += weights[i]
        kept[k] = hands[i]
        mark += total / wanted
    hands[:wanted] = kept
    return wanted
