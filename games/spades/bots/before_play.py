"""Sampled deals ("worlds") of Spades before the play: their auctions, exchanges and results.

In each world the seats bid by counting tricks (`bids.bid_of`), and exchange and play by policy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

import numpy as np

from games.bots.knowledge import pack_bits, pack_cards
from games.engine.actions import Pick
from games.engine.cards import Card
from games.engine.state import Seat, put
from games.engine.tricks import next_seat
from games.evaluation.evaluators import alike
from games.spades.bots.bids import KnownBids, Stakes, bid_of, given_away, hearing_of, returned, wants_misdeal
from games.spades.bots.knowledge import SUITS, Knowledge
from games.spades.bots.worlds import Guess, tricks_of_end
from games.spades.rules import givers_of, legal_bids, misdeal_grounds, overridden
from games.spades.score import BLIND, SpadesBid
from games.spades.state import BLIND_NIL, GIVE, LOOK, SEATS, TRUMP, Bids, Hands, SpadesState, partner

B = TypeVar("B", bound=SpadesBid)
Pile: TypeAlias = tuple[Card, ...]
#: Number of the policy's next choices that are tried in place of a card that the policy would pass.
_NEAR: Final = 6
#: The end of a hand: bids and tricks by seat.
End: TypeAlias = tuple[Sequence[SpadesBid], Sequence[int]]


def imagined_bids(worlds: Guess, own: Sequence[B]) -> dict[B, list[tuple[SpadesBid, ...]]]:
    """Return for each bid in `own` the four bids of each world, if the seat makes that bid.

    Later bidders never bid blind.
    """
    known, every = hearing_of(worlds.knowledge), list(_open_hands(worlds))
    said = {bid: _with_bid(known, bid) for bid in own}
    return {bid: [_finished(known, after, hands) for hands in every] for bid, after in said.items()}


def _open_hands(worlds: Guess) -> Iterator[Hands]:
    """Yield for each world the hands of the seats that have not bid; the other hands are empty."""
    bids = worlds.knowledge.table.bids
    for world in range(len(worlds.hands)):
        yield tuple(worlds.hand(world, seat) if bid is None else () for seat, bid in enumerate(bids))


def whole_auction(state: SpadesState, hands: Hands) -> tuple[SpadesBid, ...]:
    """Return the four bids that normal bots make with these hands; none is blind."""
    last = next_seat(state.first, -1)
    known = KnownBids((None,) * len(SEATS), last, state.terms, Stakes(state.terms, state.standings))
    return _finished(known, known.bids, hands)


def _finished(known: KnownBids, bids: Bids, hands: Hands) -> tuple[SpadesBid, ...]:
    """Return all four bids: from the seat after `known.seat` on, each seat without a bid bids by counting tricks."""
    for step in range(1, len(SEATS) + 1):
        seat = next_seat(known.seat, step)
        if bids[seat] is None:
            turn, hand = KnownBids(bids, seat, known.terms, known.stakes), hands[seat]
            bids = _with_bid(turn, bid_of(hand, turn, legal_bids(turn.terms, hand, bids, seat)))
    return tuple(bid for bid in bids if bid is not None)


def _with_bid(known: KnownBids, bid: SpadesBid) -> Bids:
    """Return the bids after `known.seat` has bid `bid`, with any change of the partner's bid by One Nil."""
    bids = put(known.bids, known.seat, bid)
    change = overridden(known.terms, bids, known.seat)
    return bids if change is None else put(bids, *change)


def piles(knowledge: Knowledge) -> list[Pile]:
    """Return the exchanges worth trying, as the cards to pass; the policy's exchange is first.

    The other exchanges are fewer of the policy's cards, where allowed, and the policy's cards with one replaced.
    """
    offers = knowledge.view.legal
    counts = [one.count if isinstance(one, Pick) else 0 for one in offers]
    most, chooses = max(counts), given_away if _gives(knowledge) else returned
    order = chooses(knowledge.hand, len(knowledge.hand))
    usual, near = order[:most], _near(knowledge, order, most)
    swapped = ((*(one for one in usual if one is not gone), other) for gone in usual for other in near)
    return [usual, *(usual[:count] for count in counts if count < most), *swapped]


