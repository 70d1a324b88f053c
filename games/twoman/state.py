"""The state of a game of Two-Man Spades, a seat's view of it, and the texts of refusals."""

from dataclasses import dataclass

from games.engine.actions import Argument, Reasons
from games.engine.cards import Card, Suit
from games.engine.options import whole_number
from games.engine.state import HandCards, Phase, PublicTable, Seat, SeatAction, SeatView, put
from games.engine.tricks import AsPrinted, TrickState
from games.twoman.score import Parity, Pile, Standing, bags_lost

SEATS = (0, 1)
HAND_SIZE = 11
TRICKS = 10
RANKING = AsPrinted(Suit.SPADES)
NIL = "nil"
LOOK, BLIND, BLIND_NIL, DISCARD, BID, PLAY = "look", "blind", "blind_nil", "discard", "bid", "play"
BLIND_BIDS = range(5, 11)
BIDS = range(0, 11)
PARITIES = ((Parity.ODD, Parity.EVEN), (Parity.EVEN, Parity.ODD))

refused = Reasons(
    {
        "BLIND_NOT_OFFERED": "A blind bid is only for a seat far enough behind.",
        "BLIND_OUT_OF_RANGE": "A blind bid is a whole number from 5 to 10.",
        "BID_OUT_OF_RANGE": "A bid is a whole number from 0 to 10.",
        "BAD_DEAL": "A deal gives each seat eleven different cards.",
    }
)

Pair = tuple[int, int]
Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, kw_only=True)
class TwoManState(TrickState):
    """The full state of a game of Two-Man Spades. Pairs are by seat; None is a choice not made or not offered.

    `blind` holds "look", a blind bid 5..10 or "nil"; `won` holds the bag cards won in tricks.
    """

    parity: tuple[Parity, Parity] = (Parity.ODD, Parity.EVEN)
    standings: tuple[Standing, Standing] = (Standing(), Standing())
    first: Seat = 0
    hands: Hands = ((), ())
    blind: tuple[int | str | None, int | str | None] = (None, None)
    discards: tuple[Card | None, Card | None] = (None, None)
    bids: tuple[int | None, int | None] = (None, None)
    tricks: Pair = (0, 0)
    broken: bool = False
    won: Hands = ((), ())

    @property
    def ranking(self) -> AsPrinted:
        return RANKING

    @property
    def displays(self) -> Pair:
        """The display scores by seat (T2)."""
        return self.standings[0].display, self.standings[1].display

    @property
    def played(self) -> int:
        """The number of finished tricks in this hand."""
        return sum(self.tricks)

    @property
    def turn(self) -> Seat:
        """The seat on turn to bid or play. Blind bids and discards have no turn."""
        if self.phase is Phase.BID:
            return self.first if self.bids[self.first] is None else 1 - self.first
        return super().turn

    @property
    def pile(self) -> Pile:
        """The discards made so far."""
        return Pile(tuple(one for one in self.discards if one is not None))

    def bags_off(self, seat: Seat) -> int:
        """Return the number of bags taken off by the bag cards that the seat won in tricks and in a complete pile."""
        won_pile = None not in self.discards and self.parity[seat] == self.pile.parity
        return bags_lost(self.won[seat]) + (bags_lost(self.pile.cards) if won_pile else 0)

    def hand_of(self, seat: Seat) -> HandCards | None:
        return None if undecided(self, seat) else self.hands[seat]

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return the action as `seat` sees it: another seat's discard is hidden until both have discarded."""
        by, action = said
        return (by, action.masked()) if action.verb == DISCARD and None in self.discards and by != seat else said

    def table(self, seat: Seat | None) -> "TwoManPublicTable":
        return TwoManPublicTable(
            parity=self.parity,
            base=(self.standings[0].base, self.standings[1].base),
            bags=(self.standings[0].bags, self.standings[1].bags),
            display=self.displays,
            first=self.first,
            bids=self.bids,
            blind=self.blind,
            discards=self._discards_shown(seat),
            tricks=self.tricks,
            trick=self.trick,
            broken=self.broken,
        )

    def _discards_shown(self, seat: Seat | None) -> tuple[Card | None, Card | None]:
        if None not in self.discards:
            return self.discards
        return (None, None) if seat is None else put((None, None), seat, self.discards[seat])


@dataclass(frozen=True, kw_only=True)
class TwoManPublicTable(PublicTable):
    """The public part of the state, and the viewer's own discard; docs/rules/record.md explains the fields."""

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
    table: TwoManPublicTable


own = TwoManState.of


def undecided(state: TwoManState, seat: Seat) -> bool:
    """Return whether `seat` must still choose between a look and a blind bid; until then its cards are hidden."""
    deficit = state.displays[1 - seat] - state.displays[seat]
    open_choice = state.phase is Phase.BLIND and state.blind[seat] is None
    return open_choice and deficit >= whole_number(state.options, "blind_deficit")


def hand_record(state: TwoManState) -> dict[str, Argument]:
    """Return the hand's `result` for a record: tricks, and base, bags and display after the hand, all by seat."""
    return {
        "tricks": state.tricks,
        "base": tuple(standing.base for standing in state.standings),
        "bags": tuple(standing.bags for standing in state.standings),
        "display": state.displays,
    }


def standings_of(bases: Pair, bags: Pair) -> tuple[Standing, Standing]:
    return Standing(bases[0], bags[0]), Standing(bases[1], bags[1])
