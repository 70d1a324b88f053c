"""What every game's state, events, views and results have in common. No game's rule is here."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, overload

from games.engine.actions import Action, Argument, Pick
from games.engine.cards import Card
from games.engine.options import Options

T = TypeVar("T")
Seat: TypeAlias = int
#: Acts for chance: starts, deals, reshuffles, draws. Written null in a record.
DEALER: Seat = -1
#: An action of a seat, as logs and records list it.
Said: TypeAlias = tuple[Seat, Action]
Hand: TypeAlias = tuple[Card, ...]


class Phase(StrEnum):
    """Where a hand stands. The first two and the last belong to the table, the others to the players."""

    START = "start"
    DEAL = "deal"
    BLIND = "blind"
    DISCARD = "discard"
    BID = "bid"
    EXCHANGE = "exchange"
    NAME = "name"
    JOKERS = "jokers"
    PLAY = "play"
    REVIEW = "review"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `winner` is a side, as `Ruleset.side` has it of each seat; None is a tie.

    `record` is the form in which a record writes it.
    """

    winner: int | None
    why: str | None
    record: Mapping[str, Argument]


def ended(winner: int | None, why: str) -> Result:
    """The result with the record that most games write of it."""
    return Result(winner, why, MappingProxyType({"winner": winner, "why": why}))


def ahead(one: Any, other: Any) -> int | None:
    """Which of two sides has more, 0 or 1; None where they are level."""
    return None if one == other else int(other > one)


@dataclass(frozen=True, kw_only=True)
class State(ABC):
    """The whole truth of a game at one moment, and what of it a seat may see; each game adds its own fields.

    `number` counts the entries of the record's `hands` from 1; before the first deal it is 0.
    `actions` are those of the hand in play, in order, the dealer's mid-hand events included.
    `hands` are by seat; `end` is how the game ended, None while it goes on. `last` is the hand with which it stops, 0
    where the score alone decides.
    """

    options: Options
    number: int = 0
    phase: Phase = Phase.START
    actions: tuple[Said, ...] = ()
    hands: tuple[Hand, ...] = ()
    end: Result | None = None
    last: int = 0

    @classmethod
    def of(cls, state: "State") -> Self:
        """The state as this game's own; TypeError for another game's."""
        if not isinstance(state, cls):
            raise TypeError(f"no {cls.__name__}: {type(state).__name__}")
        return state

    @property
    @abstractmethod
    def turn(self) -> Seat:
        """Whose turn it is, in a phase in which one seat is waited for."""

    @abstractmethod
    def table(self, seat: Seat | None) -> "Table":
        """What lies open on the table, with what `seat` alone may see of it; None is an onlooker."""

    def hand_of(self, seat: Seat) -> Hand | None:
        """The cards of `seat` as it may see them; None while it may not."""
        return self.hands[seat]

    def masked(self, said: Said, seat: Seat | None) -> Said:
        """An action of this hand as `seat` (None: an onlooker) knows it: all of it, or masked."""
        return said


@dataclass(frozen=True, slots=True)
class Event:
    """Something that an action brought about; stores write rows from events."""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The first deal is due; `start` is the dealer’s argument, which need not say everything."""

    start: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """`first` is the seat that leads (or speaks) first; `deal` is the dealer's argument, cards written."""

    number: int
    first: Seat
    deal: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class BidSaid(Event):
    """A bid, call, pass or blind bid. `tricks` is the number promised, None where none is."""

    seat: Seat
    text: str
    tricks: int | None
    blind: bool = False


@dataclass(frozen=True, slots=True)
class BidChanged(Event):
    """A rule of the game has put another number in the place of the bid that `seat` had made."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Cards that `seat` gives to another seat; only these two may see them."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Cards that `seat` puts aside; who may see them is the game’s matter."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """Cards that `seat` draws from the deck; only it may see them."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A card laid to trick `trick` (from 1; a duel's round is one) as its `place`-th (from 0).

    `shuffle` counts how often discards had become the deck: only after another one a card of the hand comes again.
    """

    seat: Seat
    card: Card
    trick: int
    place: int
    shuffle: int = 0


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """`winner` is None where a round has none."""

    trick: int
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """`record` is the hand's `result` of a record; `sheet` explains each point, for the summary."""

    record: Mapping[str, Argument]
    sheet: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The last event of a game."""

    result: Result


@dataclass(frozen=True, slots=True)
class Step:
    """What an action came to: the state after it, and its events in their order."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """What lies open on the table, in the fields of the player protocol; each game has its own."""

    def as_json(self) -> dict[str, object]:
        """Its fields by name, cards written: what an outside player is sent."""
        return {one.name: plain(getattr(self, one.name)) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """Exactly what one seat (None: an onlooker) may know, and nothing else.

    `hand` is None while the seat may not see its own cards, and for an onlooker. `actions` are those of
    the hand this seat may know; what is hidden in one of them stands as None. `hands` are those of all seats once
    they lie open, and else empty.
    """

    game: str
    options: Options
    seat: Seat | None
    number: int
    phase: Phase
    hand: tuple[Card, ...] | None
    legal: tuple[Action | Pick, ...]
    actions: tuple[Said, ...]
    waits_for: frozenset[Seat] = field(default=frozenset())
    table: Table = field(default_factory=Table)
    hands: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def of(cls, view: "SeatView") -> Self:
        """The view as this game's own; TypeError for another game's."""
        if not isinstance(view, cls):
            raise TypeError(f"no {cls.__name__}: {type(view).__name__}")
        return view


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(state: Any, /, **fields: Any) -> Any:
        """`dataclasses.replace` at an eighth of its time, for frozen classes without slots and cached properties."""
        fresh = object.__new__(type(state))
        fresh.__dict__.update(state.__dict__, **fields)
        return fresh


@overload
def put(items: tuple[T, T], place: int, value: T) -> tuple[T, T]: ...
@overload
def put(items: Sequence[T], place: int, value: T) -> tuple[T, ...]: ...
def put(items: Sequence[T], place: int, value: T) -> tuple[T, ...]:
    """What is by seat or by side, with the value of one of them replaced."""
    return (*items[:place], value, *items[place + 1 :])


@overload
def plus(counts: tuple[int, int], place: int, more: int = 1) -> tuple[int, int]: ...
@overload
def plus(counts: Sequence[int], place: int, more: int = 1) -> tuple[int, ...]: ...
def plus(counts: Sequence[int], place: int, more: int = 1) -> tuple[int, ...]:
    """What is counted by seat or by side, with more for one of them."""
    return put(counts, place, counts[place] + more)


@overload
def without(hands: tuple[Hand, Hand], seat: Seat, gone: Sequence[Card]) -> tuple[Hand, Hand]: ...
@overload
def without(hands: Sequence[Hand], seat: Seat, gone: Sequence[Card]) -> tuple[Hand, ...]: ...
def without(hands: Sequence[Hand], seat: Seat, gone: Sequence[Card]) -> tuple[Hand, ...]:
    """The hands after a seat has given, put aside or played these cards."""
    return put(hands, seat, tuple(one for one in hands[seat] if one not in gone))


def plain(value: object) -> object:
    """The value with cards as text and tuples as lists, ready for JSON."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    return value
