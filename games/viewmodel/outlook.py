"""A game as its review shows it: the chance to win from hand to hand and decision to decision, where it turned, an
account that adds up, and what a decision cost on average. Numbers are hundredths of a game unless they say otherwise.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from games.viewmodel.weighed import AccountRow, MarkShown

#: The drawing is 340 wide and 178 high; the edges of the line, and where a chance of 1 and of 0 lies.
LEFT, RIGHT, TOP, BOTTOM = 34.0, 326.0, 10.0, 150.0
#: As many hands are numbered below it as there is room for.
NUMBERED: Final = 10
#: How far a turning point’s circle lies from the line, and how near to an edge it may come.
AWAY, MARGIN = 19.0, 9.0


@dataclass(frozen=True, slots=True)
class Point:
    """A chance, 0 to 1, and when: 2.5 is the middle of the third hand."""

    when: float
    chance: float


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turning point: where, what was done or came about, and by how much the chance rose or fell. `kind` colours it;
    `step` is the moment in the hand’s replay, None where it is the whole hand.
    """

    hand: int
    step: int | None
    where: str
    said: str
    mark: MarkShown | None
    change: str
    kind: str
    when: float


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """One on the drawing: `x` and `y` of the line, and `at` where its circle lies."""

    number: int
    shown: TurnShown
    x: str
    y: str
    at: str
    letter: str


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """A hand, a decision in it or its end, with the chance before and after it in percent.

    Before a decision stands the chance after its best choice. `step` is its place in the replay of `hand`; rows
    without a link have none.
    """

    name: str
    before: int
    after: int
    hand: int = 0
    step: int | None = None
    mark: MarkShown | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """The drawing, the same in a sentence, and as rows: of each hand and under it those of its decisions that cost
    something; in a game of one hand of all its decisions, and of its end.
    """

    words: str
    points: str
    end: tuple[str, str]
    bands: tuple[tuple[str, str], ...]
    numbers: tuple[tuple[str, int], ...]
    grid: tuple[tuple[int, str], ...]
    turns: tuple[PlacedTurn, ...]
    rows: tuple[OutlookRow, ...]


@dataclass(frozen=True, slots=True)
class RateRow:
    """Somebody’s error rate in thousandths of a game a decision, with its bar."""

    name: str
    about: str
    value: str
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """What the deal, the own decisions, those of a partner (where there is one), those of the other side and the hidden
    cards did in one hand, the chance after it, and the marks of one’s own decisions.
    """

    number: int
    parts: tuple[str, ...]
    after: int
    marks: tuple[MarkShown, ...]


@dataclass(frozen=True, slots=True)
class WeighedGame:
    """The review of a whole game. `missing` hands have no review; `rate` is empty where the own decisions are too few,
    and `unrated` are sentences on the decisions of whoever made too few; `about_rules` as in `WeighedHand`.
    """

    title: str
    heading: str
    sentence: str
    outlook: Outlook
    account: tuple[AccountRow, ...]
    rate: str
    rates: tuple[RateRow, ...]
    unrated: tuple[str, ...]
    about_rate: str
    about_rules: str
    has_partner: bool
    hands: tuple[HandRow, ...]
    whole: HandRow
    missing: int

    @property
    def has_marks(self) -> bool:
        """Whether a decision of one’s own waits under Practice."""
        return bool(self.whole.marks)


def outlook(
    line: Sequence[Point], turns: Sequence[TurnShown], hands: Sequence[int], rows: Sequence[OutlookRow], *, words: str
) -> Outlook:
    """`line` from the beginning to the end of the game; `hands` are their numbers."""
    many = len(hands)

    def x(when: float) -> float:
        return LEFT + (RIGHT - LEFT) * when / many

    def y(chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(max(chance, 0.0), 1.0)

    every = -(-many // NUMBERED)
    return Outlook(
        words=words,
        points=" ".join(f"{x(one.when):.1f},{y(one.chance):.1f}" for one in line),
        end=(f"{x(line[-1].when):.1f}", f"{y(line[-1].chance):.1f}"),
        bands=tuple((f"{x(hand):.1f}", f"{x(1) - LEFT:.1f}") for hand in range(0, many, 2)),
        numbers=tuple((f"{x(place + 0.5):.1f}", hands[place]) for place in range(0, many, every)),
        grid=tuple((chance, f"{y(chance / 100):.1f}") for chance in range(0, 101, 25)),
        turns=tuple(_placed([(one, x(one.when), y(_at(line, one.when))) for one in turns])),
        rows=tuple(rows),
    )


def _at(line: Sequence[Point], when: float) -> float:
    """The chance at that time, or at the next point of the line."""
    return next((one.chance for one in line if one.when >= when), line[-1].chance)


def _placed(turns: Iterable[tuple[TurnShown, float, float]]) -> Iterator[PlacedTurn]:
    """A circle lies below the line where it fell and above where it rose, always on the drawing, and on the other side
    where it would cover the one before.
    """
    before = (-100.0, 0.0)
    for number, (shown, x, y) in enumerate(turns, 1):
        here, there = (y + AWAY, y - AWAY) if shown.change.startswith("−") else (y - AWAY, y + AWAY)
        covers = hypot(x - before[0], here - before[1]) < 2 * MARGIN
        at = there if covers or not TOP + MARGIN <= here <= BOTTOM - MARGIN else here
        at = at if TOP + MARGIN <= at <= BOTTOM - MARGIN else here
        before = x, at
        yield PlacedTurn(number, shown, f"{x:.1f}", f"{y:.1f}", f"{at:.1f}", f"{at + 3.2:.1f}")
