"""The end of a game, with the drawing of its scores hand after hand, of two sides, and the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.viewmodel.words import plain_number

#: 340 wide; the left and right edge of the lines, the top and bottom of the scores.
LEFT, RIGHT, TOP, BOTTOM = 34, 293, 20, 168
#: As many hands are numbered below it as there is room for.
NUMBERED: Final = 10


@dataclass(frozen=True, slots=True)
class Point:
    """The scores after one hand; `number` is 0 where the hand is not numbered below."""

    x: int
    near: int
    far: int
    number: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores after each hand in the coordinates of the drawing, and the same in words."""

    words: str
    points: tuple[Point, ...]
    grid: tuple[tuple[str, int], ...]
    near: str
    far: str
    zero: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: who won and why, how it went, and each of its hands."""

    about: str
    heading: str
    lead: str
    facts: tuple[tuple[str, str, str], ...]
    chart: Chart | None


def race(
    near: Sequence[int], far: Sequence[int], *, names: tuple[str, str], start: int = 0, step: int = 100
) -> Chart | None:
    """Scores after each hand, from `start` on, with a line each `step`; None where fewer than two were scored."""
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
    points = tuple(
        Point(across(i), height(near[i]), height(far[i]), i if i % every == 0 else 0) for i in range(hands + 1)
    )
    return Chart(
        words=_words(near[1:], far[1:], names),
        points=points,
        grid=tuple((plain_number(one), height(one)) for one in range(-(-low // step) * step, high + 1, step) if one),
        near=" ".join(f"{point.x},{point.near}" for point in points),
        far=" ".join(f"{point.x},{point.far}" for point in points),
        zero=height(0),
        names=names,
    )


def _words(mine: Sequence[int], theirs: Sequence[int], names: tuple[str, str]) -> str:
    return _("Scores after each hand. %(me)s: %(mine)s. %(other)s: %(theirs)s.") % {
        "me": names[0],
        "other": names[1],
        "mine": ", ".join(plain_number(one) for one in mine),
        "theirs": ", ".join(plain_number(one) for one in theirs),
    }
