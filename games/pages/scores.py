"""Finished hands and games: score sheets, lists of scores, `TrickHand`, the end of a game, and the chart of scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.state import Seat
from games.pages.seats import clockwise, name_in
from games.pages.tricks import ShownTrick, TrickRow, claimed
from games.pages.words import plain_number, signed
from games.snapshot import PlayedGame, PlayedHand, SealSnapshot, Snapshot, Status

if TYPE_CHECKING:
    from games.pages.game_page import TrickPage

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
class SumRow:
    """A source of points: title, sentence, and for each side the points, the points as text, and a short note."""

    title: str
    text: str
    cells: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The sources of a hand's points, the near side first. Without `rows` nothing was scored: `note` says why.

    `sides` has each side's name, its scores after the hand (`now`) and before it, and the change as number and text.
    """

    sides: tuple[dict[str, Any], ...] = ()
    rows: tuple[SumRow, ...] = ()
    note: str = ""


def sum_row(title: str, text: str, points: Sequence[int], notes: Sequence[str] = ()) -> SumRow:
    added = notes or [""] * len(points)
    return SumRow(title, text, tuple((one, signed(one), note) for one, note in zip(points, added, strict=True)))


class TrickHand:
    """A finished hand on a page. `seal` is the proof of the deal, if shown; `remarks` allows a bot's comment."""

    def __init__(
        self, page: "TrickPage", hand: PlayedHand, seal: SealSnapshot | None = None, *, remarks: bool = False
    ) -> None:
        self.page, self.moment, self.hand, self.seal, self.remarks = page, page.moment, hand, seal, remarks
        self.number = hand.number

    # -- overridden by games --------------------------------------------------------------------------------

    @property
    def unscored(self) -> str:
        """Why the hand was not scored; empty for a scored hand."""
        return ""

    def cell(self, side: int) -> ScoreCell:
        raise NotImplementedError

    @property
    def headline(self) -> tuple[str, str]:
        """Sentences on the hand's result: for the near side, and for the other sides."""
        raise NotImplementedError

    @property
    def sheet(self) -> ScoreBreakdown:
        raise NotImplementedError

    @cached_property
    def remark(self) -> tuple[str, str]:
        """A bot's comment on the hand, and the bot's name; an empty comment if there is none."""
        return "", ""

    @property
    def first_book(self) -> str:
        """The sentence on the discards, if they count as a trick; else empty."""
        return ""

    @property
    def played(self) -> tuple[ShownTrick, ...]:
        return self.page.tricks_of(replace(self.page.view, actions=self.hand.actions))

    def named(self, seat: Seat, *, first: bool = True) -> str:
        return name_in(self.moment, seat, first=first)

    @property
    def line(self) -> ScoreLine:
        if why := self.unscored:
            return ScoreLine(self.number, note=why)
        return ScoreLine(self.number, tuple(map(self.cell, self.page.side_order)))

    @property
    def heading(self) -> str:
        return self._headline[0]

    @property
    def sub(self) -> str:
        where = _("This deal doesn’t count.") if self.is_void else _("Hand %(n)s.") % {"n": self.number}
        return f"{where} {self._headline[1]}".strip()

    @cached_property
    def _headline(self) -> tuple[str, str]:
        return self.headline if self.moment.own is not None else (_("The hand is over"), "")

    @property
    def in_a_sentence(self) -> str:
        heading, others = self.headline
        return f"{heading}. {others}".strip()

    @property
    def is_void(self) -> bool:
        return self.page.game.rules.is_void(self.hand.record)

    @property
    def players(self) -> tuple[str, ...]:
        """Column heads of the list of tricks."""
        return tuple(map(self.named, clockwise(self.moment)))

    @cached_property
    def _trick_rows(self) -> list[TrickRow]:
        return [self.page.trick_row(one) for one in self.played]

    @property
    def tricks(self) -> Sequence[TrickRow]:
        return self._trick_rows[: len(self._trick_rows) - self.hand.tricks_by_table]

    @property
    def auto(self) -> Sequence[TrickRow]:
        """The tricks that the table played."""
        return self._trick_rows[len(self._trick_rows) - self.hand.tricks_by_table :]

    @property
    def auto_note(self) -> str:
        """The sentence on a claim, or on the tricks that the table played; empty without either."""
        if (claim := claimed(self.moment, self.hand)) or not self.hand.tricks_by_table:
            return claim
        sentence = ngettext(
            "The last trick was played automatically: the outcome was certain.",
            "The last %(n)s tricks were played automatically: the outcome was certain.",
            self.hand.tricks_by_table,
        )
        return sentence % {"n": self.hand.tricks_by_table}

    @property
    def swept(self) -> Sequence[TrickRow]:
        """The tricks to animate: the players' last trick, then those that the table played; empty if it played none."""
        return (*self.tricks[-1:], *self.auto) if self.auto else ()


@dataclass(frozen=True, slots=True)
class Race:
    """The chart of two sides' scores: lines `near` and `far`, `grid` lines as label and y, the y of 0, and `words`.

    `points` has for each hand its x, the y of both scores (the near side's first), and its label; 0: no label.
    """

    words: str
    points: tuple[tuple[int, int, int, int], ...]
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
    mine, theirs = (", ".join(map(plain_number, scores[1:])) for scores in (near, far))
    said = {"me": names[0], "mine": mine, "other": names[1], "theirs": theirs}
    points = tuple((across(i), height(near[i]), height(far[i]), i if i % every == 0 else 0) for i in range(hands + 1))
    return Race(
        words=(words or _("Scores after each hand. %(me)s: %(mine)s. %(other)s: %(theirs)s.")) % said,
        points=points,
        grid=tuple((plain_number(one), height(one)) for one in range(-(-low // apart) * apart, high + 1, apart) if one),
        near=" ".join(f"{x},{y}" for x, y, _far, _number in points),
        far=" ".join(f"{x},{y}" for x, _near, y, _number in points),
        zero=height(0),
        names=names,
    )


def round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
