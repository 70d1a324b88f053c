"""What a seat of Bid Whist knows from its view: unseen cards, what each seat cannot hold, and reneges proved."""

from functools import cached_property
from typing import Final

from games.bidwhist.auction import exchanges_jokers, pack
from games.bidwhist.options import Terms
from games.bidwhist.play import throws_off
from games.bidwhist.score import Bid, Contract, find_bid
from games.bidwhist.state import (
    BID,
    DISCARD,
    HAND_SIZE,
    JOKER,
    SEATS,
    BidWhistTable,
    BidWhistView,
    side_of,
)
from games.bots.base import ImpossibleView
from games.bots.knowledge import TrickLook, seat_view, winner_of
from games.engine.actions import Action, Pick
from games.engine.cards import Card, Suit
from games.engine.reading import cards_in
from games.engine.state import Seat, SeatView
from games.engine.tricks import followers, next_seat

_NOTHING: Final[frozenset[Card]] = frozenset()


class Knowledge(TrickLook[BidWhistView]):
    """A seat's view of Bid Whist with what follows from it."""

    @cached_property
    def terms(self) -> Terms:
        return self.view.terms

    @property
    def table(self) -> BidWhistTable:
        return self.view.table

    @property
    def side(self) -> int:
        return side_of(self.seat)

    @property
    def partner(self) -> Seat:
        return next_seat(self.seat, 2)

    # -- auction and contract -----------------------------------------------------------------------

    @cached_property
    def calls(self) -> dict[Seat, Bid | None]:
        """The calls by seat, in order; None is a pass."""
        return {seat: find_bid(text) for seat, text in self.table.calls}

    @cached_property
    def highest(self) -> tuple[Seat, Bid] | None:
        bids = [(seat, bid) for seat, bid in self.calls.items() if bid is not None]
        return bids[-1] if bids else None

    @cached_property
    def offered(self) -> tuple[Bid, ...]:
        """The legal bids."""
        said = [one.argument for one in self.view.legal if isinstance(one, Action) and one.verb == BID]
        return tuple(bid for text in said if (bid := find_bid(text)) is not None)

    @cached_property
    def contract(self) -> Contract:
        """The contract; ImpossibleView during the auction."""
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
        """Tricks of each side, without the kitty book."""
        won = [0, 0]
        for trick in self.tricks:
            won[side_of(winner_of(trick, self.contract))] += 1
        return won[0], won[1]

    @cached_property
    def discard(self) -> tuple[Card, ...]:
        """The declarer's own discard."""
        said = (action.argument for _, action in self.view.actions if action.verb == DISCARD)
        return tuple(one for argument in said for one in cards_in(argument))

    @cached_property
    def put_away(self) -> tuple[Card, ...]:
        """Cards that this seat knows to be in book 1."""
        if self.is_exchange:
            return tuple(one for one in pack(self.terms.jokers) if one.is_joker)
        return self.discard

    @cached_property
    def is_discarded(self) -> bool:
        return any(action.verb == DISCARD for _, action in self.view.actions)

    @property
    def is_exchange(self) -> bool:
        """Whether the jokers were exchanged and are out of play in this hand (7.3)."""
        return self.is_discarded and exchanges_jokers(self.contract, self.terms)

    @cached_property
    def room(self) -> tuple[int, ...]:
        """How many unseen cards each seat holds; 0 for this one."""
        return tuple(0 if seat == self.seat else HAND_SIZE - len(self.played_by(seat)) for seat in SEATS)

    # -- who cannot hold what ---------------------------------------------------------------------------

    @cached_property
    def cannot(self) -> tuple[frozenset[Card], ...]:
        """By seat: cards it has shown not to hold, or that were turned up in the kitty."""
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
        """Seats with a suit that they have not followed."""
        return frozenset((seat, suit) for seat, suit, _ in self._failures)

    @cached_property
    def _failures(self) -> tuple[tuple[Seat, Suit, bool], ...]:
        """Seats that did not follow, the suit, and whether they also showed to hold no joker (7.3)."""
        return tuple(
            (who, led, self.throws_jokers and not one.is_joker)
            for trick in (*self.tricks, self.trick)
            if trick
            for who, one, led in followers(trick, self.contract, seats=len(SEATS))
            if self.contract.suit_of(one) is not led
        )

    # -- a renege -----------------------------------------------------------------------------------------

    @cached_property
    def proved(self) -> int | None:
        """The first trick, from 1, with a proved renege by a rival that is not called yet; else None.

        Proof is a card played later that was due then: of the suit led, or a joker to be thrown off (B12).
        """
        called = {one.book for one in self.view.called if one.is_right and side_of(one.seat) == self.side}
        for number, trick in enumerate(self.tricks, start=1):
            every = followers(trick, self.contract, seats=len(SEATS))
            if number not in called and any(self._reneged(who, one, led, number) for who, one, led in every):
                return number
        return None

    def _reneged(self, who: Seat, one: Card, led: Suit, number: int) -> bool:
        if side_of(who) == self.side or self.contract.suit_of(one) is led:
            return False
        later = [card for seat, card in self.plays[number * len(SEATS) :] if seat == who]
        if any(self.contract.suit_of(card) is led for card in later):
            return True
        return self.throws_jokers and not one.is_joker and any(card.is_joker for card in later)


def knowledge_of(view: SeatView) -> Knowledge:
    """Return the view with what follows from it; ImpossibleView if it contradicts itself."""
    knowledge = Knowledge(*seat_view(view, BidWhistView))
    kitty = knowledge.terms.kitty if knowledge.is_declarer and not knowledge.discard else 0
    return knowledge.checked(HAND_SIZE + kitty)


def pick_of(knowledge: Knowledge) -> Pick:
    """Return the discard that is due; ImpossibleView if there is none."""
    for offer in knowledge.view.legal:
        if isinstance(offer, Pick):
            return offer
    raise ImpossibleView("no discard is owed")
