"""What a game of Two-Man Spades is at one moment, what a seat may see of it, and the words for refusals.

No flow and no scoring: `rules` moves the state, `score` counts it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.engine.actions import Action, Argument, Pick, Refusal, whole_numbers
from games.engine.cards import Card
from games.engine.options import whole
from games.engine.state import Phase, Result, Seat, SeatView, State, Table, put
from games.twoman.score import Parity, Pile, Standing

SEATS = (0, 1)
HAND_SIZE = 11
TRICKS = 10
NIL = "nil"
LOOK, BLIND, BLIND_NIL, DISCARD, BID, PLAY = "look", "blind", "blind_nil", "discard", "bid", "play"
BLIND_BIDS = range(5, 11)
BIDS = range(0, 11)
PARITIES = ((Parity.ODD, Parity.EVEN), (Parity.EVEN, Parity.ODD))

#: The reason behind each code, in the order in which they are tried.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "GAME_OVER": "The game is over.",
        "NOT_YOUR_TURN": "It is not your turn.",
        "WRONG_PHASE": "That cannot be done at this point of the hand.",
        "BLIND_NOT_OFFERED": "A blind bid is only for a seat far enough behind.",
        "BLIND_OUT_OF_RANGE": "A blind bid is a whole number from 5 to 10.",
        "BID_OUT_OF_RANGE": "A bid is a whole number from 0 to 10.",
        "NOT_IN_HAND": "That card is not in your hand.",
        "SPADES_NOT_BROKEN": "Spades are not broken, so another suit must be led.",
        "MUST_FOLLOW_SUIT": "You hold a card of the suit that was led, so you must play one.",
        "BAD_DEAL": "A deal gives each seat eleven different cards.",
        "BAD_START": "A game cannot start like that.",
    }
)

Pair = tuple[int, int]
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, kw_only=True)
class TwoManState(State):
    """Everything about a game of Two-Man Spades. Pairs are by seat; None means not yet.

    `blind` holds "look", a blind bid 5..10 or "nil"; `won` the bag cards taken in tricks.
    """

    parity: tuple[Parity, Parity] = (Parity.ODD, Parity.EVEN)
    standings: tuple[Standing, Standing] = (Standing(), Standing())
    first: Seat = 0
    hands: Hands = ((), ())
    blind: tuple[int | str | None, int | str | None] = (None, None)
    discards: tuple[Card | None, Card | None] = (None, None)
    bids: tuple[int | None, int | None] = (None, None)
    tricks: Pair = (0, 0)
    leader: Seat = 0
    trick: tuple[Card, ...] = ()
    broken: bool = False
    won: Hands = ((), ())
    end: Result | None = None

    @property
    def displays(self) -> Pair:
        return self.standings[0].display, self.standings[1].display

    @property
    def played(self) -> int:
        """Finished tricks of this hand."""
        return sum(self.tricks)


@dataclass(frozen=True, kw_only=True)
class TwoManTable(Table):
    """The open table, as docs/rules/record.md names its fields."""

    parity: tuple[Parity, Parity]
    base: Pair
    bags: Pair
    display: Pair
    first: Seat
    bids: tuple[int | None, int | None]
    blind: tuple[int | str | None, int | str | None]
    discards: tuple[Card | None, Card | None]
    tricks: Pair
    trick: tuple[Card, ...]
    broken: bool


@dataclass(frozen=True, kw_only=True)
class TwoManView(SeatView):
    table: TwoManTable


def own(state: State) -> TwoManState:
    """The state as this game's own; TypeError for another game's."""
    if not isinstance(state, TwoManState):
        raise TypeError(f"not a state of Two-Man Spades: {type(state).__name__}")
    return state


def refused(code: str) -> Refusal:
    return Refusal(code, REASONS[code])


def undecided(state: TwoManState, seat: Seat) -> bool:
    """Whether `seat` still owes its blind decision, and so may not see its cards."""
    deficit = state.displays[1 - seat] - state.displays[seat]
    open_choice = state.phase is Phase.BLIND and state.blind[seat] is None
    return open_choice and deficit >= whole(state.options, "blind_deficit")


def pile_of(state: TwoManState) -> Pile:
    one, other = state.discards
    if one is None or other is None:
        raise ValueError("the pile is not complete")
    return Pile((one, other))


def masked(said: tuple[Seat, Action]) -> tuple[Seat, Action]:
    """What another seat hears of it while the pile is closed: that a card was put aside, not which."""
    seat, action = said
    return (seat, action.masked()) if action.verb == DISCARD else said


def own_discard(state: TwoManState, seat: Seat | None) -> tuple[Card | None, Card | None]:
    if seat is None:
        return (None, None)
    return put((None, None), seat, state.discards[seat])


def hand_record(state: TwoManState) -> dict[str, Argument]:
    """The hand's `result` of a record: pairs by seat, as they stand after the hand."""
    return {
        "tricks": state.tricks,
        "base": tuple(standing.base for standing in state.standings),
        "bags": tuple(standing.bags for standing in state.standings),
        "display": state.displays,
    }


def whole_pair(value: object) -> Pair | None:
    """The value as two whole numbers, or None."""
    pair = whole_numbers(value, len(SEATS))
    return None if pair is None else (pair[0], pair[1])


def standings_of(bases: Pair, bags: Pair) -> tuple[Standing, Standing]:
    return Standing(bases[0], bags[0]), Standing(bases[1], bags[1])


def view_of(
    state: TwoManState,
    seat: Seat | None,
    *,
    game: str,
    legal: tuple[Action | Pick, ...],
    waits_for: frozenset[Seat],
) -> TwoManView:
    """What `seat` may know: its cards unless its blind decision is open; both discards once both are made."""
    open_pile = None not in state.discards
    hidden = seat is None or undecided(state, seat)
    return TwoManView(
        game=game,
        options=state.options,
        seat=seat,
        number=state.number,
        phase=state.phase,
        hand=None if hidden or seat is None else state.hands[seat],
        legal=legal,
        actions=tuple(said if open_pile or said[0] == seat else masked(said) for said in state.actions),
        waits_for=waits_for,
        table=TwoManTable(
            parity=state.parity,
            base=(state.standings[0].base, state.standings[1].base),
            bags=(state.standings[0].bags, state.standings[1].bags),
            display=state.displays,
            first=state.first,
            bids=state.bids,
            blind=state.blind,
            discards=state.discards if open_pile else own_discard(state, seat),
            tricks=state.tricks,
            trick=state.trick,
            broken=state.broken,
        ),
    )
