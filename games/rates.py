"""Confidence intervals of measured rates, and ranks with ties, for matches and statistics. No Django."""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Final

#: The normal distribution's 97.5th percentile, for a 95% interval.
Z: Final = 1.959964


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a rate; valid for few games and for rates near 0 and 1.

    A tie may count as half a win. Without games the interval is 0 to 1.
    """
    if games <= 0:
        return 0.0, 1.0
    rate, share = wins / games, Z * Z / games
    middle = (rate + share / 2) / (1 + share)
    reach = Z * sqrt(rate * (1 - rate) / games + share / games / 4) / (1 + share)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def places(marks: Sequence[Hashable]) -> list[int]:
    """Return the rank, from 1, of each result. `marks` are the results, best first; equal results share a rank."""
    first = dict[Hashable, int]()
    for at, mark in enumerate(marks, 1):
        first.setdefault(mark, at)
    return [first[mark] for mark in marks]
