"""What the templates of four-seat games are handed, whatever the game: seats by their place, sides, sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.snapshot import SealSeen, SeatedSeen, Seen
from games.viewmodel.table import Ending, HandCard, Laid, LogLine, TrickRow, swept
from games.viewmodel.words import PLAYS_ITSELF

#: Clockwise from the seat that looks on from below.
PLACES: Final = ("s", "w", "n", "e")
#: Phases that look alike in every game of four seats.
SHARED: Final = frozenset({"play", "between", "over", "hand"})


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat as it stands in the hand. `pips` are a box a trick: taken, still to take, or over the bid."""

    seat: Seat
    place: str
    name: str
    letter: str
    level: str
    bid: str
    took: str
    pips: tuple[str, ...]
    note: str
    spoken: str
    is_turn: bool
    is_mine: bool
    is_dealer: bool


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side of the score strip. `bar` is its points as far as they are above zero."""

    name: str
    points: str
    bar: int
    more: str
    spoken: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class CrossCard:
    """What lies at a place of the trick."""

    place: str
    laid: Laid


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A hand in the list of scores: what each side won or lost in it, and where it stood then."""

    number: int
    cells: tuple[tuple[str, str], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class SideSum:
    """A side at the head of a hand's summary."""

    name: str
    now: str
    was: str
    change: int
    change_words: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class SumRow:
    """Where points came from: a title, a sentence, and what it was for each side, with a small addition."""

    title: str
    text: str
    cells: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class SidesSummary:
    """A finished hand explained, side by side. `rows` is empty where nothing was scored; `note` says why.

    `first_book`: the cards that were put aside, where they count as one.
    """

    number: int
    heading: str
    sub: str
    sides: tuple[SideSum, ...]
    rows: tuple[SumRow, ...]
    note: str
    tricks: tuple[TrickRow, ...]
    auto: tuple[TrickRow, ...]
    auto_note: str
    seal: SealSeen | None = None
    first_book: str = ""

    @property
    def swept(self) -> Sequence[TrickRow]:
        return swept(self.tricks, self.auto)


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards to be chosen and given away: at least and at most so many, and what the button says."""

    verb: str
    least: int
    most: int
    button: str


@dataclass(frozen=True, kw_only=True)
class FourShown:
    """What the templates of four seats show beside the common context. `seats` stand clockwise from one's own.

    `is_step`: somebody else has just acted, and it should be seen before the next one does.
    """

    seats: tuple[SeatShown, ...]
    sides: tuple[SideShown, ...]
    side_names: tuple[str, ...]
    target: int
    tag: str = ""
    tag_suit: str = ""
    rows: tuple[tuple[HandCard, ...], ...] = ()
    hand_name: str = ""
    chooses: bool = False
    commit: str = ""
    cross: tuple[CrossCard, ...] = ()
    is_finished: bool = False
    is_step: bool = False
    last: tuple[CrossCard, ...] = ()
    last_words: str = ""
    passing: Pass | None = None
    score_rows: tuple[ScoreLine, ...] = ()
    log: tuple[LogLine, ...] = ()
    summary: SidesSummary | None = None
    ending: Ending | None = None
    opened: SealSeen | None = None

    @property
    def mine(self) -> SeatShown:
        return self.seats[0]

    @property
    def others(self) -> tuple[SeatShown, ...]:
        """West, north, east: the order in which they are read."""
        return self.seats[1:]


def others_just_acted(seen: Seen) -> bool:
    return bool(seen.view.actions) and seen.view.actions[-1][0] != seen.seat


def template_of(game: str, name: str) -> str:
    """The template of a phase: the game's own, or the one of all tables of four."""
    return f"games/{'four' if name in SHARED else game}/{name}.html"


def place_of(near: Seat, seat: Seat) -> str:
    """Where `seat` sits for whoever sits at `near`."""
    return PLACES[(seat - near) % len(PLACES)]


def name_at(seated: Sequence[SeatedSeen], own: Seat | None, seat: Seat, *, first: bool = True) -> str:
    """Who sits there: "You" at the head of a sentence, else "you"."""
    if seat == own:
        return _("You") if first else _("you")
    return seated[seat].name


def name_in(seen: Seen, seat: Seat, *, first: bool = True) -> str:
    return name_at(seen.seated, seen.seat, seat, first=first)


def turn_told(seen: Seen) -> str:
    """Why no card may be played, to somebody whose turn it is not."""
    if seen.plays_itself:
        return str(PLAYS_ITSELF)
    return _("It is %(name)s’s turn.") % {"name": name_in(seen, min(seen.view.waits_for))}


def lead_owed(seen: Seen) -> str:
    """Who leads the next trick, if anybody still has to."""
    if seen.plays_itself:
        return str(PLAYS_ITSELF)
    if seen.seat in seen.view.waits_for:
        return _("Your lead.")
    return _("%(name)s leads.") % {"name": name_in(seen, min(seen.view.waits_for))}


def side_name(seen: Seen, seats: Sequence[Seat]) -> str:
    """ "You and Marta", "Bruno and Odile", "Odile"; the person's own seat first."""
    in_order = sorted(seats, key=lambda seat: seat != seen.seat)
    names = [name_in(seen, seat, first=place == 0) for place, seat in enumerate(in_order)]
    if len(names) == 1:
        return names[0]
    return _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}
