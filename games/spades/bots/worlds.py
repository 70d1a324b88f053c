"""Sampled deals of Spades ("worlds") that fit a view, and rollouts: hands played out by the policy.

The better a deal fits the bids, the likelier it is sampled. In a rollout, which takes some microseconds, each seat uses
only its own cards, the bids, the plays, and the voids that other seats have shown.
A card is 13 * suit + rank, suits C D H S, ranks from 0 for a two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.base import Bits
from games.bots.kernels import Floats, Ints, deal_world, every_world, ints, kept, kernel, ones, seed_of
from games.bots.knowledge import IN_PACK, WHOLE_PACK, pack_bits, pack_cards
from games.engine.actions import tuple_of
from games.engine.cards import PACK, Card, Suit
from games.engine.state import Seat
from games.engine.tricks import next_seat
from games.spades.bots import policy
from games.spades.bots.knowledge import Knowledge
from games.spades.score import BLIND, SpadesBid, tricks_of
from games.spades.state import GIVE, HAND_SIZE, RETURN, SEATS, partner

#: Replaces a bid that does not weight worlds: the seat's own, not made yet, blind, or fixed by the number of spades.
SILENT: Final = -1
_SPADES: Final = ((1 << 13) - 1) << 39
#: Standard deviation, in tricks, of a bid from the `strength` of its hand.
_STRAY: Final = 1.1
#: The end of a hand is one number in base 14, whose digits are the tricks by seat, seat 0 lowest.
BASE: Final = 14


@dataclass(frozen=True)
class Guess:
    """Worlds that fit a view. `hands[world, seat]` are the cards now in a hand, as bits.

    If these are all worlds that fit, `likely` has their weights. In a sample, `likely` is None, because likely worlds
    occur in it more often.
    """

    knowledge: Knowledge
    hands: Ints
    likely: Floats | None = None

    def hand(self, world: int, seat: Seat) -> tuple[Card, ...]:
        return pack_cards(int(self.hands[world, seat]))

    def ends(self, cards: Sequence[Card | None], bids: Sequence[Sequence[SpadesBid]] = ()) -> Ints:
        """Return [card, world]: the end of the hand (see `tricks_of_end`) if the seat plays that card now.

        For None the policy chooses the card. `bids` has the four bids of each world; by default those at the table.
        """
        numbers = ints([-1 if one is None else IN_PACK[one] for one in cards])
        rows = bids or (self.knowledge.made,) * len(self.hands)
        promised = ints([[tricks_of(one) for one in row] for row in rows])
        found = np.zeros((len(cards), len(self.hands)), np.int64)
        ends(self.hands, promised, scene_of(self.knowledge, self.knowledge.shown_voids), numbers, found)
        return found


def guess(knowledge: Knowledge, count: int, rng: Bits) -> Guess:
    """Return `count` sampled worlds, or all worlds that fit if `every_world` finds no more than `count`."""
    seed = seed_of(rng)
    fixed = [0] * len(SEATS)
    fixed[knowledge.seat] = pack_bits(knowledge.hand)
    for seat, one in knowledge.passed:
        fixed[seat] |= pack_bits((one,))
    pools, sizes, rooms = _pools(knowledge)
    may = [0 if seat == knowledge.seat else knowledge.out & ~knowledge.cannot[seat] for seat in SEATS]
    played = [pack_bits(knowledge.played_by(seat)) for seat in SEATS]
    dealt = (pools, ints(sizes), ints(rooms), ints(may), ints(fixed))
    shown = (ints(played), ints(_bids_made(knowledge)))
    every = every_world(*dealt, most=count)
    if every is not None:
        likely = np.zeros(len(every))
        weigh(every, *shown, likely)
        return Guess(knowledge, every, likely)
    hands = np.zeros((count, len(SEATS)), np.int64)
    worlds(*dealt, *shown, seed, hands)
    return Guess(knowledge, hands)


def deals(knowledge: Knowledge, count: int, rng: Bits) -> Guess:
    """Return `count` deals of all four hands, sampled by the bids, for a seat that has not seen its own hand."""
    nothing, hands = ints([0] * len(SEATS)), np.zeros((count, len(SEATS)), np.int64)
    pools, sizes = ints([[*range(len(PACK))], [0] * len(PACK)]), ints([len(PACK), 0])
    rooms, may = ints([[HAND_SIZE] * len(SEATS), [0] * len(SEATS)]), ints([pack_bits(PACK)] * len(SEATS))
    worlds(pools, sizes, rooms, may, nothing, nothing, ints(_bids_made(knowledge)), seed_of(rng), hands)
    return Guess(knowledge, hands)


def _pools(knowledge: Knowledge) -> tuple[Ints, list[int], list[list[int]]]:
    """Return two pools of cards to deal, their sizes, and for each pool how many of its cards each seat gets.

    If the option `bid_spades` fixes bids and all are made, the spades are the first pool, and each other seat gets as
    many as it must still hold. Otherwise the first pool is empty.
    """
    passed = [one for _, one in knowledge.passed]
    loose = [one for one in knowledge.unseen if one not in passed]
    room = [_room(knowledge, seat) for seat in SEATS]
    counted = knowledge.terms.bid_spades and None not in knowledge.table.bids
    first = [one for one in loose if counted and one.suit is Suit.SPADES]
    spades = [_spades_left(knowledge, seat) if counted and seat != knowledge.seat else 0 for seat in SEATS]
    pools = np.zeros((2, len(PACK)), np.int64)
    rows = (first, [one for one in loose if one not in first])
    for row, held in enumerate(rows):
        pools[row, : len(held)] = [IN_PACK[one] for one in held]
    return pools, [len(held) for held in rows], [spades, [all_ - some for all_, some in zip(room, spades, strict=True)]]


def _room(knowledge: Knowledge, seat: Seat) -> int:
    """Return how many cards a world must deal to `seat`: those in its hand that the viewer does not know."""
    if seat == knowledge.seat:
        return 0
    known = sum(1 for who, _ in knowledge.passed if who == seat)
    moved = [(who, len(tuple_of(said.argument))) for who, said in knowledge.view.actions if said.verb in (GIVE, RETURN)]
    got = sum(many if who == partner(seat) else -many for who, many in moved if who in (seat, partner(seat)))
    return HAND_SIZE + got - len(knowledge.played_by(seat)) - known


def _spades_left(knowledge: Knowledge, seat: Seat) -> int:
    return knowledge.bid(seat) - sum(one.suit is Suit.SPADES for one in knowledge.played_by(seat))


def _bids_made(knowledge: Knowledge) -> list[int]:
    if knowledge.terms.bid_spades:
        return [SILENT] * len(SEATS)
    return [
        SILENT if seat == knowledge.seat or bid in (None, BLIND) else tricks_of(bid)
        for seat, bid in enumerate(knowledge.said)
    ]


@kernel
def worlds(
    pools: Ints, sizes: Ints, rooms: Ints, may: Ints, fixed: Ints, played: Ints, bids: Ints, seed: Ints, hands: Ints
) -> None:
    """Deal four times as many worlds as `hands` has rows, and fill `hands` with a sample weighted by the bids.

    `pools` to `fixed` are as in `games.bots.kernels`; `played` has for each seat the cards that it has played, as bits.
    """
    count = len(hands)
    dealt = np.zeros((4 * count, 4), np.int64)
    weights = np.zeros(4 * count, np.float64)
    for i in range(4 * count):
        deal_world(pools, sizes, rooms, may, fixed, seed, dealt[i])
    weigh(dealt, played, bids, weights)
    hands[:] = dealt[kept(weights, count, seed)]


@kernel
def weigh(hands: Ints, played: Ints, bids: Ints, weights: Floats) -> None:
    """Fill `weights` with the product of the likelihoods of each row's bids; never 0."""
    for i in range(len(hands)):
        weights[i] = 1.0
        for seat in range(4):
            if bids[seat] != SILENT:
                weights[i] *= likelihood(hands[i, seat] | played[seat], bids[seat])
        weights[i] += 1e-9


