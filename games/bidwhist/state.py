"""What a game of Bid Whist is at one moment, what a seat may see of it, and the words for refusals.

No flow and no scoring: `rules` moves the state, `score` counts it.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.bidwhist.options import Terms, terms
from games.bidwhist.score import KITTY_BOOK, Bid, Contract, Direction, HandLine, Pair, by_side, find_bid
from games.engine.actions import Argument, Reasons, tuple_of
from games.engine.cards import Card, Suit
from games.engine.state import Phase, Said, Seat, SeatView, Table, plus
from games.engine.tricks import Ranking, TrickState, next_seat

SEATS: Final = range(4)
HAND_SIZE: Final = 12
TRICKS: Final = 12
BID, PASS, TRUMP, DIRECTION, DISCARD = "bid", "pass", "trump", "direction", "discard"
JOKER, PLAY, CALL, BOOK, CONFIRM = "joker", "play", "call", "book", "confirm"

#: A bid too low, a wrong count and a bad book have their own, with what is legal.
refused = Reasons(
    {
        "DEALER_MUST_BID": "The others have passed, so the dealer must bid.",
        "ABOVE_SEVEN": "The highest level is seven.",
        "NOT_HIGHER": "A bid must outrank the one before it.",
        "BAD_NAME": "Name one of the four suits, or up or down.",
        "JOKER_MUST_GO": "In this game a joker in no trump goes into the discard.",
        "MUST_THROW_JOKER": "You cannot follow suit and hold a joker, so you must throw it off.",
        "RENEGE_STRICT": "In this game a renege is refused, so there is nothing to call.",
        "NO_BOOKS_YET": "A renege can be called once a trick is complete.",
        "TOO_LATE": "The hand is scored, so a renege can no longer be called.",
        "ALREADY_CALLED": "A renege in that trick was called before.",
        "ALREADY_CONFIRMED": "Your side has confirmed the hand already.",
        "BAD_DEAL": "A deal gives each seat twelve different cards and the rest to the kitty.",
        "BAD_DRAW": "The jokers are turned in one by one, each for a card of the discard that is no joker.",
    }
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """A completed trick, its cards in the order in which they were played."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """A joker that `seat` turned in, and the card of the discard that was drawn for it."""

    seat: Seat
    joker: Card
    drawn: Card


@dataclass(frozen=True, slots=True)
class Called:
    """A renege called by `seat`: the trick it named (None: it gave up), and whether it was right."""

    seat: Seat
    book: int | None
    is_right: bool


@dataclass(frozen=True, kw_only=True)
class BidWhistState(TrickState):
    """Everything about a game of Bid Whist. What is by side has two places, what is by seat four.

    `calls` are those of the auction from the dealer's left on, None being a pass. `kitty` is empty once it is taken;
    `taken` are its cards then, and `shown` if they were turned up. `discard` is book 1, `swaps` are the jokers turned
    in. `reneges` is the log of illegal plays as (trick, side), which nobody sees. `caller` is the seat whose call of a
    renege is open, `confirmed` the sides that have confirmed the hand, `line` its sheet once it is scored.
    """

    terms: Terms = Terms()
    dealer: Seat = 0
    score: Pair = (0, 0)
    wins: Pair = (0, 0)
    hands: Hands = ((),) * 4
    kitty: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    calls: tuple[Bid | None, ...] = ()
    contract: Contract | None = None
    discard: tuple[Card, ...] = ()
    swaps: tuple[Swap, ...] = ()
    tricks: tuple[Trick, ...] = ()
    reneges: tuple[tuple[int, int], ...] = ()
    caller: Seat | None = None
    called: tuple[Called, ...] = ()
    confirmed: tuple[int, ...] = ()
    line: HandLine | None = None

    @property
    def next_dealer(self) -> Seat:
        """The deal moves on after every hand, a void one too (B1)."""
        return next_seat(self.dealer) if self.number else self.dealer

    @property
    def ranking(self) -> Ranking:
        return self.contract or super().ranking

    @property
    def first(self) -> Seat:
        """The seat on the dealer's left, which is dealt to and speaks first."""
        return next_seat(self.dealer)

    @property
    def highest(self) -> Bid | None:
        """The highest bid so far: the last one, for each outranks those before it."""
        return next((call for call in reversed(self.calls) if call is not None), None)

    @property
    def turn(self) -> Seat:
        """Whose turn it is to call, to name, to discard or to play."""
        match self.phase:
            case Phase.BID:
                return next_seat(self.first, len(self.calls))
            case Phase.NAME | Phase.DISCARD:
                return contract_of(self).declarer
        return super().turn

    def masked(self, said: Said, seat: Seat | None) -> Said:
        """Of a discard the number of cards, of a joker turned in whose it was."""
        by, action = said
        if action.verb == DISCARD and seat != by:
            return by, action.covered()
        if action.verb == JOKER and tuple_of(action.argument)[:1] != (seat,):
            return by, action.covered(1)
        return said

    def table(self, seat: Seat | None) -> "BidWhistTable":
        contract = self.contract
        return BidWhistTable(
            dealer=self.dealer,
            score=self.score,
            calls=tuple((next_seat(self.first, place), str(call or PASS)) for place, call in enumerate(self.calls)),
            contract=None if contract is None else str(contract.bid),
            trump=None if contract is None else contract.trump,
            direction=None if contract is None else contract.direction,
            declarer=None if contract is None else contract.declarer,
            books=books_of(self),
            trick=self.on_table,
            kitty=self.shown,
        )


