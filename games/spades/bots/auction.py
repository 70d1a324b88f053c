"""The rest of an auction of Spades as it may go in imagined hands: the others bid by the count of the normal player."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from games.engine.cards import Card
from games.engine.state import Seat, put
from games.engine.tricks import next_seat
from games.spades.bids import legal_bids, misdeal_grounds, overridden
from games.spades.bots.bids import KnownBids, bid_of, hearing_of, wants_misdeal
from games.spades.bots.encoding import Guess
from games.spades.score import BLIND, Bid
from games.spades.state import SEATS, SpadesState

B = TypeVar("B", bound=Bid)


def imagined_bids(worlds: Guess, own: Sequence[B]) -> dict[B, list[tuple[Bid, ...]]]:
    """For each bid of one's own the four bids of each world. Nobody else is imagined to bid blind."""
    seat = worlds.knowledge.seat
    found: dict[B, list[tuple[Bid, ...]]] = {bid: [] for bid in own}
    for state in _begun(worlds):
        for bid in own:
            found[bid].append(_finished(_said(state, seat, bid), seat))
    return found


def blind_bids(worlds: Guess) -> Iterator[tuple[tuple[Bid, ...] | None, tuple[Bid, ...]]]:
    """By world the four bids after a look and those after a blind nil. Whoever looks goes on as the normal player does:
    None where that claims a misdeal.
    """
    knowledge, known, seat = worlds.knowledge, hearing_of(worlds.knowledge), worlds.knowledge.seat
    for state in _begun(worlds):
        hand = state.hands[seat]
        is_misdeal = knowledge.terms.misdeals and misdeal_grounds(hand) and wants_misdeal(hand, known)
        bid = bid_of(hand, known, legal_bids(state, seat))
        looked = None if is_misdeal else _finished(_said(state, seat, bid), seat)
        yield looked, _finished(_said(state, seat, BLIND), seat)


def _begun(worlds: Guess) -> Iterator[SpadesState]:
    """By world the auction so far."""
    view, terms = worlds.knowledge.view, worlds.knowledge.terms
    bids = view.table.bids
    for world in range(len(worlds.hands)):
        hands = tuple(worlds.hand(world, seat) if bid is None else () for seat, bid in enumerate(bids))
        yield SpadesState(options=view.options, terms=terms, hands=hands, bids=bids)


def whole_auction(state: SpadesState, hands: Sequence[tuple[Card, ...]]) -> tuple[Bid, ...]:
    """The four bids of a hand as normal players would make them, from the first on, each without a look at others."""
    begun = SpadesState(options=state.options, terms=state.terms, hands=tuple(hands))
    return _finished(begun, next_seat(state.first, -1))


def _finished(state: SpadesState, last: Seat) -> tuple[Bid, ...]:
    """The four bids once all who have none have bid, whoever comes after `last` first."""
    for step in range(1, len(SEATS) + 1):
        seat = next_seat(last, step)
        if state.bids[seat] is None:
            known = KnownBids(state.bids, seat, state.terms)
            state = _said(state, seat, bid_of(state.hands[seat], known, legal_bids(state, seat)))
    return tuple(bid for bid in state.bids if bid is not None)


def _said(state: SpadesState, seat: Seat, bid: Bid) -> SpadesState:
    """The state with the bid, and with what One Nil makes of the partner's."""
    state = SpadesState(options=state.options, terms=state.terms, hands=state.hands, bids=put(state.bids, seat, bid))
    change = overridden(state, seat)
    if change is None:
        return state
    return SpadesState(options=state.options, terms=state.terms, hands=state.hands, bids=put(state.bids, *change))
