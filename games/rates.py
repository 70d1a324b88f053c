"""How sure a rate is that was counted: for matches of computer players and for everybody's statistics; and who shares a
place. No Django.
"""

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Final

#: The normal distribution's 97.5% point, for an interval of 95%.
Z: Final = 1.959964


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a rate by Wilson's score: honest for few games and for rates near 0 and 1.

    A tie may count as half a win. Nothing known is 0 to 1.
    """
    if games <= 0:
        return 0.0, 1.0
    rate, share = wins / games, Z * Z / games
    middle = (rate + share / 2) / (1 + share)
    reach = Z * sqrt(rate * (1 - rate) / games + share / games / 4) / (1 + share)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def places(marks: Sequence[Hashable]) -> list[int]:
    """The place of each, from 1, where the best come first: who are level share that of the first of them."""
    first = dict[Hashable, int]()
    for at, mark in enumerate(marks, 1):
        first.setdefault(mark, at)
    return [first[mark] for mark in marks]