@kernel
def likelihood(hand: int, bid: int) -> float:
    """Return how well a bid fits a seat's thirteen cards, from 0 to 1. A nil fits weak hands without high spades."""
    if bid == 0:
        fit = 1.0 / (1.0 + np.exp(1.6 * (strength(hand) - 2.2)))
        high = hand >> 49  # the queen of spades and above
        return float(fit * (0.05 if high else 1.0))
    away = (strength(hand) - bid) / _STRAY
    return float(np.exp(-0.5 * away * away))


@kernel
def strength(hand: int) -> float:
    """Return an estimate of the tricks that a hand takes, from its high cards, spades and short suits."""
    spades = hand >> 39
    many = ones(spades)
    worth = 0.0
    for suit in range(3):
        held = hand >> (13 * suit) & 8191
        size = ones(held)
        worth += 0.95 * (held >> 12 & 1) + (0.65 if size > 1 else 0.3) * (held >> 11 & 1)
        worth += (0.3 if size > 2 else 0.1) * (held >> 10 & 1)
        if size < 2 and many > 1:
            worth += 0.8 - 0.4 * size
    worth += (spades >> 12 & 1) + 0.9 * (spades >> 11 & 1) * (many > 1) + 0.7 * (spades >> 10 & 1) * (many > 2)
    return worth + max(0, ones(spades & 1023) - 2 if many > 4 else many - 3) * 0.8


