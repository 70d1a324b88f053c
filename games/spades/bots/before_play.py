"""Sampled deals ("worlds") of Spades before the play: their auctions, exchanges and results.

In each world the seats bid by counting tricks (`bids.bid_of`), and exchange and play by policy.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

import numpy as np

from games.bots.knowledge import pack_bits, pack_cards
from games.engine.actions import Pick
from games.engine.cards import Card
from games.engine.state import Seat, put
from games.engine.tricks import next_seat
from games.evaluation.evaluators import alike
from games.spades.bids import givers_of, legal_bids, misdeal_grounds, overridden
from games.spades.bots.bids import KnownBids, Stakes, bid_of, given_away, hearing_of, returned, wants_misdeal
from games.spades.bots.knowledge import SUITS, Knowledge
from games.spades.bots.rollouts import tricks_of_end
from games.spades.bots.worlds import Guess
from games.spades.score import BLIND, SpadesBid
from games.spades.state import BLIND_NIL, GIVE, LOOK, SEATS, TRUMP, Bids, Hands, SpadesState, partner

B = TypeVar("B", bound=SpadesBid)
Pile: TypeAlias = tuple[Card, ...]
_Chooses: TypeAlias = Callable[[Sequence[Card], int], Pile]
#: Number of the policy's next choices that are tried in place of a card that the policy would pass.
_NEAR: Final = 6
#: The end of a hand: bids and tricks by seat.
End: TypeAlias = tuple[Sequence[SpadesBid], Sequence[int]]


def imagined_bids(worlds: Guess, own: Sequence[B]) -> dict[B, list[tuple[SpadesBid, ...]]]:
    """Return for each bid in `own` the four bids of each world, if the seat makes that bid.

    Later bidders never bid blind.
    """
    known = hearing_of(worlds.knowledge)
    said = {bid: _with_bid(known, bid) for bid in own}
    found: dict[B, list[tuple[SpadesBid, ...]]] = {bid: [] for bid in own}
    for hands in _open_hands(worlds):
        for bid, after in said.items():
            found[bid].append(_finished(known, after, hands))
    return found


def blind_bids(worlds: Guess) -> Iterator[tuple[tuple[SpadesBid, ...] | None, tuple[SpadesBid, ...]]]:
    """Yield for each world the four bids after a look at the seat's cards, and the four after a blind nil.

    After a look the seat acts as the normal bot does. If that bot declares a misdeal, the first item is None.
    """
    known = hearing_of(worlds.knowledge)
    blind = _with_bid(known, BLIND)
    for hands in _open_hands(worlds):
        hand = hands[known.seat]
        is_misdeal = known.terms.misdeals and misdeal_grounds(hand) and wants_misdeal(hand, known)
        looked = _with_bid(known, bid_of(hand, known, legal_bids(known.terms, hand, known.bids, known.seat)))
        yield None if is_misdeal else _finished(known, looked, hands), _finished(known, blind, hands)


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


def exchanged(worlds: Guess, auctions: Sequence[Sequence[SpadesBid]]) -> Guess:
    """Return the worlds after all exchanges, made by policy. `auctions` has the four bids of each world.

    The same seats must have bid blind in all worlds.
    """
    terms = worlds.knowledge.terms
    if not terms.exchange:
        return worlds
    return _changed(worlds, lambda hands: _exchange(hands, _givers(worlds.knowledge, auctions[0]), terms.exchange))


def handed(worlds: Guess, pile: Pile) -> Guess:
    """Return the worlds after the seat has given or returned these cards and the others have exchanged by policy."""
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


def _givers(knowledge: Knowledge, bids: Sequence[SpadesBid]) -> tuple[Seat, ...]:
    """Return the seats that give cards after an auction with these bids, in order."""
    view = knowledge.view
    state = SpadesState(options=view.options, terms=knowledge.terms, dealer=view.table.dealer, bids=tuple(bids))
    return givers_of(state)


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


def after_bids(worlds: Guess, bids: Sequence[B]) -> dict[B, list[End]]:
    """Return for each of the seat's possible `bids` the end of each world."""
    auctions = imagined_bids(worlds, bids)
    return {bid: _played_out(exchanged(worlds, rows), rows) for bid, rows in auctions.items()}


def after_blind_choice(worlds: Guess) -> dict[str, Sequence[End | None]]:
    """Return, by verb, the end of each world after a look and after a blind nil; None is a declared misdeal."""
    looked, blind = zip(*blind_bids(worlds), strict=True)
    return {LOOK: _after_look(worlds, looked), BLIND_NIL: _played_out(exchanged(worlds, blind), blind)}


def after_exchange(worlds: Guess, pile: Pile) -> list[End]:
    """Return the end of each world if the seat gives or returns these cards."""
    return _played_out(handed(worlds, pile), [worlds.knowledge.made] * len(worlds.hands))


def _after_look(worlds: Guess, auctions: Sequence[tuple[SpadesBid, ...] | None]) -> list[End | None]:
    rows = {place: row for place, row in enumerate(auctions) if row is not None}
    bids, some = list(rows.values()), replace(worlds, hands=worlds.hands[list(rows)])
    ends = dict(zip(rows, _played_out(exchanged(some, bids), bids), strict=True))
    return [ends.get(place) for place in range(len(auctions))]


def _played_out(worlds: Guess, auctions: Sequence[tuple[SpadesBid, ...]]) -> list[End]:
    ends = worlds.ends([None], auctions)[0].tolist()
    return [(row, tricks_of_end(end)) for row, end in zip(auctions, ends, strict=True)]
