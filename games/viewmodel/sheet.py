"""A finished hand in points, side by side: the sheet of its reasons, its line in the list of scores, its summary."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.snapshot import SealSnapshot
from games.viewmodel.tricks import TrickRow
from games.viewmodel.words import plain_number, signed


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One side of a hand in the list of scores: what it won or lost, where it stood then, and how that came about.

    `names` say whose each note is, where a side is of several.
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
    """A hand of the list; no cells where it was not scored, and `note` says why."""

    number: int
    cells: tuple[ScoreCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SideSum:
    """A side at the head of a hand's sheet."""

    name: str
    now: str
    was: str
    change: int
    change_words: str


@dataclass(frozen=True, slots=True)
class SumRow:
    """Where points came from: a title, a sentence, and what it was for each side, with a small addition."""

    title: str
    text: str
    cells: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Every reason of a hand's points, the near side first. No rows where nothing was scored; `note` says why."""

    sides: tuple[SideSum, ...] = ()
    rows: tuple[SumRow, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished hand explained. `players` head the columns of `tricks`; `auto` are those the table played out.

    `remark` is said by `remark_by`. `first_book`: the cards that were put aside, where they count as a trick.
    `is_void`: the deal does not count.
    """

    number: int
    heading: str
    sub: str
    sheet: Sheet
    players: tuple[str, ...]
    tricks: tuple[TrickRow, ...]
    auto: tuple[TrickRow, ...]
    auto_note: str
    seal: SealSnapshot | None = None
    first_book: str = ""
    is_void: bool = False
    remark: str = ""
    remark_by: str = ""

    @property
    def swept(self) -> Sequence[TrickRow]:
        """What is laid down once more when the table has played the rest: that, and the trick that settled it."""
        return (*self.tricks[-1:], *self.auto) if self.auto else ()


def side_sum(name: str, now: int, was: int) -> SideSum:
    return SideSum(name, plain_number(now), plain_number(was), now - was, signed(now - was))


def sum_row(title: str, text: str, points: Sequence[int], notes: Sequence[str] = ()) -> SumRow:
    """A row with the points of each side, the near one first."""
    added = notes or [""] * len(points)
    return SumRow(title, text, tuple((one, signed(one), note) for one, note in zip(points, added, strict=True)))
