"""The state of a game of Spades, a seat's view of it, legal cards, the winner of a trick, and texts of refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.engine.actions import Action, Reasons
from games.engine.cards import Card, Suit
from games.engine.state import HandCards, Phase, PublicTable, Seat, SeatAction, SeatView
from games.engine.tricks import AsPrinted, TrickState, beating, following, leading, next_seat, winning_place
from games.spades.options import Terms, terms
from games.spades.score import SpadesBid, Standing, tricks_of

SEATS: Final = range(4)
HAND_SIZE: Final = 13
TRICKS: Final = 13
LOOK, BLIND_NIL, BID, MISDEAL = "look", "blind_nil", "bid", "misdeal"
GIVE, RETURN, PLAY = "give", "return", "play"
TRUMP: Final = Suit.SPADES
RANKING: Final = AsPrinted(TRUMP)

#: The texts of ILLEGAL_BID and WRONG_COUNT name the legal values, so the code that refuses builds them.
refused = Reasons(
    {
        "BLIND_NOT_OFFERED": "You can’t bid blind nil now.",
        "CARDS_NOT_SEEN": "First choose between a blind nil and a look at your cards.",
        "NOT_YOUR_BID_TURN": "A misdeal is declared on one’s own turn to bid, before the bid.",
        "MISDEALS_OFF": "There are no misdeals in this game.",
        "NOT_A_MISDEAL": "A misdeal takes one spade or none, seven or more cards of a suit, or no jack, queen or king.",
        "FIRST_TRICK_LOW_CLUB": "In the first trick your lowest club must be played.",
        "MUST_BEAT_HIGHEST": "You hold a card that beats the highest one, so you must play one.",
        "BAD_DEAL": "A deal gives each seat thirteen different cards.",
    }
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
Bids: TypeAlias = tuple[SpadesBid | None, ...]


@dataclass(frozen=True, kw_only=True)
class SpadesState(TrickState):
    """The full state of a game of Spades. Tuples by seat have four items; `standings` has an item for each side.

    `terms` are the options in effect. `seen`: the seat has looked at its cards while it could still bid a blind nil.
    `givers` are the blind nil bidders whose exchange is not finished, in order; `owed` is the number of cards that the
    partner of the first giver must return. `void`: the hand was a misdeal.
    """

    terms: Terms = Terms()
    dealer: Seat = 0
    standings: tuple[Standing, ...] = ()
    hands: Hands = ((),) * 4
    seen: tuple[bool, ...] = (False,) * 4
    bids: Bids = (None,) * 4
    givers: tuple[Seat, ...] = ()
    owed: int = 0
    tricks: tuple[int, ...] = (0,) * 4
    broken: bool = False
    void: bool = False

    @property
    def first(self) -> Seat:
        """The seat on the dealer's left, which bids first and leads the first trick."""
        return next_seat(self.dealer)

    @property
    def played(self) -> int:
        return sum(self.tricks)

    @property
    def of_clubs(self) -> bool:
        """Whether the suit to follow in this trick is clubs, whatever card is led (section 6.4)."""
        return self.terms.low_clubs and not self.played

    @property
    def ranking(self) -> AsPrinted:
        return RANKING

    @property
    def led(self) -> Suit | None:
        return Suit.CLUBS if self.of_clubs else super().led

    @property
    def turn(self) -> Seat:
        match self.phase:
            case Phase.EXCHANGE:
                return partner(self.givers[0]) if self.owed else self.givers[0]
            case Phase.PLAY:
                return super().turn
        return next_seat(self.first, sum(bid is not None for bid in self.bids))

    def hand_of(self, seat: Seat) -> HandCards | None:
        return None if undecided(self, seat) else self.hands[seat]

    def masked(self, said: SeatAction, seat: Seat | None) -> SeatAction:
        """Return the action as `seat` sees it: only the two seats of an exchange see its cards."""
        by, action = said
        if action.verb not in (GIVE, RETURN) or seat in (by, partner(by)):
            return said
        return by, action.covered()

    def table(self, seat: Seat | None) -> "SpadesPublicTable":
        return SpadesPublicTable(
            dealer=self.dealer,
            score=tuple(one.score for one in self.standings),
            bags=tuple(one.bags for one in self.standings),
            bids=self.bids,
            tricks=self.tricks,
            trick=self.on_table,
            broken=self.broken,
        )


