"""What lines add up to, in a form that adds up again: days to months, months to a year. Pure: no row, no clock.

Adding is associative, and the order of lines matters only to streaks, so whoever adds does it in the order of time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.facts import CUT_SHORT, Ending
from games.figures.declared import Figure, Figures, Form
from games.services.counting.decided import Decided

RANKED: Final = "ranked"
#: Where a tally keeps what was decided.
DECIDED: Final = "decided"
WON, LOST, TIE = Ending.WON.value, Ending.LOST.value, Ending.TIE.value


class Sum(NamedTuple):
    """How often a number was there, and what it came to."""

    n: int = 0
    total: int = 0

    def plus(self, other: "Sum") -> "Sum":
        return Sum(self.n + other.n, self.total + other.total)

    @property
    def average(self) -> float | None:
        return self.total / self.n if self.n else None


class Extreme(NamedTuple):
    """A number and where it was reached: the game's code, the hand (0: all of it), the seat."""

    value: int
    code: str
    number: int
    seat: int


class Streak(NamedTuple):
    """A row of yes and no: its length, how many yes it begins and ends with, and the most in a row."""

    length: int = 0
    prefix: int = 0
    suffix: int = 0
    best: int = 0

    def then(self, other: "Streak") -> "Streak":
        return Streak(
            self.length + other.length,
            self.prefix + other.prefix if self.prefix == self.length else self.prefix,
            other.suffix + self.suffix if other.suffix == other.length else other.suffix,
            max(self.best, other.best, self.suffix + other.prefix),
        )


def score_of(marks: Mapping[str, int], *, ranked: bool = False) -> float:
    """Games won, where a tie is half a win: of all, or of those that rank."""
    before = f"{RANKED}_" if ranked else ""
    return marks[f"{before}{WON}"] + marks[f"{before}{TIE}"] / 2


def one(is_yes: bool) -> Streak:
    return Streak(1, 1, 1, 1) if is_yes else Streak(1)


@dataclass(frozen=True, slots=True)
class MeasuredLine:
    code: str
    number: int
    seat: int
    marks: tuple[str, ...]
    numbers: Mapping[str, int]
    is_ranked: bool
    weighed: Mapping[str, Any] | None = None
    is_interrupted: bool = False


@dataclass
class Part:
    """What hands, or games, add up to."""

    n: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    sums: dict[str, Sum] = field(default_factory=dict)
    spreads: dict[str, Counter[str]] = field(default_factory=dict)
    tops: dict[str, Extreme] = field(default_factory=dict)
    streaks: dict[str, Streak] = field(default_factory=dict)

    def add_sum(self, name: str, more: Sum) -> None:
        self.sums[name] = self.sums.get(name, Sum()).plus(more)

    def add_top(self, top: Figure, more: Extreme) -> None:
        """The earlier one stays where they are equal."""
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
        for name, more in other.sums.items():
            self.add_sum(name, more)
        for name, spread in other.spreads.items():
            self.add_spread(name, spread)
        for name, streak in other.streaks.items():
            self.add_streak(name, streak)
        for top in tops:
            if top.name in other.tops:
                self.add_top(top, other.tops[top.name])

    def average(self, name: str) -> float | None:
        return self.sums.get(name, Sum()).average

    def total(self, name: str) -> int:
        return self.sums.get(name, Sum()).total

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"n": self.n, "marks": dict(self.marks), "sums": self.sums, "tops": self.tops}
        return {**found, "spreads": {name: dict(one) for name, one in self.spreads.items()}, "streaks": self.streaks}

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
    """The hands and the games of one stretch of time, and what reviews say of the hands."""

    hands: Part = field(default_factory=Part)
    games: Part = field(default_factory=Part)
    decided: Decided = field(default_factory=Decided)

    def add_line(self, line: MeasuredLine, figures: Figures, *, is_house: bool = False) -> None:
        """Add one line. Of everybody there are records of ranked games alone, and no rank."""
        part = self.hands if line.number else self.games
        part.n += 1
        _add_marks(part, line, figures)
        _add_numbers(part, line, figures)
        if line.is_ranked or not is_house:
            _add_tops(part, line, figures.tops[not line.number])
        if not line.number:
            _add_streaks(part, line)
        if line.is_ranked and not line.number and not is_house:
            _add_rank(part, line)
        if line.weighed is not None and not is_house:
            self.decided.add_hand(Decided.from_json(line.weighed), line.marks, figures)

    def add(self, other: "Measures", figures: Figures) -> None:
        self.hands.add(other.hands, figures.tops[False])
        self.games.add(other.games, figures.tops[True])
        self.decided.add(other.decided)

    def as_json(self) -> dict[str, Any]:
        found = {"hands": self.hands.as_json(), "games": self.games.as_json()}
        return {**found, DECIDED: self.decided.as_json()} if self.decided.luck.n else found

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Measures":
        decided = Decided.from_json(stored[DECIDED]) if DECIDED in stored else Decided()
        return cls(Part.from_json(stored["hands"]), Part.from_json(stored["games"]), decided)


def _add_marks(part: Part, line: MeasuredLine, figures: Figures) -> None:
    under = [mark for mark in line.marks if figures.is_side(mark)]
    part.marks.update(line.marks)
    part.marks.update(f"{mark}@{side}" for mark in line.marks if mark in figures.split for side in under)


def _add_numbers(part: Part, line: MeasuredLine, figures: Figures) -> None:
    """Averages of games are of those played to their end, as the best and the worst are. A hand counts in any game."""
    if not CUT_SHORT.isdisjoint(line.marks):
        return
    numbers = line.numbers
    for name, value in numbers.items():
        part.add_sum(name, Sum(1, value))
        if name in figures.split:
            for side in line.marks:
                if figures.is_side(side):
                    part.add_sum(f"{name}@{side}", Sum(1, value))
    if line.number:
        for names in figures.spreads:
            if all(name in numbers for name in names):
                part.add_spread(":".join(names), {":".join(str(numbers[name]) for name in names): 1})


def _add_tops(part: Part, line: MeasuredLine, tops: Iterable[Figure]) -> None:
    for top in tops:
        if top.counts in line.numbers and (not top.of or top.of in line.marks):
            part.add_top(top, Extreme(line.numbers[top.counts], line.code, line.number, line.seat))


def _add_streaks(part: Part, line: MeasuredLine) -> None:
    """Extend or end the streaks of wins and losses.

    A game given up ends a streak of wins and is no loss; one that ended while an older game was open ends both; one
    that counts for nobody ends none.
    """
    if Ending.ANNULLED in line.marks:
        return
    part.add_streak(WON, one(WON in line.marks and not line.is_interrupted))
    part.add_streak(LOST, one(LOST in line.marks and not line.is_interrupted))


def _add_rank(part: Part, line: MeasuredLine) -> None:
    part.marks.update((RANKED, f"{RANKED}_{line.marks[0]}"))
    part.add_streak(RANKED, one(WON in line.marks and not line.is_interrupted))