@dataclass(frozen=True, kw_only=True)
class BidWhistTable(Table):
    """The open table, as docs/rules/record.md names its fields; `kitty` only where it was turned up for all to see."""

    dealer: Seat
    score: Pair
    calls: tuple[tuple[Seat, str], ...]
    contract: str | None
    trump: Suit | None
    direction: Direction | None
    declarer: Seat | None
    books: Pair
    trick: tuple[tuple[Seat, Card], ...]
    kitty: tuple[Card, ...]

    @property
    def played(self) -> Contract | None:
        """The contract as far as it is named; None during the auction."""
        bid = find_bid(self.contract)
        if bid is None or self.declarer is None:
            return None
        return Contract(bid, self.declarer, self.trump, self.direction)

    def as_json(self) -> dict[str, object]:
        """Without the kitty where it was not turned up, as docs/rules/record.md has it."""
        shown = super().as_json()
        if not self.kitty:
            del shown["kitty"]
        return shown


@dataclass(frozen=True, kw_only=True)
class BidWhistView(SeatView):
    """`actions` tell every card that was played, for all have seen them; what may be looked at once more is less.

    `kitty` are the cards of it that the seat has taken up and not yet put any aside for; it is nobody else's to know.
    `last_trick` is None where the seat may no longer look back (7.4); `review` holds all completed tricks while a call
    of a renege is open. `called` are the calls of this hand, `confirmed` the sides that have confirmed it. `wins` are
    those of the match before this game. Of a past hand `kitty` is what still lies there, and `reneges` are the illegal
    plays so far.
    """

    table: BidWhistTable
    kitty: tuple[Card, ...] = ()
    last_trick: Trick | None = None
    review: tuple[Trick, ...] = ()
    caller: Seat | None = None
    called: tuple[Called, ...] = ()
    confirmed: tuple[int, ...] = ()
    wins: Pair = (0, 0)
    reneges: tuple[tuple[int, int], ...] = ()

    @property
    def terms(self) -> Terms:
        """The options as they take effect."""
        return terms(self.options)


own = BidWhistState.of


def contract_of(state: BidWhistState) -> Contract:
    """The contract of a hand whose auction is over; ValueError before that."""
    if state.contract is None:
        raise ValueError("nobody has won the auction")
    return state.contract


def side_of(seat: Seat) -> int:
    """0 of seats 0 and 2, 1 of seats 1 and 3 (section 1)."""
    return seat % 2


def tricks_of(state: BidWhistState, side: int) -> int:
    """The tricks 0..12 that a side has won so far, without the kitty book."""
    return sum(side_of(trick.winner) == side for trick in state.tricks)


def books_of(state: BidWhistState) -> Pair:
    """The books by side, the kitty's included once it is there; calls move them when the hand is scored (B14)."""
    if state.line is not None:
        return by_side(state.line.books, contract_of(state).side)
    books = (tricks_of(state, 0), tricks_of(state, 1))
    return plus(books, contract_of(state).side, KITTY_BOOK) if state.discard else books


def hand_record(state: BidWhistState) -> dict[str, Argument]:
    """The scored hand's `result` of a record."""
    contract = contract_of(state)
    named = (DIRECTION, contract.direction) if contract.is_no_trump else (TRUMP, contract.trump)
    return {
        "contract": str(contract.bid),
        named[0]: named[1],
        "declarer": contract.declarer,
        "books": books_of(state),
        "score": state.score,
    }


def hand_sheet(state: BidWhistState, line: HandLine) -> dict[str, Argument]:
    """Where each point came from, with the calls of reneges as (seat, book, right)."""
    calls = tuple((one.seat, one.book, one.is_right) for one in state.called)
    return {**line.as_record(), "calls": calls}


def last_trick(state: BidWhistState, seat: Seat | None) -> Trick | None:
    """The last trick while neither `seat` nor its partner has played to the current one (7.4)."""
    played = {side_of(next_seat(state.leader, place)) for place in range(len(state.trick))}
    if seat is None or not state.tricks or side_of(seat) in played:
        return None
    return state.tricks[-1]
