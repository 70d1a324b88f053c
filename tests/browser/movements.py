"""Recorded movements of cards: the position of each card at fractions of its animation's duration."""

from dataclasses import dataclass
from math import dist
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

#: Fractions of a movement's duration at which the card's position is recorded.
SHARES: Final = (0, 0.1, 0.5, 0.9, 1)
#: Script that records the positions of cards before each swap, and the path of each movement when it begins.
WATCH: Final = Path(__file__).with_name("movements.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    width: float
    opacity: float

    def is_at(self, other: "Point", tolerance: float = 1.5) -> bool:
        return dist((self.x, self.y), (other.x, other.y)) <= tolerance


@dataclass(frozen=True)
class Movement:
    """The movement of one card.

    `path` has the positions at `SHARES`, `lies` the position after the movement, `lay` the position before the swap
    (None if the card was not on the page). `kind` is where the card is: in the "hand", in the "trick", in the "sweep"
    that shows claimed tricks, or a "copy" that leaves a finished trick.
    """

    card: str
    kind: str
    seat: str
    is_mine: bool
    delay: float
    duration: float
    path: tuple[Point, ...]
    lies: Point
    lay: Point | None

    @property
    def done(self) -> list[float]:
        """The fraction of the way that the card has covered at each of `SHARES`."""
        start, end = self.path[0], self.path[-1]
        (x, y), whole = (end.x - start.x, end.y - start.y), dist((start.x, start.y), (end.x, end.y))
        return [((at.x - start.x) * x + (at.y - start.y) * y) / whole**2 for at in self.path]

    @property
    def strays(self) -> float:
        """The greatest distance of the path from the straight line between its ends, in pixels."""
        start, end = self.path[0], self.path[-1]
        return max(
            dist((at.x, at.y), (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)))
            for at, share in zip(self.path, self.done, strict=True)
        )

    @property
    def opacities(self) -> list[float]:
        return [at.opacity for at in self.path]

    @property
    def widths(self) -> list[float]:
        return [at.width for at in self.path]


def watch_movements(page: Page) -> None:
    """Record every movement from now on."""
    page.evaluate(WATCH, list(SHARES))


def movements(page: Page) -> list[Movement]:
    """Return the movements since the last call, in the order in which they began."""
    return [_movement(one) for one in page.evaluate("window.movements.splice(0)")]


def _movement(told: dict[str, Any]) -> Movement:
    return Movement(
        card=told["card"],
        kind=told["kind"],
        seat=told["seat"],
        is_mine=told["isMine"],
        delay=told["delay"],
        duration=told["duration"],
        path=tuple(Point(**at) for at in told["path"]),
        lies=Point(**told["lies"]),
        lay=Point(**told["lay"]) if told["lay"] else None,
    )
