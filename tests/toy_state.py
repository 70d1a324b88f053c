"""What a hand of the toy game is at one moment, and what of it a seat may know. The rules are in `tests.toy`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from games.engine.actions import Action, Argument, texts
from games.engine.cards import PACK, Card, Rank, Suit, find
from games.engine.state import Phase, Result, Said, Seat, SeatView, State, Table
from games.engine.tricks import clockwise, following

T = TypeVar("T")
SEATS: Final = 4
TRICKS: Final = 3
SMALL_PACK: Final = tuple(one for one in PACK if one.height >= Rank.EIGHT)
CALLS: Final = ("1U", "1N", "2U", "2N", "3U", "3N")
HIDDEN: Final = "??"
Hands = tuple[tuple[Card, ...], ...]
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class ParlourState(State):
    dealer: Seat = 0
    score: Pair = (0, 0)
    hands: Hands = ((),) * SEATS
    kitty: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    discard: tuple[Card, ...] = ()
    stakes: tuple[Card | None, ...] = (None,) * SEATS
    drawn: int = 0
    stacks: Hands = ((),) * SEATS
    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    tops: Pair = (0, 0)
    tricks: Pair = (0, 0)
    doubled: bool = False
    end: Result | None = None

    @property
    def bought(self) -> tuple[Seat, str] | None:
        """The highest call so far and who made it."""
        made = [call for call in self.calls if call[1] != "pass"]
        return made[-1] if made else None

    @property
    def declarer(self) -> Seat:
        return -1 if self.bought is None else self.bought[0]

    @property
    def trump(self) -> Suit | None:
        return Suit.SPADES if self.bought is not None and self.bought[1][1] == "U" else None

    @property
    def revealed(self) -> bool:
        """Whether every stack is laid, so that its hidden card is turned up."""
        return () not in self.stacks

    @property
    def turn(self) -> Seat:
        """Whose turn it is in an auction, a round of stacks or a trick."""
        if self.phase is Phase.BID:
            return clockwise(self.dealer, SEATS, 1 + len(self.calls))
        laid = len(self.trick) if self.revealed else sum(stack != () for stack in self.stacks)
        return clockwise(self.leader, SEATS, laid)


@dataclass(frozen=True, kw_only=True)
class ParlourTable(Table):
    dealer: Seat
    score: Pair
    calls: tuple[tuple[Seat, str], ...]
    stakes: tuple[Card | None, ...]
    stacks: tuple[tuple[str, ...], ...]
    deck: int
    hands: tuple[int, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks: Pair
    doubled: bool


@dataclass(frozen=True, kw_only=True)
class ParlourView(SeatView):
    table: ParlourTable


def own(state: State) -> ParlourState:
    assert isinstance(state, ParlourState)
    return state


def heard(state: ParlourState, seat: Seat | None, said: Said) -> Said:
    """What `seat` hears of an action: a card it may not know is "??" in a list, and alone the action is masked."""
    by, action = said
    match action.verb:
        case "discard" if by != seat:
            return by, action.masked()
        case "stake" if by != seat and None in state.stakes:
            return by, action.masked()
        case "draw" if part(action.argument, 0) != seat:
            return by, Action("draw", (part(action.argument, 0), HIDDEN))
        case "play" if isinstance(action.argument, tuple):
            return by, Action("play", stack_seen(state, seat, by))
    return said


def stack_seen(state: ParlourState, seat: Seat | None, by: Seat) -> tuple[str, ...]:
    stack = texts(state.stacks[by])
    return stack if state.revealed or seat == by else (*stack[:-1], *(HIDDEN for _ in stack[-1:]))


def higher(state: ParlourState) -> tuple[str, ...]:
    return CALLS if state.bought is None else CALLS[CALLS.index(state.bought[1]) + 1 :]


def playable(state: ParlourState, seat: Seat) -> tuple[Card, ...]:
    return following(state.hands[seat], state.trick[0].suit) if state.trick else state.hands[seat]


def due(state: ParlourState) -> Seat:
    """The seat for which a card is drawn now."""
    return clockwise(state.leader, SEATS, state.drawn)


def cards_code(state: ParlourState, seat: Seat, argument: Argument, count: int) -> str | None:
    if not isinstance(argument, tuple) or len(argument) != count:
        return "WRONG_COUNT"
    if len({str(one) for one in argument}) != count:
        return "DUPLICATE"
    return None if all(find(one) in state.hands[seat] for one in argument) else "NOT_IN_HAND"


def dealt(argument: Argument) -> Hands | None:
    """Four hands, the kitty and the deck of a deal of the whole small pack, or None."""
    if not isinstance(argument, Mapping) or set(argument) != {"hands", "kitty", "deck"}:
        return None
    hands, kitty, deck = argument["hands"], argument["kitty"], argument["deck"]
    parts = (*hands, kitty, deck) if isinstance(hands, tuple) else ()
    if [len(part) if isinstance(part, tuple) else 0 for part in parts] != [5, 5, 5, 5, 2, 6]:
        return None
    named = tuple(cards_in(part) for part in parts)
    return named if {one for part in named for one in part} == set(SMALL_PACK) else None


def cards_in(argument: Argument) -> tuple[Card, ...]:
    named = argument if isinstance(argument, tuple) else ()
    return tuple(one for text in named if (one := find(text)) is not None)


def part(argument: Argument, index: int) -> Argument:
    assert isinstance(argument, tuple)
    return argument[index]


def pair_of(value: object) -> Pair:
    assert isinstance(value, list | tuple)
    return int(value[0]), int(value[1])


def plus(pair: Pair, side: int, points: int) -> Pair:
    return (pair[0] + points, pair[1]) if side == 0 else (pair[0], pair[1] + points)


def put(items: Sequence[T], index: int, value: T) -> tuple[T, ...]:
    return (*items[:index], value, *items[index + 1 :])


def without(state: ParlourState, seat: Seat, gone: Sequence[Card]) -> ParlourState:
    return replace(state, hands=put(state.hands, seat, tuple(one for one in state.hands[seat] if one not in gone)))
