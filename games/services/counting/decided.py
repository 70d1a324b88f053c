"""What decisions cost and what the cards brought, in a form that adds up. Pure: no row, no clock.

Numbers are whole millionths of a game, so that any order of adding comes to the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import sqrt
from typing import Any, Final, NamedTuple

from games.figures.declared import Figures
from games.review.face import SURE, SURELY

#: Millionths of a game in a thousandth, and in one.
THOUSANDTH: Final = 1_000
#: Fewer decisions are no rate.
FEWEST: Final = 20
#: Rounds of a long hand from here on are counted as one.
LAST_TRICK: Final = 14


class Cost(NamedTuple):
    """Decisions, what they lost together, the sum of the squares of that, and how many were marked."""

    n: int = 0
    loss: int = 0
    squares: int = 0
    marked: int = 0
    blunders: int = 0

    def plus(self, other: "Cost") -> "Cost":
        return Cost(*(one + more for one, more in zip(self, other, strict=True)))

    def less(self, other: "Cost") -> "Cost":
        return Cost(*(one - part for one, part in zip(self, other, strict=True)))

    @property
    def is_rated(self) -> bool:
        return self.n >= FEWEST

    @property
    def rate(self) -> float:
        """Thousandths of a game that a decision cost on average."""
        return self.loss / THOUSANDTH / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Within which the rate lies in 95 of 100 cases, as far as so many decisions tell."""
        if self.n < 2:
            return self.rate, self.rate
        spread = max(self.squares - self.loss * self.loss / self.n, 0.0) / (self.n - 1) / self.n
        wide = SURELY * sqrt(spread) / THOUSANDTH
        return max(self.rate - wide, 0.0), self.rate + wide


class Luck(NamedTuple):
    """Hands, what their cards brought together, and the sum of the squares of that."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: "Luck") -> "Luck":
        return Luck(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def games(self) -> float:
        return self.total / SURE

    @property
    def chance(self) -> float:
        """The games within which the sum stays by chance alone in 95 of 100 cases: its mean is exactly 0."""
        return SURELY * sqrt(self.squares) / SURE


@dataclass
class Decided:
    """The reviewed hands of one stretch of time. `cells` are costs by kind of decision and trick ("lead/3"), `sides`
    those of hands with a mark, over all kinds.
    """

    games: int = 0
    luck: Luck = field(default_factory=Luck)
    cells: dict[str, Cost] = field(default_factory=dict)
    sides: dict[str, Cost] = field(default_factory=dict)

    def add_decision(self, kind: str, trick: int, cost: Cost) -> None:
        _add(self.cells, f"{kind}/{min(trick, LAST_TRICK)}", cost)

    def add_hand(self, hand: "Decided", marks: Iterable[str], figures: Figures) -> None:
        self.add(hand)
        for mark in filter(figures.is_side, marks):
            _add(self.sides, mark, hand.cost())

    def add(self, other: "Decided") -> None:
        self.games += other.games
        self.luck = self.luck.plus(other.luck)
        for name, cost in other.cells.items():
            _add(self.cells, name, cost)
        for name, cost in other.sides.items():
            _add(self.sides, name, cost)

    def cost(self, kind: str = "", trick: int | None = None) -> Cost:
        """Of all decisions, of one kind, in one trick, or both."""
        asked = [cost for name, cost in self.cells.items() if _is_asked(name, kind, trick)]
        return reduce(Cost.plus, asked, Cost())

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(name.partition("/")[0] for name in self.cells)

    @property
    def tricks(self) -> tuple[int, ...]:
        return tuple(sorted({int(name.partition("/")[2]) for name in self.cells} - {0}))

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"games": self.games, "luck": self.luck, "cells": self.cells}
        return {**found, "sides": self.sides} if self.sides else found

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Decided":
        return cls(
            games=stored["games"],
            luck=Luck(*stored["luck"]),
            cells={name: Cost(*one) for name, one in stored["cells"].items()},
            sides={name: Cost(*one) for name, one in stored.get("sides", {}).items()},
        )


def _is_asked(name: str, kind: str, trick: int | None) -> bool:
    of_kind, _slash, of_trick = name.partition("/")
    return kind in ("", of_kind) and trick in (None, int(of_trick))


def _add(costs: dict[str, Cost], name: str, more: Cost) -> None:
    costs[name] = costs.get(name, Cost()).plus(more)
