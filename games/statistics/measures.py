"""Additive totals of lines, reviewed decisions and card luck: days add up to weeks and months, months to a year.

Uses no queries and no clock. Addition is associative but not commutative: streaks, and extremes on a tie, depend on
the order, so add in chronological order. Losses and luck are integers in millionths of a game, so sums are exact.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import sqrt
from operator import add
from typing import Any, Final, NamedTuple, TypeVar

from games.evaluation.interface import SURE, SURELY
from games.facts import CUT_SHORT, Ending
from games.figures import Figure, Figures, Form
from games.statistics.models import PersonLine

RANKED: Final = "ranked"
#: JSON key of the review totals in a tally.
DECIDED: Final = "decided"
WON, LOST, TIE = Ending.WON.value, Ending.LOST.value, Ending.TIE.value
#: Millionths of a game in a thousandth of a game.
THOUSANDTH: Final = 1_000
#: Minimum number of decisions for which a rate is shown.
FEWEST: Final = 20
#: This trick or round of a hand and all later ones are counted together, under this number.
LAST_TRICK: Final = 14


class Cost(NamedTuple):
    """Totals of decisions: number, loss in millionths of a game, sum of squared losses, number marked, blunders."""

    n: int = 0
    loss: int = 0
    squares: int = 0
    marked: int = 0
    blunders: int = 0

    @property
    def is_rated(self) -> bool:
        return self.n >= FEWEST

    @property
    def rate(self) -> float:
        """The mean loss per decision in thousandths of a game; 0 without decisions."""
        return self.loss / THOUSANDTH / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `rate`, in thousandths; the lower end is at least 0."""
        if self.n < 2:
            return self.rate, self.rate
        spread = max(self.squares - self.loss * self.loss / self.n, 0.0) / (self.n - 1) / self.n
        wide = SURELY * sqrt(spread) / THOUSANDTH
        return max(self.rate - wide, 0.0), self.rate + wide


class Luck(NamedTuple):
    """Totals of hands: number, card luck in millionths of a game, sum of the squares of each hand's luck."""

    n: int = 0
    total: int = 0
    squares: int = 0

    @property
    def games(self) -> float:
        """The total luck in games won."""
        return self.total / SURE

    @property
    def chance(self) -> float:
        """The half-width, in games, of the 95% interval of the total under pure chance (mean 0)."""
        return SURELY * sqrt(self.squares) / SURE


class Sum(NamedTuple):
    """The total of a number, and how many lines have the number."""

    n: int = 0
    total: int = 0


Addend = TypeVar("Addend", Cost, Luck, Sum)


def plus(total: Addend, more: Addend) -> Addend:
    return type(total)(*map(add, total, more))


def _merge(totals: dict[str, Addend], more: Mapping[str, Addend]) -> None:
    for name, addend in more.items():
        totals[name] = plus(totals[name], addend) if name in totals else addend


@dataclass
class ReviewTotals:
    """Review totals of hands. `games` is the number of games, each counted with its first reviewed hand.

    `cells` are costs by "kind/trick" ("lead/3"); `sides` are costs by mark of the hand, over all kinds.
    """

    games: int = 0
    luck: Luck = field(default_factory=Luck)
    cells: dict[str, Cost] = field(default_factory=dict)
    sides: dict[str, Cost] = field(default_factory=dict)

    def add_decision(self, kind: str, trick: int, cost: Cost) -> None:
        _merge(self.cells, {f"{kind}/{min(trick, LAST_TRICK)}": cost})

    def add_hand(self, hand: "ReviewTotals", marks: Iterable[str], figures: Figures) -> None:
        self.add(hand)
        for mark in filter(figures.is_side, marks):
            _merge(self.sides, {mark: hand.cost()})

    def add(self, other: "ReviewTotals") -> None:
        self.games += other.games
        self.luck = plus(self.luck, other.luck)
        _merge(self.cells, other.cells)
        _merge(self.sides, other.sides)

    def cost(self, kind: str = "", trick: int | None = None) -> Cost:
        """Return the total cost of the decisions, optionally of one kind or one trick only."""
        asked = [cost for name, cost in self.cells.items() if _is_asked(name, kind, trick)]
        return reduce(plus, asked, Cost())

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
    def from_json(cls, stored: Mapping[str, Any]) -> "ReviewTotals":
        return cls(
            games=stored["games"],
            luck=Luck(*stored["luck"]),
            cells={name: Cost(*one) for name, one in stored["cells"].items()},
            sides={name: Cost(*one) for name, one in stored.get("sides", {}).items()},
        )