def _near(knowledge: Knowledge, order: Sequence[Card], most: int) -> list[Card]:
    """Return cards to try in place of one that the policy passes.

    These are the policy's next `_NEAR` choices, with one card for each group of equivalent cards, and further
    singletons of side suits.
    """
    groups = alike(order, knowledge.unseen, lambda one: (one.suit, one.height))
    touching = {one: group for group in groups for one in group}
    seen, found = {touching[one] for one in order[:most]}, list[Card]()
    for one in order[most:]:
        if touching[one] not in seen:
            seen.add(touching[one])
            found.append(one)
    sizes = {suit: sum(one.suit is suit for one in order) for suit in SUITS if suit is not TRUMP}
    return [*found[:_NEAR], *(one for one in found[_NEAR:] if one.suit in sizes and sizes[one.suit] == 1)]


def _gives(knowledge: Knowledge) -> bool:
    return knowledge.view.legal[0].verb == GIVE


def _exchange(hands: list[int], givers: Sequence[Seat], count: int) -> None:
    for giver in givers:
        _hand_over(hands, giver, given_away(pack_cards(hands[giver]), count))
        _hand_over(hands, partner(giver), returned(pack_cards(hands[partner(giver)]), count))


def _hand_over(hands: list[int], seat: Seat, pile: Pile) -> None:
    bits = pack_bits(pile)
    hands[seat] &= ~bits
    hands[partner(seat)] |= bits


def after_bids(worlds: Guess, bids: Sequence[B]) -> dict[B, list[End]]:
    """Return for each of the seat's possible `bids` the end of each world."""
    return {bid: _exchanged_and_played(worlds, rows) for bid, rows in imagined_bids(worlds, bids).items()}


def after_blind_choice(worlds: Guess) -> dict[str, Sequence[End | None]]:
    """Return, by verb, the end of each world after a look and after a blind nil.

    After a look the seat acts as the normal bot does. If that bot declares a misdeal, the end is None.
    """
    known = hearing_of(worlds.knowledge)
    looked, blind = dict[int, tuple[SpadesBid, ...]](), list[tuple[SpadesBid, ...]]()
    for world, hands in enumerate(_open_hands(worlds)):
        hand = hands[known.seat]
        blind.append(_finished(known, _with_bid(known, BLIND), hands))
        if not (known.terms.misdeals and misdeal_grounds(hand) and wants_misdeal(hand, known)):
            bid = bid_of(hand, known, legal_bids(known.terms, hand, known.bids, known.seat))
            looked[world] = _finished(known, _with_bid(known, bid), hands)
    some = replace(worlds, hands=worlds.hands[list(looked)])
    ends = dict(zip(looked, _exchanged_and_played(some, list(looked.values())), strict=True))
    return {LOOK: [ends.get(world) for world in range(len(blind))], BLIND_NIL: _exchanged_and_played(worlds, blind)}


def after_exchange(worlds: Guess, pile: Pile) -> list[End]:
    """Return the end of each world if the seat gives or returns these cards and the others exchange by policy."""
    knowledge, rows = worlds.knowledge, worlds.hands.tolist()
    gives = _gives(knowledge)
    giver = knowledge.seat if gives else partner(knowledge.seat)
    givers = givers_of(knowledge.terms, knowledge.made, knowledge.table.dealer)
    for hands in rows:
        _hand_over(hands, knowledge.seat, pile)
        if gives:
            _hand_over(hands, partner(giver), returned(pack_cards(hands[partner(giver)]), len(pile)))
        _exchange(hands, givers[givers.index(giver) + 1 :], knowledge.terms.exchange)
    return ends_of(replace(worlds, hands=np.array(rows, np.int64)), [knowledge.made] * len(rows))


def _exchanged_and_played(worlds: Guess, auctions: Sequence[tuple[SpadesBid, ...]]) -> list[End]:
    """Return the end of each world after the exchanges by policy. The same seats must have bid blind in all worlds."""
    terms, dealer = worlds.knowledge.terms, worlds.knowledge.table.dealer
    if terms.exchange and auctions:
        rows, givers = worlds.hands.tolist(), givers_of(terms, auctions[0], dealer)
        for hands in rows:
            _exchange(hands, givers, terms.exchange)
        worlds = replace(worlds, hands=np.array(rows, np.int64))
    return ends_of(worlds, auctions)


def ends_of(worlds: Guess, auctions: Sequence[tuple[SpadesBid, ...]]) -> list[End]:
    """Return the end of each world, played out by policy. `auctions` has the four bids of each world."""
    ends = worlds.ends([None], auctions)[0].tolist()
    return [(row, tricks_of_end(end)) for row, end in zip(auctions, ends, strict=True)]
