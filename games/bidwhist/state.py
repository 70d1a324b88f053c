"""The state of a game of Bid Whist, a seat's view of it, and the texts of refusals."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.bidwhist.options import Terms, terms
from games.bidwhist.score import BOOKS, KITTY_BOOK, Contract, Direction, HandLine, Pair, WhistBid, find_bid
from games.engine.actions import Reasons, tuple_of
from games.engine.cards import Card, Suit
from games.engine.state import Phase, PublicTable, Seat, SeatAction, SeatView, plus
from games.engine.tricks import Ranking, TrickState, next_seat

SEATS: Final = range(4)
HAND_SIZE: Final = 12
TRICKS: Final = 12
BID, PASS, TRUMP, DIRECTION, DISCARD = "bid", "pass", "trump", "direction", "discard"
JOKER, PLAY, CALL, BOOK, CONFIRM = "joker", "play", "call", "book", "confirm"

#: The texts of BELOW_MIN, WRONG_COUNT and BAD_BOOK name the legal values, so the code that refuses builds them.
refused = Reasons(
    {
        "DEALER_MUST_BID": "The others have passed, so the dealer must bid.",
        "ABOVE_SEVEN": "Seven is the highest bid.",
        "NOT_HIGHER": "A bid must outrank the one before it.",
        "BAD_NAME": "Name one of the four suits, or up or down.",
        "JOKER_MUST_GO": "In this game a joker in no trump goes into the discard.",
        "MUST_THROW_JOKER": "You cannot follow suit and hold a joker, so you must throw it off.",
        "RENEGE_STRICT": "In this game a renege is refused, so there is nothing to call.",
        "NO_BOOKS_YET": "A renege can be called once a trick is complete.",
        "TOO_LATE": "The hand is scored, so it’s too late to call a renege.",
        "ALREADY_CALLED": "A renege in that trick was called before.",
        "ALREADY_CONFIRMED": "Your side has already confirmed the hand.",
        "BAD_DEAL": "A deal gives each seat twelve different cards and the rest to the kitty.",
        "BAD_DRAW": "The jokers are turned in one by one, each for a card of the discard that is no joker.",
    }
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class CompletedTrick:
    """A completed trick, with its cards in order of play."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchanged joker: the seat that held the joker, and the card drawn for it from the discard."""

    seat: Seat
    joker: Card
    drawn: Card


@dataclass(frozen=True, slots=True)
class Called:
    """A judged call of a renege: the trick named (None if the call was given up), and whether the call was right."""

    seat: Seat
    book: int | None
    is_right: bool


