"""The rest of an auction of Spades as it may go in imagined hands: the others bid by the count of the normal player."""

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.state import Seat, put
from games.engine.tricks import next_seat
from games.spades.bids import legal_bids, overridden
from games.spades.bots.bids import KnownBids, bid_of
from games.spades.bots.encoding import Guess
from games.spades.score import Bid
from games.spades.state import SEATS, SpadesState


def imagined_bids(worlds: Guess, own: Sequence[int]) -> dict[int, list[tuple[Bid, ...]]]:
    """For each bid of one's own the four bids of each world. Nobody is imagined to bid blind."""
    knowledge = worlds.knowledge
    found: dict[int, list[tuple[Bid, ...]]] = {bid: [] for bid in own}
    for world in range(len(worlds.hands)):
        hands = tuple(worlds.hand(world, seat) if bid is None else () for seat, bid in enumerate(knowledge.table.bids))
        state = SpadesState(
            options=knowledge.view.options, terms=knowledge.terms, hands=hands, bids=knowledge.table.bids
        )
        for bid in own:
            found[bid].append(_finished(_said(state, knowledge.seat, bid), knowledge.seat))
    return found


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
