"""What a seat of Spades makes of its view: bids and needs, what is out, and what each other seat can still hold."""

from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType

from games.bots.base import ImpossibleView
from games.bots.look import Look, seat_view
from games.bots.sampling import seen
from games.engine.actions import tuple_of
from games.engine.cards import PACK, Card, Suit
from games.engine.reading import cards_in
from games.engine.state import Seat, SeatView
from games.engine.tricks import Plays, plays_of, winning_place
from games.spades.options import Terms
from games.spades.play import winning_seat
from games.spades.score import BLIND, Bid, tricks_of
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    HAND_SIZE,
    PLAY,
    RANKING,
    RETURN,
    SEATS,
    TRICKS,
    TRUMP,
    SpadesTable,
    SpadesView,
    partner,
    seats_of,
    side_of,
)

SUITS = tuple(Suit)
#: All cards of a suit, low ones first.
OF_SUIT = MappingProxyType({suit: tuple(one for one in PACK if one.suit is suit) for suit in SUITS})


class Knowledge(Look[SpadesView]):
    """What follows from a seat's view of Spades."""

    @property
    def table(self) -> SpadesTable:
        return self.view.table

    @cached_property
    def terms(self) -> Terms:
        return self.view.terms

    # -- sides and bids ----------------------------------------------------------------------------

    @property
    def partner(self) -> Seat | None:
        return partner(self.seat) if self.terms.partners else None

    @cached_property
    def rivals(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if side_of(self.terms, seat) != self.side)

    @property
    def side(self) -> int:
        return side_of(self.terms, self.seat)

    def bid(self, seat: Seat) -> int:
        """The tricks a seat has promised, 0 for nil; ImpossibleView while it has not bid."""
        bid = self.table.bids[seat]
        if bid is None:
            raise ImpossibleView("cards are played before all bids are made")
        return tricks_of(bid)

    def keeps_nil(self, seat: Seat | None) -> bool:
        """Whether the seat bid nil, blind or not, and has taken no trick yet."""
        return seat is not None and self.bid(seat) == 0 and self.table.tricks[seat] == 0

    def need(self, side: int) -> int:
        """Tricks the side still wants for its contract, 0 once it is made; those of a nil bidder never help (S15)."""
        bidders = [seat for seat in seats_of(self.terms, side) if self.bid(seat)]
        return max(0, sum(self.bid(seat) - self.table.tricks[seat] for seat in bidders))

    @property
    def left(self) -> int:
        """Tricks not yet won, the one on the table included."""
        return TRICKS - sum(self.table.tricks)

    @cached_property
    def spare(self) -> int:
        """Tricks left over when every other side gets what it wants, below 0 where they cannot all be made."""
        wanted = sum(self.need(side) for side in range(self.terms.sides) if side != self.side)
        return self.left - wanted

    # -- the trick on the table --------------------------------------------------------------------

    @property
    def trick(self) -> tuple[Card, ...]:
        return tuple(one for _, one in self.table.trick)

    @property
    def is_last(self) -> bool:
        return len(self.table.trick) == len(SEATS) - 1

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The seats that play to this trick after this one."""
        return tuple((self.seat + step) % len(SEATS) for step in range(1, len(SEATS) - len(self.table.trick)))

    @cached_property
    def winner(self) -> Seat | None:
        """Who wins the trick as it lies."""
        if not self.table.trick:
            return None
        return winning_seat(self.table.trick[0][0], self.trick, of_clubs=self.view.of_clubs)

    @property
    def winning_card(self) -> Card | None:
        return next((one for seat, one in self.table.trick if seat == self.winner), None)

    def beats(self, one: Card) -> bool:
        """Whether the card, played now, would win the trick as it lies."""
        place = winning_place((*self.trick, one), RANKING, led=self.view.led)
        leads_nothing = self.view.of_clubs and one.suit not in (Suit.CLUBS, TRUMP)  # a red card cannot win (S14)
        return place == len(self.trick) and not leads_nothing

    # -- counted cards -----------------------------------------------------------------------------

    @cached_property
    def plays(self) -> Plays:
        """The cards played in this hand, in order."""
        return plays_of(self.view.actions)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """What the three other hands share, in the order of the pack."""
        known = {*self.hand, *(one for _, one in self.plays)}
        return tuple(one for one in PACK if one not in known)

    @cached_property
    def cannot(self) -> tuple[frozenset[Card], ...]:
        """By seat: cards it has shown not to hold. Only of the others, and only by the rules, never by policy."""
        found: tuple[set[Card], ...] = tuple(set() for _ in SEATS)
        for seat, cards in _shown(self.plays, self.terms):
            found[seat].update(cards)
        for seat, one in self.passed:
            for other in SEATS:
                if other != seat:
                    found[other].add(one)
        return tuple(frozenset(one) for one in found)

    @cached_property
    def passed(self) -> tuple[tuple[Seat, Card], ...]:
        """Cards this seat has exchanged and that its partner still holds: who has each."""
        held: dict[Card, Seat] = {}
        for seat, action in self.view.actions:
            if action.verb in (GIVE, RETURN) and seat in (self.seat, partner(self.seat)):
                held.update(dict.fromkeys(cards_in(action.argument), partner(seat)))
        unseen = set(self.unseen)
        return tuple((seat, one) for one, seat in held.items() if one in unseen and seat != self.seat)

    @cached_property
    def made(self) -> tuple[Bid, ...]:
        """The bids that count, of the seats that have made one."""
        return tuple(bid for bid in self.table.bids if bid is not None)

    @cached_property
    def said(self) -> tuple[Bid | None, ...]:
        """The bids as they were said, before One Nil changed one."""
        found: list[Bid | None] = [None] * len(SEATS)
        for seat, action in self.view.actions:
            if action.verb == BID:
                found[seat] = action.number
            elif action.verb == BLIND_NIL:
                found[seat] = BLIND
        return tuple(found)

    def is_void(self, seat: Seat, suit: Suit | None) -> bool:
        """Whether the seat has shown, or the count says, that it holds nothing of the suit."""
        return suit is not None and not any(one.suit is suit and self.may_hold(seat, one) for one in self.unseen)

    def may_hold(self, seat: Seat, one: Card) -> bool:
        return one not in self.cannot[seat]

    def higher(self, one: Card) -> int:
        """Unseen cards of its suit above it."""
        return sum(other.suit is one.suit and other.height > one.height for other in self.unseen)

    def lower(self, one: Card) -> int:
        """Unseen cards of its suit below it."""
        return sum(other.suit is one.suit and other.height < one.height for other in self.unseen)


def knowledge_of(view: SeatView) -> Knowledge:
    """The view as this game's own, once it is known to be possible."""
    own, seat = seat_view(view, SpadesView)
    played = sum(1 for who, action in view.actions if who == seat and action.verb == PLAY)
    taken = sum(len(tuple_of(action.argument)) for _, action in view.actions if action.verb in (GIVE, RETURN))
    seen(view)
    if view.hand is not None and len(view.hand) + played > HAND_SIZE + taken:
        raise ImpossibleView("more cards than a hand has")
    return Knowledge(own, seat)


