"""Scores by side: a hand's score sheet, its line in the list of scores, and the end of a game with a chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from django.utils.translation import gettext as _

from games.pages.seats import name_in
from games.pages.words import plain_number, signed
from games.snapshot import PlayedGame, Snapshot, Status

#: Edges of the plot in a drawing 340 wide.
LEFT, RIGHT, TOP, BOTTOM = 34, 293, 20, 168
#: Upper bound on hands numbered below the chart.
NUMBERED: Final = 10
#: Upper bound on grid lines.
LINES: Final = 12


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One side's cell in the list of scores: points of a hand, score after the hand, and notes on the points.

    If the side has several seats, each note is about one player, and `names` has the players' names.
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
    """A hand in the list of scores. A hand without `cells` was not scored: `note` says why."""

    number: int
    cells: tuple[ScoreCell, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SideSum:
    """A side at the head of a score sheet: its score after the hand (`now`) and before it, and the change."""

    name: str
    now: str
    was: str
    change: int
    change_words: str


@dataclass(frozen=True, slots=True)
class SumRow:
    """A source of points: title, sentence, and for each side the points, the points as text, and a short note."""

    title: str
    text: str
    cells: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The sources of a hand's points, the near side first. Without `rows` nothing was scored: `note` says why."""

    sides: tuple[SideSum, ...] = ()
    rows: tuple[SumRow, ...] = ()
    note: str = ""


def sum_row(title: str, text: str, points: Sequence[int], notes: Sequence[str] = ()) -> SumRow:
    """Return a row with the points of each side, the near side first."""
    added = notes or [""] * len(points)
    return SumRow(title, text, tuple((one, signed(one), note) for one, note in zip(points, added, strict=True)))


@dataclass(frozen=True, slots=True)
class ScorePoint:
    """A hand in the chart: `x`, and the y of both sides' scores. `number` labels the hand; 0: no label."""

    x: int
    near: int
    far: int
    number: int


@dataclass(frozen=True, slots=True)
class Race:
    """The chart of two sides' scores: lines `near` and `far`, `grid` lines as label and y, the y of 0, and `words`."""

    words: str
    points: tuple[ScorePoint, ...]
    grid: tuple[tuple[str, int], ...]
    near: str
    far: str
    zero: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The end of a game: how it ended and why, the game in numbers, and the chart."""

    about: str
    heading: str
    lead: str
    facts: tuple[tuple[str, str, str], ...]
    chart: Race | None


def ended_early(snapshot: Snapshot, own: str, lead: str) -> tuple[str, str]:
    """Return heading and sentence of a game without a result; `own` is the heading if this player gave up or left."""
    if snapshot.is_annulled:
        return _("The game has ended"), _("It had barely begun, so it doesn’t count.")
    if snapshot.gave_up is None or snapshot.own in (snapshot.gave_up, *snapshot.left):
        return own, lead
    name = {"name": name_in(snapshot, snapshot.gave_up)}
    cost = _("It counts as given up for %(name)s; no one gets a win.") % name
    return _("%(name)s has left the game") % name, f"{cost} {lead}"


def unfinished(game: Snapshot | PlayedGame, given_up: str, so_far: str) -> str:
    """Return the heading of a game without a result, for a past game or a spectator."""
    if game.is_annulled:
        return _("A game that doesn’t count")
    return given_up if game.status == Status.ABANDONED else so_far


def tie(scores: Sequence[int]) -> str:
    """Return the heading of a tie. With more than two sides it names only the best score."""
    points = {"points": plain_number(max(scores))}
    return _("A tie, %(points)s all") % points if len(scores) == 2 else _("A tie at %(points)s") % points


def race(
    near: Sequence[int], far: Sequence[int], *, names: tuple[str, str], start: int = 0, step: int = 100, words: str = ""
) -> Race | None:
    """Draw two sides' scores after each hand, beginning with the score `start`; None with fewer than two hands.

    Grid lines are `step` apart or, if these were too many, a multiple of `step`. `words` replaces the text; its
    placeholders are `me`, `mine`, `other` and `theirs`.
    """
    hands = len(near)
    if hands < 2:
        return None
    near, far = [start, *near], [start, *far]
    low, high = min(0, *near, *far), max(step, *near, *far)

    def height(score: int) -> int:
        return round(BOTTOM - (score - low) * (BOTTOM - TOP) / (high - low))

    def across(i: int) -> int:
        return round(LEFT + i * (RIGHT - LEFT) / hands)

    every = -(-hands // NUMBERED)
    apart = step * next(one for one in round_numbers() if high - low <= LINES * step * one)
    points = tuple(
        ScorePoint(across(i), height(near[i]), height(far[i]), i if i % every == 0 else 0) for i in range(hands + 1)
    )
    return Race(
        words=_words(
            words or _("Scores after each hand. %(me)s: %(mine)s. %(other)s: %(theirs)s."), near[1:], far[1:], names
        ),
        points=points,
        grid=tuple((plain_number(one), height(one)) for one in range(-(-low // apart) * apart, high + 1, apart) if one),
        near=" ".join(f"{point.x},{point.near}" for point in points),
        far=" ".join(f"{point.x},{point.far}" for point in points),
        zero=height(0),
        names=names,
    )


def round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))


def _words(words: str, mine: Sequence[int], theirs: Sequence[int], names: tuple[str, str]) -> str:
    return words % {
        "me": names[0],
        "other": names[1],
        "mine": ", ".join(plain_number(one) for one in mine),
        "theirs": ", ".join(plain_number(one) for one in theirs),
    }
