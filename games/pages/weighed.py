"""Values of a review for pages: marks, the worth of each action, and the account of a hand or game.

An account lists the chance to win before the hand or game, each change with its cause, and the chance afterwards. A
game also has the chance over time, turning points and error rates. Numbers are hundredths of a won game unless noted.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from games.pages.words import MINUS, plain_number, signed

#: Millionths of a game in one hundredth.
HUNDREDTH: Final = 10_000
#: Edges of the line in a drawing of 340 by 178. TOP is a chance of 1, BOTTOM a chance of 0.
LEFT, RIGHT, TOP, BOTTOM = 34.0, 326.0, 10.0, 150.0
#: Upper bound on hands numbered below the drawing.
NUMBERED: Final = 10
#: Distance of a turning point’s circle from the line; radius of the circle with a margin.
AWAY, MARGIN = 19.0, 9.0


@dataclass(frozen=True, slots=True)
class MarkShown:
    """The mark of a decision, drawn as one to three stitches. `step` is the replay's step before the choice.

    `spoken` is the mark in words, with the player's name unless the viewer made the choice (`is_mine`).
    """

    stitches: int
    spoken: str
    is_mine: bool
    step: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """An action, or several of equal worth: wins in a hundred games, and how many fewer than the best action.

    `cards` are the cards as text, `words` the name of an action without cards. `width` is the length of the bar, `gap`
    the distance from its end to the end of the best action's bar.
    """

    cards: tuple[str, ...]
    words: str
    wins: int
    lost: str
    width: str
    gap: str
    is_best: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class HeldShown:
    """The cards that a player holds, or holds in a sampled deal, as text in the order of a hand."""

    name: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecisionShown:
    """A decision. `mark` is None if the loss is small; `sentence` says what was chosen and what was best.

    `step` is the replay's step before the choice. `left_out` is the number of worse actions that are not shown.
    `chosen` and `best` are the cards ringed in the hand, `thoughts` some sampled hands of the other seats. `certain`
    says how precise the numbers are, `known` on whose knowledge they are based.
    """

    title: str
    cost: int
    sentence: str
    step: int
    is_mine: bool
    mark: MarkShown | None
    rows: tuple[ValueRow, ...]
    left_out: int
    reasons: tuple[str, ...]
    heading: str
    certain: str = ""
    chosen: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    thoughts: tuple[tuple[HeldShown, ...], ...] = ()
    known: str = ""

    @property
    def is_of_many(self) -> bool:
        """Whether a row names several cards, which take two lines."""
        return any(len(row.cards) > 1 for row in self.rows)


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A line of the account. A change's bar begins where the bar above it ended; `kind` is the bar's colour."""

    name: str
    value: str
    x: str
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class WeighedHand:
    """The review of a hand: a sentence, the viewer's costliest decisions (`faults`), and the account.

    `left_out` is a sentence with the cost of all other decisions, so that costs add up to the number in `sentence`.
    `about_rules` is a note on values fitted to other rules, or "". `marks` are those of all seats in the order
    of the hand. `here` is the decision that follows this step of the replay. `earlier` and `later` are the nearest
    steps with a mark before and after this step; other players' marks count only if the viewer has none.
    """

    sentence: str
    about: str
    about_rules: str
    faults: tuple[DecisionShown, ...]
    left_out: str
    account: tuple[AccountRow, ...]
    marks: tuple[MarkShown, ...]
    here: DecisionShown | None
    earlier: int | None
    later: int | None