def _is_asked(name: str, kind: str, trick: int | None) -> bool:
    of_kind, _slash, of_trick = name.partition("/")
    return kind in ("", of_kind) and trick in (None, int(of_trick))


class Extreme(NamedTuple):
    """A largest or smallest number and its origin: game code, hand number (0: the whole game), seat."""

    value: int
    code: str
    number: int
    seat: int


class Streak(NamedTuple):
    """A summarised sequence of booleans: its length, and the leading, trailing and longest run of True."""

    length: int = 0
    prefix: int = 0
    suffix: int = 0
    best: int = 0

    def then(self, other: "Streak") -> "Streak":
        """Return the streak of this sequence followed by `other`."""
        return Streak(
            self.length + other.length,
            self.prefix + other.prefix if self.prefix == self.length else self.prefix,
            other.suffix + self.suffix if other.suffix == other.length else other.suffix,
            max(self.best, other.best, self.suffix + other.prefix),
        )


def score_of(marks: Mapping[str, int], *, ranked: bool = False) -> float:
    """Return the number of games won, of all or only of ranked games; a tie is half a win."""
    before = f"{RANKED}_" if ranked else ""
    return marks[f"{before}{WON}"] + marks[f"{before}{TIE}"] / 2


def one(is_yes: bool) -> Streak:
    return Streak(1, 1, 1, 1) if is_yes else Streak(1)