@dataclass(frozen=True, kw_only=True)
class BidWhistState(TrickState):
    """The full state of a game of Bid Whist. A `Pair` is by side.

    `calls` are those of the auction, from the dealer's left; None is a pass. Once the declarer has taken the kitty,
    `kitty` is empty and the cards are in `taken`, and also in `shown` if all players saw them. `discard` is book 1,
    `swaps` are the exchanged jokers. `reneges` are the illegal plays as (trick, side), hidden from players. `caller` is
    the seat with an open call, `called` are the judged calls, `confirmed` the sides that have confirmed the hand.
    `line` is the scoring of the hand, None before its end.
    """

    terms: Terms = Terms()
    dealer: Seat = 0
    score: Pair = (0, 0)
    wins: Pair = (0, 0)
    hands: Hands = ((),) * 4
    kitty: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    calls: tuple[WhistBid | None, ...] = ()
    contract: Contract | None = None
    discard: tuple[Card, ...] = ()
    swaps: tuple[Swap, ...] = ()
    tricks: tuple[CompletedTrick, ...] = ()
    reneges: tuple[tuple[int, int], ...] = ()
    caller: Seat | None = None
    called: tuple[Called, ...] = ()
    confirmed: tuple[int, ...] = ()
    line: HandLine | None = None

    @property
    def next_dealer(self) -> Seat:
        """The dealer of the next hand; the deal moves on after a void hand, too (B1)."""
        return next_seat(self.dealer) if self.number else self.dealer

    @property
    def ranking(self) -> Ranking:
        return self.contract or super().ranking

    @property
    def first(self) -> Seat:
        """The seat left of the dealer, which gets the first card and calls first."""
        return next_seat(self.dealer)

    @property
    def highest(self) -> WhistBid | None:
        """The highest bid so far. It is the last bid, because each bid outranks the earlier ones."""
        return next((call for call in reversed(self.calls) if call is not None), None)

    @property
    def turn(self) -> Seat:
        match self.phase:
            case Phase.BID:
                return next_seat(self.first, len(self.calls))
            case Phase.NAME | Phase.DISCARD:
                return contract_of(self).declarer
        return super().turn

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return the action as `seat` may know it.

        Another seat's discard shows only the number of cards, another seat's joker exchange only the seat.
        """
        by, action = said
        if action.verb == DISCARD and seat != by:
            return by, action.covered()
        if action.verb == JOKER and tuple_of(action.argument)[:1] != (seat,):
            return by, action.covered(1)
        return said

    def table(self, seat: Seat | None) -> "BidWhistPublicTable":
        contract = self.contract
        return BidWhistPublicTable(
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
class BidWhistPublicTable(PublicTable):
    """The table; docs/rules/record.md explains the fields. `kitty` is empty unless all players saw the kitty."""

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
        """The contract, without trump or direction until the declarer names it; None during the auction."""
        bid = find_bid(self.contract)
        if bid is None or self.declarer is None:
            return None
        return Contract(bid, self.declarer, self.trump, self.direction)

    def as_json(self) -> dict[str, object]:
        """Return the fields for an outside player (docs/rules/record.md); an empty `kitty` is left out."""
        shown = super().as_json()
        if not self.kitty:
            del shown["kitty"]
        return shown


@dataclass(frozen=True, kw_only=True)
class BidWhistView(SeatView):
    """A seat's view. `actions` have every card played; pages show past tricks only as the rules allow (7.4).

    `last_trick` is None if the seat may not look back (7.4). `review` are all completed tricks while a call is open.
    `called` are the judged calls of this hand, `confirmed` the sides that have confirmed the hand, `wins` the match
    score before this game, by side. `kitty`: in the declarer's view the cards taken, until the discard; else empty.
    A view for replays (`opened`) has in `kitty` the kitty until it is taken, and in `reneges` the illegal plays so far.
    """

    table: BidWhistPublicTable
    kitty: tuple[Card, ...] = ()
    last_trick: CompletedTrick | None = None
    review: tuple[CompletedTrick, ...] = ()
    caller: Seat | None = None
    called: tuple[Called, ...] = ()
    confirmed: tuple[int, ...] = ()
    wins: Pair = (0, 0)
    reneges: tuple[tuple[int, int], ...] = ()

    @property
    def terms(self) -> Terms:
        return terms(self.options)


def contract_of(state: BidWhistState) -> Contract:
    """Return the contract; raise ValueError before the auction is won."""
    if state.contract is None:
        raise ValueError("the auction has not been won")
    return state.contract


def side_of(seat: Seat) -> int:
    """Return the seat's side: 0 for seats 0 and 2, 1 for seats 1 and 3 (section 1)."""
    return seat % 2


def tricks_of(state: BidWhistState, side: int) -> int:
    """Return the tricks (0..12) that a side has won so far, without book 1."""
    return sum(side_of(trick.winner) == side for trick in state.tricks)


def books_of(state: BidWhistState) -> Pair:
    """Return the books by side, including book 1 after the discard. Calls move books only at scoring (B14)."""
    if state.line is not None:
        won = state.line.books
        return (won, BOOKS - won) if contract_of(state).side == 0 else (BOOKS - won, won)
    books = (tricks_of(state, 0), tricks_of(state, 1))
    return plus(books, contract_of(state).side, KITTY_BOOK) if state.discard else books


def last_trick(state: BidWhistState, seat: Seat | None) -> CompletedTrick | None:
    """Return the last trick if neither `seat` nor its partner has played since (7.4), else None."""
    played = {side_of(next_seat(state.leader, place)) for place in range(len(state.trick))}
    if seat is None or not state.tricks or side_of(seat) in played:
        return None
    return state.tricks[-1]
