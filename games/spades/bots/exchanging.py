"""Exchanges of Spades in imagined hands: what changes hands by policy, and what is worth a thought beside it.

Knows a seat's view and the worlds that fit it; what comes of an exchange is for others to judge.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from games.bots.pack import pack_bits, pack_cards
from games.engine.actions import Pick
from games.engine.cards import Card
from games.engine.state import Seat
from games.review.worlds import alike
from games.spades.bids import givers_of
from games.spades.bots.bids import given_away, returned
from games.spades.bots.encoding import Guess
from games.spades.bots.knowledge import SUITS, Knowledge
from games.spades.score import Bid
from games.spades.state import GIVE, TRUMP, SpadesState, partner

Pile: TypeAlias = tuple[Card, ...]
_Chooses: TypeAlias = Callable[[Sequence[Card], int], Pile]

#: So many cards that the policy would part with next are tried in the place of one that it parts with.
_NEAR: Final = 6


def exchanged(worlds: Guess, auctions: Sequence[Sequence[Bid]]) -> Guess:
    """The worlds once all exchanges after those bids were made by policy. Who bids blind is the same in all of them."""
    terms = worlds.knowledge.terms
    if not terms.exchange:
        return worlds
    return _changed(worlds, lambda hands: _exchange(hands, _givers(worlds.knowledge, auctions[0]), terms.exchange))


def handed(worlds: Guess, pile: Pile) -> Guess:
    """The worlds once the seat has given or returned those cards, and the rest of the exchanges was made by policy."""
    knowledge = worlds.knowledge
    giver = knowledge.seat if _gives(knowledge) else partner(knowledge.seat)
    givers = _givers(knowledge, knowledge.made)
    later = givers[givers.index(giver) + 1 :]

    def change(hands: list[int]) -> None:
        _hand_over(hands, knowledge.seat, pile)
        if _gives(knowledge):
            _choose(hands, partner(giver), returned, len(pile))
        _exchange(hands, later, knowledge.terms.exchange)

    return _changed(worlds, change)


def piles(knowledge: Knowledge) -> list[Pile]:
    """The policy's first, then it with another card in the place of one of its own, and the first of its cards where
    fewer may be given.
    """
    offers = knowledge.view.legal
    counts = [one.count if isinstance(one, Pick) else 0 for one in offers]
    most, chooses = max(counts), given_away if _gives(knowledge) else returned
    order = chooses(knowledge.hand, len(knowledge.hand))
    usual, near = order[:most], _near(knowledge, order, most)
    swapped = ((*(one for one in usual if one is not gone), other) for gone in usual for other in near)
    return [usual, *(usual[:count] for count in counts if count < most), *swapped]


def _near(knowledge: Knowledge, order: Sequence[Card], most: int) -> list[Card]:
    """The next ones in the policy's order, and what leaves a side suit empty; one of those that touch each other."""
    groups = alike(order, knowledge.unseen, lambda one: (one.suit, one.height))
    touching = {one: group for group in groups for one in group}
    seen, found = {touching[one] for one in order[:most]}, list[Card]()
    for one in order[most:]:
        if touching[one] not in seen:
            seen.add(touching[one])
            found.append(one)
    sizes = {suit: sum(one.suit is suit for one in order) for suit in SUITS if suit is not TRUMP}
    return [*found[:_NEAR], *(one for one in found[_NEAR:] if one.suit in sizes and sizes[one.suit] == 1)]


# -- in one world ---------------------------------------------------------------------------------------


def _gives(knowledge: Knowledge) -> bool:
    return knowledge.view.legal[0].verb == GIVE


def _givers(knowledge: Knowledge, bids: Sequence[Bid]) -> tuple[Seat, ...]:
    """In their order."""
    view = knowledge.view
    bid = SpadesState(options=view.options, terms=knowledge.terms, dealer=view.table.dealer, bids=tuple(bids))
    return givers_of(bid)


def _changed(worlds: Guess, change: Callable[[list[int]], None]) -> Guess:
    rows = worlds.hands.tolist()
    for hands in rows:
        change(hands)
    return replace(worlds, hands=np.array(rows, np.int64))


def _exchange(hands: list[int], givers: Sequence[Seat], count: int) -> None:
    for giver in givers:
        _choose(hands, giver, given_away, count)
        _choose(hands, partner(giver), returned, count)


def _choose(hands: list[int], seat: Seat, chooses: _Chooses, count: int) -> None:
    _hand_over(hands, seat, chooses(pack_cards(hands[seat]), count))


def _hand_over(hands: list[int], seat: Seat, pile: Pile) -> None:
    bits = pack_bits(pile)
    hands[seat] &= ~bits
    hands[partner(seat)] |= bits
