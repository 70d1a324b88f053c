"""The base classes of states, events, views and results; functions on tuples of counts and hands; views as JSON."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

from games.engine.actions import Action, Argument, NotAnAction, Pick, action_json, action_of, plain
from games.engine.cards import Card
from games.engine.options import Options

Items = TypeVar("Items", bound=tuple[Any, ...])
Seat: TypeAlias = int
#: The seat of random actions: start, deal, reshuffle, draw. Records write it as null.
DEALER: Seat = -1
SeatAction: TypeAlias = tuple[Seat, Action]
HandCards: TypeAlias = tuple[Card, ...]


class Phase(StrEnum):
    """The phase of a game. `START`, `DEAL`, `JOKERS` and `OVER` wait for no player."""

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
    """The end of a game. `winner` is a side as in `Ruleset.side`, or None for a tie.

    `record` is the result as records store it.
    """

    winner: int | None
    why: str | None
    record: Mapping[str, Argument]


def ended(winner: int | None, why: str) -> Result:
    """Return a result whose record has the winner and the reason, as in most games."""
    return Result(winner, why, MappingProxyType({"winner": winner, "why": why}))


def ahead(one: Any, other: Any) -> int | None:
    """Return 0 if `one` is greater, 1 if `other` is greater, None if they are equal."""
    return None if one == other else int(other > one)


@dataclass(frozen=True, kw_only=True)
class State(ABC):
    """The full state of a game, with methods for the part that a seat may see. Games add fields.

    `number` is the number of the hand, from 1; 0 before the first deal. `actions` are those of this hand in order,
    without the deal but with later actions of the dealer. `hands` are by seat. From hand `last` on, the first scored
    hand ends the game; 0: no such limit.
    """

    options: Options
    number: int = 0
    phase: Phase = Phase.START
    actions: tuple[SeatAction, ...] = ()
    hands: tuple[HandCards, ...] = ()
    end: Result | None = None
    last: int = 0

    @classmethod
    def of(cls, state: "State") -> Self:
        """Return the state as this game's type; raise TypeError for another game's."""
        if not isinstance(state, cls):
            raise TypeError(f"not a {cls.__name__}: {type(state).__name__}")
        return state

    @property
    @abstractmethod
    def turn(self) -> Seat: ...

    @abstractmethod
    def table(self, seat: Seat | None) -> "PublicTable":
        """Return the table as `seat` may see it; None is a spectator."""

    def hand_of(self, seat: Seat) -> HandCards | None:
        """Return the cards of `seat`, or None while the seat may not see them."""
        return self.hands[seat]

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return an action of this hand as `seat` may know it, whole or masked; None is a spectator."""
        return said


@dataclass(frozen=True, slots=True)
class Event:
    """An effect of an action. Rows of hands, bids, discards, tricks and plays are written from events."""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The start of the game. `start` is the dealer’s argument; missing keys have their defaults."""

    start: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A deal. `first` is the seat that leads or bids first; `deal` is the dealer's argument, with cards as texts."""

    number: int
    first: Seat
    deal: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class BidSaid(Event):
    """A call: a bid, a pass, or a blaze of Card Duel. `tricks` is the number of tricks or books bid, if any."""

    seat: Seat
    text: str
    tricks: int | None
    blind: bool = False


@dataclass(frozen=True, slots=True)
class BidChanged(Event):
    """A change of the bid of `seat` by a rule."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Cards that `seat` passed to seat `to`, known only to these two seats."""

    seat: Seat
    to: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """Cards that `seat` drew from the deck, known only to that seat."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A card played to trick `trick` (from 1; in Card Duel the round); `place` is its index in the trick.

    `shuffle` is the number of reshuffles in this hand so far; after a reshuffle the same card may be played again.
    """

    seat: Seat
    card: Card
    trick: int
    place: int
    shuffle: int = 0


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """The end of a trick, or of a round of Card Duel; a round has no winner (None)."""

    trick: int
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The end of a hand. `record` is the hand's `result` in a record; `sheet` is the score sheet."""

    record: Mapping[str, Argument]
    sheet: Mapping[str, Argument]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    result: Result


@dataclass(frozen=True, slots=True)
class Step:
    """The state after an action, and its events in order."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)
class PublicTable:
    """The table as a seat may see it. Each game adds the fields of the protocol for outside players."""

    def as_json(self) -> dict[str, object]:
        return {one.name: plain(getattr(self, one.name)) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """All that one seat may know. `seat` is None for a spectator.

    `hand` is None while the seat may not see its cards, and for a spectator. `actions` are those of the hand, as
    `State.masked` returns them. `hands` are all hands in the view for a replay (`Ruleset.opened`), else empty.
    """

    game: str
    options: Options
    seat: Seat | None
    number: int
    phase: Phase
    hand: tuple[Card, ...] | None
    legal: tuple[Action | Pick, ...]
    actions: tuple[SeatAction, ...]
    waits_for: frozenset[Seat] = field(default=frozenset())
    table: PublicTable = field(default_factory=PublicTable)
    hands: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def of(cls, view: "SeatView") -> Self:
        """Return the view as this game's type; raise TypeError for another game's."""
        if not isinstance(view, cls):
            raise TypeError(f"not a {cls.__name__}: {type(view).__name__}")
        return view


if TYPE_CHECKING:
    from dataclasses import replace as replace
else:

    def replace(state: Any, /, **fields: Any) -> Any:
        """`dataclasses.replace` in an eighth of the time, only for classes without slots or cached properties."""
        fresh = object.__new__(type(state))
        fresh.__dict__.update(state.__dict__, **fields)
        return fresh


def put(items: Items, place: int, value: Any) -> Items:
    changed: Any = (*items[:place], value, *items[place + 1 :])  # of the same length, so of the same type
    return changed  # type: ignore[no-any-return]


def plus(counts: Items, place: int, more: int = 1) -> Items:
    return put(counts, place, counts[place] + more)


def without(hands: Items, seat: Seat, gone: Sequence[Card]) -> Items:
    return put(hands, seat, tuple(one for one in hands[seat] if one not in gone))


def said_of(value: object) -> SeatAction:
    """Return seat (null: the dealer) and action of a JSON list [seat, verb, argument?]; raise NotAnAction otherwise."""
    if not isinstance(value, list) or len(value) < 2:
        raise NotAnAction("an action is a list of a seat, a verb and at most one argument")
    seat = DEALER if value[0] is None else value[0]
    if type(seat) is not int or (seat < 0 and value[0] is not None):
        raise NotAnAction("a seat is a whole number from 0, or null")
    return seat, action_of(value[1:])


def said_json(seat: Seat, action: Action) -> list[object]:
    """Return the JSON list [seat, verb, argument?]; a hidden argument is null."""
    return [None if seat == DEALER else seat, *action_json(action)]


def view_json(view: SeatView) -> dict[str, object]:
    """Return a view as JSON for an outside player (docs/rules/record.md)."""
    return {
        "game": view.game,
        "options": dict(view.options),
        "seat": view.seat,
        "number": view.number,
        "phase": str(view.phase),
        "hand": plain(view.hand),
        "legal": [_offer(one) for one in view.legal],
        "actions": [said_json(*said) for said in view.actions],
        "table": view.table.as_json(),
    }


def _offer(one: Action | Pick) -> list[object]:
    return [one.verb, {"pick": one.count}] if isinstance(one, Pick) else action_json(one)