def _shown(plays: Plays, terms: Terms) -> Iterator[tuple[Seat, tuple[Card, ...]]]:
    """What each play tells that its seat does not hold (sections 6.1 to 6.4)."""
    broken = not terms.breaking
    for start in range(0, len(plays), len(SEATS)):
        trick = plays[start : start + len(SEATS)]
        of_clubs = terms.low_clubs and start == 0
        for place, (seat, one) in enumerate(trick):
            before = [card for _, card in trick[:place]]
            if of_clubs:
                yield seat, _low_clubs(one)
            elif place == 0:
                yield seat, () if broken or one.suit is not TRUMP else _all_but(TRUMP)
            else:
                yield seat, _not_followed(before, one, must_beat=terms.must_beat)
            broken = broken or one.suit is TRUMP


def _low_clubs(one: Card) -> tuple[Card, ...]:
    """The lowest club was played, or there was none."""
    clubs = OF_SUIT[Suit.CLUBS]
    return tuple(other for other in clubs if other.height < one.height) if one.suit is Suit.CLUBS else clubs


def _not_followed(before: list[Card], one: Card, *, must_beat: bool) -> tuple[Card, ...]:
    led, best = before[0].suit, before[winning_place(before, RANKING)]
    if led is None:
        return ()
    void = OF_SUIT[led] if one.suit is not led else ()
    if not must_beat or winning_place((*before, one), RANKING) == len(before):
        return void
    if one.suit is led:
        return tuple(other for other in OF_SUIT[led] if other.height > best.height) if best.suit is led else ()
    over = best.height if best.suit is TRUMP else 0
    return (*void, *(other for other in OF_SUIT[TRUMP] if other.height > over and led is not TRUMP))


def _all_but(suit: Suit) -> tuple[Card, ...]:
    return tuple(one for one in PACK if one.suit is not suit)
