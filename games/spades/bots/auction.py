"""Auctions of Spades in imagined hands: the other seats bid by count, as the normal player does."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from games.engine.state import put
from games.engine.tricks import next_seat
from games.spades.bids import legal_bids, misdeal_grounds, overridden
from games.spades.bots.bids import KnownBids, Stakes, bid_of, hearing_of, wants_misdeal
from games.spades.bots.encoding import Guess
from games.spades.score import BLIND, Bid
from games.spades.state import SEATS, Bids, Hands, SpadesState

B = TypeVar("B", bound=Bid)


def imagined_bids(worlds: Guess, own: Sequence[B]) -> dict[B, list[tuple[Bid, ...]]]:
    """Return the four bids of each world by the seat's own bid. No other seat is imagined to bid blind."""
    known = hearing_of(worlds.knowledge)
    said = {bid: _said(known, bid) for bid in own}
    found: dict[B, list[tuple[Bid, ...]]] = {bid: [] for bid in own}
    for hands in _open_hands(worlds):
        for bid, after in said.items():
            found[bid].append(_finished(known, after, hands))
    return found


def blind_bids(worlds: Guess) -> Iterator[tuple[tuple[Bid, ...] | None, tuple[Bid, ...]]]:
    """By world the four bids after a look and those after a blind nil.

    After a look the seat bids as the normal player does: None where that claims a misdeal.
    """
    known = hearing_of(worlds.knowledge)
    blind = _said(known, BLIND)
    for hands in _open_hands(worlds):
        hand = hands[known.seat]
        is_misdeal = known.terms.misdeals and misdeal_grounds(hand) and wants_misdeal(hand, known)
        looked = _said(known, bid_of(hand, known, legal_bids(known.terms, hand, known.bids, known.seat)))
        yield None if is_misdeal else _finished(known, looked, hands), _finished(known, blind, hands)


def _open_hands(worlds: Guess) -> Iterator[Hands]:
    """By world the hands of the seats that have not bid yet."""
    bids = worlds.knowledge.table.bids
    for world in range(len(worlds.hands)):
        yield tuple(worlds.hand(world, seat) if bid is None else () for seat, bid in enumerate(bids))


def whole_auction(state: SpadesState, hands: Hands) -> tuple[Bid, ...]:
    """The four bids of a hand as normal players make them, no seat looking at another hand."""
    last = next_seat(state.first, -1)
    known = KnownBids((None,) * len(SEATS), last, state.terms, Stakes(state.terms, state.standings))
    return _finished(known, known.bids, hands)


def _finished(known: KnownBids, bids: Bids, hands: Hands) -> tuple[Bid, ...]:
    """The four bids once every open seat has bid; `known.seat` bid last."""
    for step in range(1, len(SEATS) + 1):
        seat = next_seat(known.seat, step)
        if bids[seat] is None:
            turn, hand = KnownBids(bids, seat, known.terms, known.stakes), hands[seat]
            bids = _said(turn, bid_of(hand, turn, legal_bids(turn.terms, hand, bids, seat)))
    return tuple(bid for bid in bids if bid is not None)


def _said(known: KnownBids, bid: Bid) -> Bids:
    """The bids once `known.seat` has made that one, with what One Nil makes of the partner's."""
    bids = put(known.bids, known.seat, bid)
    change = overridden(known.terms, bids, known.seat)
    return bids if change is None else put(bids, *change)
