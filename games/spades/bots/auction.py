"""The rest of an auction of Spades as it may go in imagined hands: the others bid by the count of the normal player."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from games.engine.state import Seat, put
from games.engine.tricks import next_seat
from games.spades.bids import legal_bids, misdeal_grounds, overridden
from games.spades.bots.bids import KnownBids, bid_of, hearing_of, wants_misdeal
from games.spades.bots.encoding import Guess
from games.spades.options import Terms
from games.spades.score import BLIND, Bid
from games.spades.state import SEATS, Bids, Hands, SpadesState

B = TypeVar("B", bound=Bid)


def imagined_bids(worlds: Guess, own: Sequence[B]) -> dict[B, list[tuple[Bid, ...]]]:
    """For each bid of one's own the four bids of each world. Nobody else is imagined to bid blind."""
    seat, terms = worlds.knowledge.seat, worlds.knowledge.terms
    said = {bid: _said(terms, worlds.knowledge.table.bids, seat, bid) for bid in own}
    found: dict[B, list[tuple[Bid, ...]]] = {bid: [] for bid in own}
    for hands in _who_bid(worlds):
        for bid, bids in said.items():
            found[bid].append(_finished(terms, hands, bids, seat))
    return found


def blind_bids(worlds: Guess) -> Iterator[tuple[tuple[Bid, ...] | None, tuple[Bid, ...]]]:
    """By world the four bids after a look and those after a blind nil. Whoever looks goes on as the normal player does:
    None where that claims a misdeal.
    """
    terms, bids, seat = worlds.knowledge.terms, worlds.knowledge.table.bids, worlds.knowledge.seat
    known, blind = hearing_of(worlds.knowledge), _said(terms, bids, seat, BLIND)
    for hands in _who_bid(worlds):
        hand = hands[seat]
        is_misdeal = terms.misdeals and misdeal_grounds(hand) and wants_misdeal(hand, known)
        looked = _said(terms, bids, seat, bid_of(hand, known, legal_bids(terms, hand, bids, seat)))
        yield None if is_misdeal else _finished(terms, hands, looked, seat), _finished(terms, hands, blind, seat)


def _who_bid(worlds: Guess) -> Iterator[Hands]:
    """By world the hands of those who have not bid yet."""
    bids = worlds.knowledge.table.bids
    for world in range(len(worlds.hands)):
        yield tuple(worlds.hand(world, seat) if bid is None else () for seat, bid in enumerate(bids))


def whole_auction(state: SpadesState, hands: Hands) -> tuple[Bid, ...]:
    """The four bids of a hand as normal players would make them, from the first on, each without a look at others."""
    return _finished(state.terms, hands, (None,) * len(SEATS), next_seat(state.first, -1))


def _finished(terms: Terms, hands: Hands, bids: Bids, last: Seat) -> tuple[Bid, ...]:
    """The four bids once all who have none have bid, whoever comes after `last` first."""
    for step in range(1, len(SEATS) + 1):
        seat = next_seat(last, step)
        if bids[seat] is None:
            bid = bid_of(hands[seat], KnownBids(bids, seat, terms), legal_bids(terms, hands[seat], bids, seat))
            bids = _said(terms, bids, seat, bid)
    return tuple(bid for bid in bids if bid is not None)


def _said(terms: Terms, bids: Bids, seat: Seat, bid: Bid) -> Bids:
    """The bids with that one, and with what One Nil makes of the partner's."""
    bids = put(bids, seat, bid)
    change = overridden(terms, bids, seat)
    return bids if change is None else put(bids, *change)