@dataclass(frozen=True, kw_only=True)
class SpadesPublicTable(PublicTable):
    """The public part of the state; docs/rules/record.md explains the fields."""

    dealer: Seat
    score: tuple[int, ...]
    bags: tuple[int, ...]
    bids: Bids
    tricks: tuple[int, ...]
    trick: tuple[tuple[Seat, Card], ...]
    broken: bool

    @property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(map(Standing, self.score, self.bags))

    def promised(self, seats: Iterable[Seat]) -> int:
        return sum(tricks_of(self.bids[seat]) for seat in seats)

    def owed(self, seats: Iterable[Seat]) -> int:
        """Return how many tricks these seats still need for their bids, negative if they took more.

        Tricks of nil bidders do not count (S15).
        """
        bids = [(tricks_of(self.bids[seat]), self.tricks[seat]) for seat in seats]
        return sum(bid - taken for bid, taken in bids if bid)


@dataclass(frozen=True, kw_only=True)
class SpadesView(SeatView):
    table: SpadesPublicTable

    @property
    def terms(self) -> Terms:
        return terms(self.options)

    @property
    def legal_bids(self) -> list[int]:
        """The bids on offer, lowest first."""
        legal = (one for one in self.legal if isinstance(one, Action) and one.verb == BID)
        return [one.number for one in legal if one.number is not None]

    @property
    def of_clubs(self) -> bool:
        return self.terms.low_clubs and not any(self.table.tricks)

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None if the seat on turn leads to the trick and may choose its suit."""
        if self.of_clubs:
            return Suit.CLUBS
        return self.table.trick[0][1].suit if self.table.trick else None


own = SpadesState.of


def partner(seat: Seat) -> Seat:
    """Return the opposite seat, even in a game without partners."""
    return next_seat(seat, 2)


def side_of(terms: Terms, seat: Seat) -> int:
    return seat % terms.sides


def seats_of(terms: Terms, side: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if side_of(terms, seat) == side)


def is_200_behind(state: SpadesState, seat: Seat) -> bool:
    mine = side_of(state.terms, seat)
    best = max(one.score for side, one in enumerate(state.standings) if side != mine)
    return state.standings[mine].score <= best - 200


def may_bid_blind(state: SpadesState, seat: Seat) -> bool:
    """Return whether options and score allow the seat's side a blind nil (S8)."""
    return state.terms.blind_nils and (not state.terms.blind_200_down or is_200_behind(state, seat))


def undecided(state: SpadesState, seat: Seat) -> bool:
    """Return whether the seat's cards are face down, because it may still bid a blind nil (section 4.3)."""
    if state.phase not in (Phase.BLIND, Phase.BID) or state.bids[seat] is not None or state.seen[seat]:
        return False
    if seat == state.turn:
        return state.phase is Phase.BLIND
    return may_bid_blind(state, seat)


def playable(state: SpadesState, seat: Seat) -> tuple[Card, ...]:
    """Return the legal cards of `seat`, which must be on turn (section 6)."""
    hand = state.hands[seat]
    if state.of_clubs:
        # A seat without clubs, even the leader, may play any card; sections 6.2 and 6.3 do not apply (S14).
        clubs = [one for one in hand if one.suit is Suit.CLUBS]
        return (min(clubs, key=lambda one: one.height),) if clubs else hand
    if not state.trick:
        return leading(hand, TRUMP, broken=state.broken or not state.terms.breaking)
    follow = following(hand, state.led)
    # A winning partner or a nil bid gives no exemption (S13).
    return (beating(follow, state.trick, RANKING) or follow) if state.terms.must_beat else follow


def code_against(card: Card, hand: Sequence[Card], led: Suit | None, *, of_clubs: bool) -> str:
    """Return the refusal code of an illegal card (section 6.5). `led` is None for a lead; `of_clubs`: see 6.4."""
    if of_clubs:
        return "FIRST_TRICK_LOW_CLUB"
    if led is None:
        return "SPADES_NOT_BROKEN"
    return "MUST_BEAT_HIGHEST" if card in following(hand, led) else "MUST_FOLLOW_SUIT"


def winning_seat(leader: Seat, trick: Sequence[Card], *, of_clubs: bool) -> Seat:
    """Return the seat that wins the trick so far. `of_clubs`: any club beats a red card, even a red lead (S14)."""
    return next_seat(leader, winning_place(trick, RANKING, led=Suit.CLUBS if of_clubs else None))
