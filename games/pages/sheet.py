"""A finished hand in points by side: its score sheet, and its line in the list of scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.pages.words import plain_number, signed


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One side of a hand in the list of scores: points, the score after it, and notes on how they came about.

    `names` say whose each note is, if the side has several seats.
    """

    points: int
    score: int
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        return signed(self.points)

    @property
    def total(self) -> str:
        return plain_number(self.score)

    @property
    def named_notes(self) -> tuple[str, ...]:
        if not self.names:
            return self.notes
        return tuple(f"{name}: {note}" for name, note in zip(self.names, self.notes, strict=True))


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A hand in the list of scores. Without cells it was not scored: `note` says why."""

    number: int
    cells: tuple[ScoreCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SideSum:
    """A side at the head of a score sheet."""

    name: str
    now: str
    was: str
    change: int
    change_words: str


@dataclass(frozen=True, slots=True)
class SumRow:
    """A source of points: title, sentence, and for each side the points, the same in words, and a short note."""

    title: str
    text: str
    cells: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sources of a hand's points, the near side first. Without rows nothing was scored: `note` says why."""

    sides: tuple[SideSum, ...] = ()
    rows: tuple[SumRow, ...] = ()
    note: str = ""


def side_sum(name: str, now: int, was: int) -> SideSum:
    return SideSum(name, plain_number(now), plain_number(was), now - was, signed(now - was))


def sum_row(title: str, text: str, points: Sequence[int], notes: Sequence[str] = ()) -> SumRow:
    """Return a row with the points of each side, the near one first."""
    added = notes or [""] * len(points)
    return SumRow(title, text, tuple((one, signed(one), note) for one, note in zip(points, added, strict=True)))