# ---------- rollouts ----------
@kernel
def ends(hands: Ints, bids: Ints, scene: Ints, cards: Ints, found: Ints) -> None:
    """Write into found[i, world] the end of that world if cards[i] is played now; -1 lets the policy choose.

    `hands` and `bids` are by world and seat; bids are in tricks, 0 for any nil. For ends see `tricks_of_end`.
    """
    for i in range(len(cards)):
        for world in range(len(hands)):
            found[i, world] = played_out(hands[world], bids[world], scene, cards[i])


@kernel
def played_out(dealt: Ints, bids: Ints, scene: Ints, card: int) -> int:
    """Return the end of one world, played out from the scene; `card` as in `ends`."""
    hands, now = dealt.copy(), scene.copy()
    while True:
        count = now[policy.COUNT]
        seat = (now[policy.LEADER] + count) % 4
        if card < 0:
            card = policy.chosen(seat, hands[seat], bids, policy.nils_kept(bids, now), now)
        now[policy.VOIDS + seat] |= shown_by(card, now)
        hands[seat] &= ~(1 << card)
        now[policy.TRICK + count], now[policy.COUNT] = card, count + 1
        now[policy.GONE] |= 1 << card
        now[policy.BROKEN] |= card >= 39
        card = -1
        if count == 3:
            _best, leader = policy.winning(now)
            now[policy.TAKEN + leader] += 1
            now[policy.LEADER], now[policy.COUNT], now[policy.LOW_CLUBS] = leader, 0, 0
            if hands[leader] == 0:
                taken = now[policy.TAKEN : policy.TAKEN + 4]
                return int(taken[0] + BASE * (taken[1] + BASE * (taken[2] + BASE * taken[3])))


@kernel
def shown_by(card: int, scene: Ints) -> int:
    """Return a bit for each suit in which a seat proves to be void by playing this card."""
    if scene[policy.LOW_CLUBS]:
        return 0 if card < 13 else 1
    if scene[policy.COUNT] == 0:
        return 7 if card >= 39 and not scene[policy.BROKEN] else 0
    led = scene[policy.TRICK] // 13
    return 0 if card // 13 == led else 1 << led


def tricks_of_end(end: int) -> tuple[int, ...]:
    return tuple(end // BASE**seat % BASE for seat in SEATS)


# ---------- the table as numbers for kernels ----------
def scene_of(knowledge: Knowledge, voids: Sequence[int]) -> Ints:
    """Return the scene of the table. `voids` has for each seat a bit for each suit in which the seat is void."""
    scene = np.zeros(policy.SCENE_SIZE, np.int64)
    trick = knowledge.trick
    first = knowledge.seat if any(knowledge.table.tricks) else next_seat(knowledge.table.dealer)
    scene[policy.LEADER] = trick[0][0] if trick else first
    scene[policy.COUNT] = len(trick)
    scene[policy.BROKEN] = knowledge.table.broken or not knowledge.terms.breaking
    scene[policy.MUST_BEAT] = knowledge.terms.must_beat
    scene[policy.LOW_CLUBS] = knowledge.view.of_clubs
    scene[policy.PARTNERS] = knowledge.terms.partners
    scene[policy.GONE] = pack_bits([one for _, one in knowledge.plays])
    for place, (_, one) in enumerate(trick):
        scene[policy.TRICK + place] = IN_PACK[one]
    scene[policy.TAKEN : policy.TAKEN + len(SEATS)] = knowledge.table.tricks
    scene[policy.VOIDS : policy.VOIDS + len(SEATS)] = voids
    return scene


def card_to_play(knowledge: Knowledge) -> Card:
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    bids = np.array([knowledge.bid(seat) for seat in SEATS], np.int64)
    nils = sum(1 << seat for seat in SEATS if knowledge.keeps_nil(seat))
    scene = scene_of(knowledge, knowledge.voids)
    return WHOLE_PACK[policy.chosen(knowledge.seat, pack_bits(knowledge.hand), bids, nils, scene)]
