"""Spreads of tricks in Two-Man Spades, about what a seat hopes for. Numbers only; no view, no cards."""

import math

from games.twoman.state import TRICKS

#: Of the tricks over its bid, the part a seat cannot shed.
_STICKS = 0.5
#: A failed nil takes one trick, two or more with these chances.
_NIL_BROKEN = {1: 0.45, 2: 0.3, 3: 0.25}


def weights(mean: float, deviation: float, low: int, high: int) -> dict[int, float]:
    """How likely each whole number from `low` to `high` is, about `mean`."""
    raw = {n: math.exp(-0.5 * ((n - mean) / deviation) ** 2) for n in range(low, high + 1)}
    total = sum(raw.values()) or 1.0
    return {n: weight / total for n, weight in raw.items()}


def bid_tricks(mean: float, deviation: float, bid: int) -> dict[int, float]:
    """The tricks to expect where the seat plays to `bid`: some of those over it are shed."""
    found: dict[int, float] = {}
    for tricks, weight in weights(mean, deviation, 0, TRICKS).items():
        kept = tricks if tricks <= bid else bid + round((tricks - bid) * _STICKS)
        found[kept] = found.get(kept, 0.0) + weight
    return found


def nil_tricks(chance: float) -> dict[int, float]:
    """The tricks of a nil that holds with `chance`."""
    return {0: chance, **{n: (1 - chance) * part for n, part in _NIL_BROKEN.items()}}