def hundredths(millionths: int) -> int:
    """Round millionths to hundredths, half away from zero, so that opposite numbers stay opposite."""
    whole = (abs(millionths) + HUNDREDTH // 2) // HUNDREDTH
    return whole if millionths >= 0 else -whole


def account(
    before: int, parts: Sequence[tuple[str, int, str]], after: int, names: tuple[str, str]
) -> tuple[AccountRow, ...]:
    """Return the account from the chance `before` to the chance `after`, in hundredths of a game.

    Each part has a name, a change and a kind; the changes must add up. `names` are the labels of the two chances.
    """
    ends = [before]
    for _name, change, _kind in parts:
        ends.append(ends[-1] + change)
    low, high = min(ends), max(ends)
    scale = 100 / max(high - low, 1)

    def x(value: int) -> float:
        return (value - low) * scale

    rows = [AccountRow(names[0], plain_number(before), f"{x(before) * 0.985:.1f}", "1.5", "point")]
    for (name, change, kind), start in zip(parts, ends, strict=False):
        left, right = sorted((x(start), x(start + change)))
        rows.append(AccountRow(name, signed(change), f"{left:.1f}", f"{right - left:.1f}", kind))
    return (*rows, AccountRow(names[1], plain_number(after), f"{x(after) * 0.985:.1f}", "1.5", "point"))


def lost(hundredths_lost: int) -> str:
    """Return the cost of an action compared with the best action: "−6", or a dash for none."""
    return f"{MINUS}{hundredths_lost}" if hundredths_lost else "–"


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """A chance from 0 to 1, and the time in hands: 2.5 is the middle of the third hand."""

    when: float
    chance: float


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turning point: its place (`where`), a sentence, and the change of the chance to win.

    `kind` is the colour. `step` is the decision's step in the hand's replay; None for a change by the cards.
    """

    hand: int
    step: int | None
    where: str
    sentence: str
    mark: MarkShown | None
    change: str
    kind: str
    when: float


@dataclass(frozen=True, slots=True)
class PlacedTurn:
    """A turning point on the drawing: its position on the line, the y of its circle, and the y of the text in it."""

    number: int
    shown: TurnShown
    x: str
    y: str
    circle_y: str
    letter: str


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """A row of the chart's table: a hand, a decision or the end, with the chance before and after it in percent.

    `before` of a decision is the chance after its best choice. `step` is its step in the replay of `hand`; None for a
    row without a link.
    """

    name: str
    before: int
    after: int
    hand: int = 0
    step: int | None = None
    mark: MarkShown | None = None


@dataclass(frozen=True, slots=True)
class OutlookChart:
    """The chance to win in the course of a game: as a drawing, a sentence, and table rows.

    The rows are all hands and the decisions that cost something; in a game of one hand, all decisions and the end.
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
    """A player's error rate, in thousandths of a game per decision, with its bar."""

    name: str
    about: str
    value: str
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand, or the whole game: the chance after it and the marks of the viewer's decisions.

    `parts` are the effects of the deal, of decisions (own, the partner's if any, the opponents'), and of hidden cards.
    """

    number: int
    parts: tuple[str, ...]
    after: int
    marks: tuple[MarkShown, ...]


@dataclass(frozen=True, slots=True)
class WeighedGame:
    """The review of a whole game. `missing` is the number of hands without a review.

    `rate` is empty if the viewer made too few decisions; `unrated` are sentences on players without a rate.
    `about_rules` is as in `WeighedHand`.
    """

    title: str
    heading: str
    sentence: str
    outlook: OutlookChart
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


def outlook(
    line: Sequence[ChancePoint],
    turns: Sequence[TurnShown],
    hands: Sequence[int],
    rows: Sequence[OutlookRow],
    *,
    words: str,
) -> OutlookChart:
    """Lay out the drawing. `line` runs from the beginning to the end of the game; `hands` are the hands' numbers."""
    many = len(hands)

    def x(when: float) -> float:
        return LEFT + (RIGHT - LEFT) * when / many

    def y(chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(max(chance, 0.0), 1.0)

    def on_line(turn: TurnShown) -> float:
        """Return the y of the first point of the line at or after the turn, else of the last point."""
        return y(next((one.chance for one in line if one.when >= turn.when), line[-1].chance))

    every = -(-many // NUMBERED)
    return OutlookChart(
        words=words,
        points=" ".join(f"{x(one.when):.1f},{y(one.chance):.1f}" for one in line),
        end=(f"{x(line[-1].when):.1f}", f"{y(line[-1].chance):.1f}"),
        bands=tuple((f"{x(hand):.1f}", f"{x(1) - LEFT:.1f}") for hand in range(0, many, 2)),
        numbers=tuple((f"{x(place + 0.5):.1f}", hands[place]) for place in range(0, many, every)),
        grid=tuple((chance, f"{y(chance / 100):.1f}") for chance in range(0, 101, 25)),
        turns=tuple(_placed_turns((one, x(one.when), on_line(one)) for one in turns)),
        rows=tuple(rows),
    )


def _placed_turns(turns: Iterable[tuple[TurnShown, float, float]]) -> Iterator[PlacedTurn]:
    """Place circles below a falling and above a rising line, always inside the drawing.

    A circle that would overlap the previous circle is on the other side of the line, if there is room.
    """
    before = (-100.0, 0.0)
    for number, (shown, x, y) in enumerate(turns, 1):
        here, there = (y + AWAY, y - AWAY) if shown.change.startswith("−") else (y - AWAY, y + AWAY)
        covers = hypot(x - before[0], here - before[1]) < 2 * MARGIN
        at = there if covers or not TOP + MARGIN <= here <= BOTTOM - MARGIN else here
        at = at if TOP + MARGIN <= at <= BOTTOM - MARGIN else here
        before = x, at
        yield PlacedTurn(number, shown, f"{x:.1f}", f"{y:.1f}", f"{at:.1f}", f"{at + 3.2:.1f}")
