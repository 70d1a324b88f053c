"""Values derived from a seat's view of Bid Whist, such as cards that seats cannot hold, and proved reneges."""

from functools import cached_property
from typing import Final

from games.bidwhist.legal import exchanges_jokers, pack, throws_off
from games.bidwhist.options import Terms
from games.bidwhist.score import Contract, WhistBid, find_bid
from games.bidwhist.state import BID, DISCARD, HAND_SIZE, JOKER, SEATS, BidWhistPublicTable, BidWhistView, side_of
from games.bots.base import ImpossibleView
from games.bots.knowledge import TrickLook, seat_view, winner_of
from games.engine.actions import Action, Pick, cards_in
from games.engine.cards import Card, Suit
from games.engine.state import Seat, SeatView
from games.engine.tricks import followers

_NOTHING: Final[frozenset[Card]] = frozenset()


class Knowledge(TrickLook[BidWhistView]):
    @cached_property
    def terms(self) -> Terms:
        return self.view.terms

    @property
    def table(self) -> BidWhistPublicTable:
        return self.view.table

    @property
    def side(self) -> int:
        return side_of(self.seat)

    # -- auction and contract -----------------------------------------------------------------------

    @cached_property
    def calls(self) -> dict[Seat, WhistBid | None]:
        """The calls so far by seat, in order; None is a pass."""
        return {seat: find_bid(text) for seat, text in self.table.calls}

    @cached_property
    def highest(self) -> tuple[Seat, WhistBid] | None:
        bids = [(seat, bid) for seat, bid in self.calls.items() if bid is not None]
        return bids[-1] if bids else None

    @cached_property
    def offered(self) -> tuple[WhistBid, ...]:
        said = [one.argument for one in self.view.legal if isinstance(one, Action) and one.verb == BID]
        return tuple(bid for text in said if (bid := find_bid(text)) is not None)

    @cached_property
    def contract(self) -> Contract:
        """The contract; raises ImpossibleView during the auction."""
        if self.table.played is None:
            raise ImpossibleView("the auction is still open")
        return self.table.played

    @property
    def is_declarer(self) -> bool:
        return self.table.declarer is not None and self.table.declarer == self.seat

    @cached_property
    def throws_jokers(self) -> bool:
        return throws_off(self.contract, self.terms)

    # -- cards ------------------------------------------------------------------------------------------

    @property
    def pack(self) -> tuple[Card, ...]:
        return pack(self.terms.jokers)

    @cached_property
    def taken(self) -> tuple[int, int]:
        """The tricks won by each side, without book 1."""
        won = [0, 0]
        for trick in self.tricks:
            won[side_of(winner_of(trick, self.contract))] += 1
        return won[0], won[1]

    @cached_property
    def discard(self) -> tuple[Card, ...]:
        """This seat's discard if it is the declarer, else empty."""
        said = (action.argument for _, action in self.view.actions if action.verb == DISCARD)
        return tuple(one for argument in said for one in cards_in(argument))

    @cached_property
    def put_away(self) -> tuple[Card, ...]:
        """The cards that this seat knows to be in book 1: exchanged jokers, or its own discard."""
        if self.is_discarded and exchanges_jokers(self.contract, self.terms):  # 7.3
            return tuple(one for one in pack(self.terms.jokers) if one.is_joker)
        return self.discard

    @cached_property
    def is_discarded(self) -> bool:
        return any(action.verb == DISCARD for _, action in self.view.actions)

    @cached_property
    def room(self) -> tuple[int, ...]:
        """The number of unseen cards in each seat's hand; 0 for this seat."""
        return tuple(0 if seat == self.seat else HAND_SIZE - len(self.played_by(seat)) for seat in SEATS)

    # -- cards that seats cannot hold -------------------------------------------------------------------

    @cached_property
    def cannot(self) -> tuple[frozenset[Card], ...]:
        """The cards that each seat cannot hold, from proved voids and a shown kitty that the declarer took."""
        is_exchanged = any(action.verb == JOKER for _, action in self.view.actions)
        shown = _NOTHING if is_exchanged else frozenset(self.table.kitty)
        found = [set(shown) if seat != self.table.declarer else set() for seat in SEATS]
        for seat, suit, no_joker in self._failures:
            found[seat].update(one for one in self.unseen if self.contract.suit_of(one) is suit)
            if no_joker:
                found[seat].update(one for one in self.unseen if one.is_joker)
        return tuple(frozenset(one) for one in found)

    @cached_property
    def voids(self) -> frozenset[tuple[Seat, Suit]]:
        return frozenset((seat, suit) for seat, suit, _ in self._failures)

    @cached_property
    def _failures(self) -> tuple[tuple[Seat, Suit, bool], ...]:
        """Each failure to follow suit: seat, suit, and whether the play proves that the seat has no joker (7.3)."""
        return tuple(
            (who, led, self.throws_jokers and not one.is_joker)
            for trick in (*self.tricks, self.trick)
            if trick
            for who, one, led in followers(trick, self.contract, seats=len(SEATS))
            if self.contract.suit_of(one) is not led
        )

    @cached_property
    def proved(self) -> int | None:
        """The first trick (from 1) with a proved renege of an opponent that this side has not called, else None.

        The proof is a later play of a card that had to be played in that trick: a card of the suit led, or a joker
        (B12).
        """
        called = {one.book for one in self.view.called if one.is_right and side_of(one.seat) == self.side}
        for number, trick in enumerate(self.tricks, start=1):
            every = followers(trick, self.contract, seats=len(SEATS))
            if number not in called and any(self._reneged(who, one, led, number) for who, one, led in every):
                return number
        return None

    def _reneged(self, player: Seat, card: Card, led: Suit, number: int) -> bool:
        if side_of(player) == self.side or self.contract.suit_of(card) is led:
            return False
        later = [other for seat, other in self.plays[number * len(SEATS) :] if seat == player]
        if any(self.contract.suit_of(other) is led for other in later):
            return True
        return self.throws_jokers and not card.is_joker and any(other.is_joker for other in later)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the knowledge of the view's seat; raise ImpossibleView if the view contradicts itself."""
    knowledge = Knowledge(*seat_view(view, BidWhistView))
    kitty = knowledge.terms.kitty if knowledge.is_declarer and not knowledge.discard else 0
    return knowledge.checked(HAND_SIZE + kitty)


def pick_of(knowledge: Knowledge) -> Pick:
    """Return the offer of the discard; raise ImpossibleView if there is none."""
    for offer in knowledge.view.legal:
        if isinstance(offer, Pick):
            return offer
    raise ImpossibleView("no discard is due")
