"""The drawing of a game's scores, hand after hand, of two sides; and the same in words."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.viewmodel.table import Chart, Point
from games.viewmodel.words import plain_number

#: 340 wide; the left and right edge of the lines, the top and bottom of the scores.
LEFT, RIGHT, TOP, BOTTOM = 34, 293, 20, 168
#: As many hands are numbered below it as there is room for.
NUMBERED: Final = 10


def race(
    mine: Sequence[int], theirs: Sequence[int], *, names: tuple[str, str], start: int = 0, step: int = 100
) -> Chart | None:
    """Scores after each hand, from `start` on, with a line each `step`; None where fewer than two were scored."""
    hands = len(mine)
    if hands < 2:
        return None
    mine, theirs = [start, *mine], [start, *theirs]
    low, high = min(0, *mine, *theirs), max(step, *mine, *theirs)

    def height(score: int) -> int:
        return round(BOTTOM - (score - low) * (BOTTOM - TOP) / (high - low))

    def across(i: int) -> int:
        return round(LEFT + i * (RIGHT - LEFT) / hands)

    every = -(-hands // NUMBERED)
    points = tuple(
        Point(across(i), height(mine[i]), height(theirs[i]), i if i % every == 0 else 0) for i in range(hands + 1)
    )
    return Chart(
        words=_words(mine[1:], theirs[1:], names),
        points=points,
        grid=tuple((plain_number(one), height(one)) for one in range(-(-low // step) * step, high + 1, step) if one),
        mine=" ".join(f"{point.x},{point.mine}" for point in points),
        hers=" ".join(f"{point.x},{point.hers}" for point in points),
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
