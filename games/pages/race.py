"""The end of a game, with a chart of the scores of two sides after each hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from django.utils.translation import gettext as _

from games.pages.seats import name_in
from games.pages.words import plain_number
from games.snapshot import PlayedGame, Snapshot, Status

#: Edges of the chart, which is 340 wide.
LEFT, RIGHT, TOP, BOTTOM = 34, 293, 20, 168
#: Upper bound on hands numbered below the chart.
NUMBERED: Final = 10
#: Upper bound on grid lines.
LINES: Final = 12


@dataclass(frozen=True, slots=True)
class Point:
    """The scores after a hand; `number` is 0 if the hand is not numbered."""

    x: int
    near: int
    far: int
    number: int


@dataclass(frozen=True, slots=True)
class Race:
    """Two sides' scores after each hand in the coordinates of the drawing, and the same in words."""

    words: str
    points: tuple[Point, ...]
    grid: tuple[tuple[str, int], ...]
    near: str
    far: str
    zero: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: who won and why, its facts in numbers, and the chart."""

    about: str
    heading: str
    lead: str
    facts: tuple[tuple[str, str, str], ...]
    chart: Race | None


def ended_early(snapshot: Snapshot, own: str, lead: str) -> tuple[str, str]:
    """Return heading and sentence of an unfinished game; `own` is the heading if the player gave it up."""
    if snapshot.is_annulled:
        return _("The game has ended"), _("It had hardly begun, so it counts for nobody.")
    if snapshot.gave_up is None or snapshot.own in (snapshot.gave_up, *snapshot.left):
        return own, lead
    name = {"name": name_in(snapshot, snapshot.gave_up)}
    cost = _("It counts as given up by %(name)s, and as a win for nobody.") % name
    return _("%(name)s has left the game") % name, f"{cost} {lead}"


def unfinished(game: Snapshot | PlayedGame, given_up: str, so_far: str) -> str:
    """Return the heading of a game without a result, for a past game or an onlooker."""
    if game.is_annulled:
        return _("A game that counts for nobody")
    return given_up if game.status == Status.ABANDONED else so_far


def tie(scores: Sequence[int]) -> str:
    """Return the heading of a tie. Of more than two sides, those with the best score are level."""
    points = {"points": plain_number(max(scores))}
    return _("A tie, %(points)s all") % points if len(scores) == 2 else _("A tie at %(points)s") % points


def race(
    near: Sequence[int], far: Sequence[int], *, names: tuple[str, str], start: int = 0, step: int = 100, words: str = ""
) -> Race | None:
    """Draw two sides' scores after each hand, from `start` on; None with fewer than two hands.

    Grid lines are `step` apart, or a multiple of it if there were too many. `words` replaces the text; its placeholders
    are `me`, `mine`, `other` and `theirs`.
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
        Point(across(i), height(near[i]), height(far[i]), i if i % every == 0 else 0) for i in range(hands + 1)
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
