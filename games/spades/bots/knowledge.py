"""A seat's knowledge in Spades, derived from its view: bids, tricks needed, and cards that other seats can hold."""

from collections.abc import Iterator
from functools import cached_property
from types import MappingProxyType

from games.bots.base import ImpossibleView
from games.bots.knowledge import IN_PACK, TrickLook, pack_bits, seat_view
from games.engine.actions import cards_in, tuple_of
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat, SeatView
from games.engine.tricks import Plays, winning_place
from games.spades.options import Terms
from games.spades.score import BLIND, SpadesBid, tricks_of
from games.spades.state import (
    BID,
    BLIND_NIL,
    GIVE,
    HAND_SIZE,
    RANKING,
    RETURN,
    SEATS,
    TRUMP,
    SpadesPublicTable,
    SpadesView,
    partner,
    side_of,
)

SUITS = tuple(Suit)
#: The cards of each suit as bits.
OF_SUIT = MappingProxyType({suit: pack_bits(one for one in PACK if one.suit is suit) for suit in SUITS})
_ALL = pack_bits(PACK)


class Knowledge(TrickLook[SpadesView]):
    @property
    def table(self) -> SpadesPublicTable:
        return self.view.table

    @cached_property
    def terms(self) -> Terms:
        return self.view.terms

    # -- sides and bids ----------------------------------------------------------------------------

    @cached_property
    def rivals(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if side_of(self.terms, seat) != self.side)

    @property
    def side(self) -> int:
        return side_of(self.terms, self.seat)

    def bid(self, seat: Seat) -> int:
        """Return the seat's promised tricks, 0 for nil; raise ImpossibleView while the seat has not bid."""
        bid = self.table.bids[seat]
        if bid is None:
            raise ImpossibleView("cards are played before all bids are made")
        return tricks_of(bid)

    def keeps_nil(self, seat: Seat | None) -> bool:
        """Return whether the seat bid nil, blind or not, and has taken no trick."""
        return seat is not None and self.bid(seat) == 0 and self.table.tricks[seat] == 0

    # -- the trick on the table --------------------------------------------------------------------

    @property
    def is_last(self) -> bool:
        return len(self.trick) == len(SEATS) - 1

    def beats(self, card: Card) -> bool:
        place = winning_place((*self.lying, card), RANKING, led=self.view.led)
        cannot_win = self.view.of_clubs and card.suit not in (Suit.CLUBS, TRUMP)  # a red card cannot win (S14)
        return place == len(self.trick) and not cannot_win

    @cached_property
    def out(self) -> int:
        return pack_bits(self.unseen)

    @cached_property
    def cannot(self) -> tuple[int, ...]:
        """For each seat, as bits, the cards that it cannot hold, by `shown` and by `passed`."""
        kept = [pack_bits(one for holder, one in self.passed if holder != seat) for seat in SEATS]
        return tuple(one | shown for one, shown in zip(kept, self.shown, strict=True))

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """For each seat, as bits, the cards that it cannot hold according to its plays, which all players see."""
        found = [0] * len(SEATS)
        for seat, cards in _shown(self.plays, self.terms):
            found[seat] |= cards
        return tuple(found)

    @property
    def voids(self) -> list[int]:
        """For each seat, a bit for each suit in which it must be void, by all that this seat knows."""
        return [_voids(self.out & ~cannot) for cannot in self.cannot]

    @property
    def shown_voids(self) -> list[int]:
        """For each seat, a bit for each suit in which it must be void, by the plays that all players see."""
        left = _ALL & ~pack_bits(one for _, one in self.plays)
        return [_voids(left & ~shown) for shown in self.shown]

    @cached_property
    def passed(self) -> tuple[tuple[Seat, Card], ...]:
        """Pairs of the partner's seat and a card that the partner still holds, known from the exchange."""
        held: dict[Card, Seat] = {}
        for seat, action in self.view.actions:
            if action.verb in (GIVE, RETURN) and seat in (self.seat, partner(self.seat)):
                held.update(dict.fromkeys(cards_in(action.argument), partner(seat)))
        unseen = set(self.unseen)
        return tuple((seat, one) for one, seat in held.items() if one in unseen and seat != self.seat)

    @cached_property
    def made(self) -> tuple[SpadesBid, ...]:
        """The bids made so far, in the order of seats, after changes by One Nil."""
        return tuple(bid for bid in self.table.bids if bid is not None)

    @cached_property
    def said(self) -> tuple[SpadesBid | None, ...]:
        """The bids by seat as made, before changes by One Nil; None for a seat that has not bid."""
        found: list[SpadesBid | None] = [None] * len(SEATS)
        for seat, action in self.view.actions:
            if action.verb == BID:
                found[seat] = action.number
            elif action.verb == BLIND_NIL:
                found[seat] = BLIND
        return tuple(found)

    def higher(self, card: Card) -> int:
        return sum(other.suit is card.suit and other.height > card.height for other in self.unseen)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the knowledge of a seat; raise ImpossibleView if its view contradicts itself."""
    taken = sum(len(tuple_of(action.argument)) for _, action in view.actions if action.verb in (GIVE, RETURN))
    return Knowledge(*seat_view(view, SpadesView)).checked(HAND_SIZE + taken)


def _shown(plays: Plays, terms: Terms) -> Iterator[tuple[Seat, int]]:
    """Yield (seat, cards as bits): a play shows that the seat holds none of these cards (sections 6.1 to 6.4)."""
    broken = not terms.breaking
    for start in range(0, len(plays), len(SEATS)):
        trick = plays[start : start + len(SEATS)]
        of_clubs = terms.low_clubs and start == 0
        for place, (seat, one) in enumerate(trick):
            if of_clubs:
                clubs = OF_SUIT[Suit.CLUBS]  # the seat holds none below its own club
                yield seat, clubs & (1 << IN_PACK[one]) - 1 if one.suit is Suit.CLUBS else clubs
            elif place:
                yield seat, _not_followed(trick[:place], one, must_beat=terms.must_beat)
            elif not broken and one.suit is TRUMP:
                yield seat, _ALL & ~OF_SUIT[TRUMP]
            broken = broken or one.suit is TRUMP


def _not_followed(earlier_plays: Plays, card: Card, *, must_beat: bool) -> int:
    """Return, as bits, the cards that a seat cannot hold if it plays `card` after `earlier_plays` of the trick."""
    led = earlier_plays[0][1].suit
    if led is None:
        return 0
    void = OF_SUIT[led] if card.suit is not led else 0
    if not must_beat:
        return void
    trick = [played for _, played in earlier_plays]
    best = trick[winning_place(trick, RANKING)]
    if winning_place((*trick, card), RANKING) == len(trick):
        return void
    if card.suit is led:
        return _above(best) if best.suit is led else 0
    if led is TRUMP:
        return void
    return void | (_above(best) if best.suit is TRUMP else OF_SUIT[TRUMP])


def _above(card: Card) -> int:
    return 0 if card.suit is None else OF_SUIT[card.suit] & ~((2 << IN_PACK[card]) - 1)


def _voids(may: int) -> int:
    """Return a bit for each suit without a card in `may`, the cards that a seat may hold."""
    return sum(1 << place for place, suit in enumerate(SUITS) if not may & OF_SUIT[suit])