@dataclass
class Part:
    """Totals of hands or games: marks, streaks, sums, `spreads` (counts of each value), `tops` (extremes), by name."""

    n: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    sums: dict[str, Sum] = field(default_factory=dict)
    tops: dict[str, Extreme] = field(default_factory=dict)
    spreads: dict[str, Counter[str]] = field(default_factory=dict)
    streaks: dict[str, Streak] = field(default_factory=dict)

    def add_top(self, top: Figure, more: Extreme) -> None:
        """Replace the extreme of figure `top` if `more` is more extreme; on a tie the earlier one stays."""
        before = self.tops.get(top.name)
        if before is None or (more.value > before.value if top.form is Form.LARGEST else more.value < before.value):
            self.tops[top.name] = more

    def add_streak(self, name: str, more: Streak) -> None:
        self.streaks[name] = self.streaks.get(name, Streak()).then(more)

    def add_spread(self, name: str, more: Mapping[str, int]) -> None:
        self.spreads.setdefault(name, Counter()).update(more)

    def add(self, other: "Part", tops: Iterable[Figure]) -> None:
        self.n += other.n
        self.marks.update(other.marks)
        _merge(self.sums, other.sums)
        for name, spread in other.spreads.items():
            self.add_spread(name, spread)
        for name, streak in other.streaks.items():
            self.add_streak(name, streak)
        for top in tops:
            if top.name in other.tops:
                self.add_top(top, other.tops[top.name])

    def average(self, name: str) -> float | None:
        found = self.sums.get(name, Sum())
        return found.total / found.n if found.n else None

    def total(self, name: str) -> int:
        return self.sums.get(name, Sum()).total

    def as_json(self) -> dict[str, Any]:
        return {**vars(self)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Part":
        return cls(
            n=stored["n"],
            marks=Counter(stored["marks"]),
            sums={name: Sum(*one) for name, one in stored["sums"].items()},
            spreads={name: Counter(one) for name, one in stored["spreads"].items()},
            tops={name: Extreme(*one) for name, one in stored["tops"].items()},
            streaks={name: Streak(*one) for name, one in stored["streaks"].items()},
        )


@dataclass
class Measures:
    hands: Part = field(default_factory=Part)
    games: Part = field(default_factory=Part)
    decided: ReviewTotals = field(default_factory=ReviewTotals)

    def add_line(
        self,
        line: PersonLine,
        figures: Figures,
        *,
        is_brought: bool = False,
        is_interrupted: bool = False,
        is_house: bool = False,
    ) -> None:
        """Add one line; load its game beforehand to avoid queries.

        Games of an adopted guest (`is_brought`) do not rank. Interrupted games (see `lines`) extend no streak. The
        site total (`is_house`) has extremes of ranked lines only, does not count ranked games, and has no reviews.
        """
        part = self.hands if line.number else self.games
        part.n += 1
        sides = [mark for mark in line.mark_names if figures.is_side(mark)]
        part.marks.update(line.mark_names)
        part.marks.update(f"{mark}@{side}" for mark in line.mark_names if mark in figures.split for side in sides)
        _add_numbers(part, line, figures, sides)
        if line.is_ranked or not is_house:
            _add_tops(part, line, figures.tops[not line.number])
        if not line.number:
            _add_streaks(part, line, is_interrupted)
            if line.is_ranked and not is_brought and not is_house:
                part.marks.update((RANKED, f"{RANKED}_{line.mark_names[0]}"))
                part.add_streak(RANKED, one(WON in line.mark_names and not is_interrupted))
        if line.weighed is not None and not is_house:
            self.decided.add_hand(ReviewTotals.from_json(line.weighed), line.mark_names, figures)

    def add(self, other: "Measures", figures: Figures) -> None:
        self.hands.add(other.hands, figures.tops[False])
        self.games.add(other.games, figures.tops[True])
        self.decided.add(other.decided)

    def as_json(self) -> dict[str, Any]:
        found = {"hands": self.hands.as_json(), "games": self.games.as_json()}
        return {**found, DECIDED: self.decided.as_json()} if self.decided.luck.n else found

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Measures":
        decided = ReviewTotals.from_json(stored[DECIDED]) if DECIDED in stored else ReviewTotals()
        return cls(Part.from_json(stored["hands"]), Part.from_json(stored["games"]), decided)


def _add_numbers(part: Part, line: PersonLine, figures: Figures, sides: Iterable[str]) -> None:
    """Add sums and spreads. A game cut short adds none, so averages cover finished games; its finished hands count."""
    if not CUT_SHORT.isdisjoint(line.mark_names):
        return
    numbers = line.numbers
    for name, value in numbers.items():
        _merge(part.sums, {name: Sum(1, value)})
        if name in figures.split:
            for side in sides:
                _merge(part.sums, {f"{name}@{side}": Sum(1, value)})
    if line.number:
        for names in figures.spreads:
            if all(name in numbers for name in names):
                part.add_spread(":".join(names), {":".join(str(numbers[name]) for name in names): 1})


def _add_tops(part: Part, line: PersonLine, tops: Iterable[Figure]) -> None:
    for top in tops:
        if top.counts in line.numbers and (not top.of or top.of in line.mark_names):
            part.add_top(top, Extreme(line.numbers[top.counts], line.game.code, line.number, line.seat))


def _add_streaks(part: Part, line: PersonLine, is_interrupted: bool) -> None:
    """Extend or end the streaks of wins and losses.

    A game that is interrupted (see `lines`), or neither won nor lost, ends both streaks. An annulled game does not.
    """
    if Ending.ANNULLED in line.mark_names:
        return
    for mark in (WON, LOST):
        part.add_streak(mark, one(mark in line.mark_names and not is_interrupted))
