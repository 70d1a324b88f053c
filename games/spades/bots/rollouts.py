"""Hands of Spades played out by the policy, some microseconds each, and the table as the kernels see it.

Each seat knows its own cards, the bids, the plays and the suits that other seats have shown to be out of.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.kernels import Ints, kernel
from games.bots.knowledge import IN_PACK, WHOLE_PACK, pack_bits
from games.engine.cards import Card
from games.engine.state import Seat
from games.spades.bots.knowledge import Knowledge
from games.spades.bots.policy import legal_of, nils_kept, picked, winning
from games.spades.state import PLAY, SEATS

#: Indexes into `scene`; then the trick's four cards, and by seat the tricks taken and the suits it has shown to be out
#: of, a bit each.
LEADER, COUNT, BROKEN, MUST_BEAT, LOW_CLUBS, PARTNERS, GONE, TRICK, TAKEN, VOIDS = 0, 1, 2, 3, 4, 5, 6, 7, 11, 15
SCENE_SIZE: Final = 19
#: An end is one number: the tricks of seat 0 plus 14, 196 and 2744 times those of the other seats.
BASE: Final = 14


@kernel
def ends(hands: Ints, bids: Ints, scene: Ints, cards: Ints, found: Ints) -> None:
    """Write into found[card, world] how each world ends when `card` is played now; -1 lets the policy choose it."""
    for i in range(len(cards)):
        for world in range(len(hands)):
            found[i, world] = played_out(hands[world], bids[world], scene, cards[i])


@kernel
def played_out(dealt: Ints, bids: Ints, scene: Ints, card: int) -> int:
    hands, trick, taken = dealt.copy(), scene[TRICK : TRICK + 4].copy(), scene[TAKEN : TAKEN + 4].copy()
    voids = scene[VOIDS : VOIDS + 4].copy()
    leader, count, broken, low, gone = scene[LEADER], scene[COUNT], scene[BROKEN], scene[LOW_CLUBS], scene[GONE]
    must_beat, partners = scene[MUST_BEAT], scene[PARTNERS]
    while True:
        seat = (leader + count) % 4
        if card < 0:
            best, winner = winning(trick, count, leader, low)
            legal = legal_of(hands[seat], trick, count, best, low, broken, must_beat)
            nils = nils_kept(bids, taken)
            card = picked(
                seat, hands[seat], legal, trick, count, best, winner, low, gone, bids, nils, taken, partners, voids
            )
        voids[seat] |= shown_by(card, trick, count, low, broken)
        hands[seat] &= ~(1 << card)
        trick[count] = card
        gone |= 1 << card
        broken |= card >= 39
        count += 1
        card = -1
        if count == 4:
            best, leader = winning(trick, 4, leader, low)
            taken[leader] += 1
            count, low = 0, 0
            if hands[leader] == 0:
                return int(taken[0] + BASE * (taken[1] + BASE * (taken[2] + BASE * taken[3])))


@kernel
def chosen(seat: int, hand: int, bids: Ints, nils: int, scene: Ints) -> int:
    """Return the card that the seat whose turn it is plays by policy; `nils` are the seats whose nil it heeds."""
    trick, count, low = scene[TRICK : TRICK + 4], scene[COUNT], scene[LOW_CLUBS]
    best, winner = winning(trick, count, scene[LEADER], low)
    legal = legal_of(hand, trick, count, best, low, scene[BROKEN], scene[MUST_BEAT])
    taken, voids = scene[TAKEN : TAKEN + 4], scene[VOIDS : VOIDS + 4]
    return picked(
        seat, hand, legal, trick, count, best, winner, low, scene[GONE], bids, nils, taken, scene[PARTNERS], voids
    )


@kernel
def shown_by(card: int, trick: Ints, count: int, low: int, broken: int) -> int:
    """Return the suits that a seat shows to be out of by this card, a bit each."""
    if low:
        return 0 if card < 13 else 1
    if count == 0:
        return 7 if card >= 39 and not broken else 0
    led = trick[0] // 13
    return 0 if card // 13 == led else 1 << led


def tricks_of_end(end: int) -> tuple[int, ...]:
    return tuple(end // BASE**seat % BASE for seat in SEATS)


# -- the table as the kernels see it -----------------------------------------------------------------


def scene_of(knowledge: Knowledge, voids: Sequence[int]) -> Ints:
    """Return the table for the kernels; `voids` are the suits that each seat is known to be out of, a bit each."""
    scene = np.zeros(SCENE_SIZE, np.int64)
    trick = knowledge.trick
    scene[LEADER] = trick[0][0] if trick else _leader(knowledge)
    scene[COUNT] = len(trick)
    scene[BROKEN] = knowledge.table.broken or not knowledge.terms.breaking
    scene[MUST_BEAT] = knowledge.terms.must_beat
    scene[LOW_CLUBS] = knowledge.view.of_clubs
    scene[PARTNERS] = knowledge.terms.partners
    scene[GONE] = pack_bits([one for _, one in knowledge.plays])
    for place, (_, one) in enumerate(trick):
        scene[TRICK + place] = IN_PACK[one]
    scene[TAKEN : TAKEN + len(SEATS)] = knowledge.table.tricks
    scene[VOIDS : VOIDS + len(SEATS)] = voids
    return scene


def _leader(knowledge: Knowledge) -> Seat:
    """Return who leads the next trick: before the first the seat on the dealer's left, else the seat on turn."""
    if any(action.verb == PLAY for _, action in knowledge.view.actions):
        return knowledge.seat
    return (knowledge.table.dealer + 1) % len(SEATS)


def card_to_play(knowledge: Knowledge) -> Card:
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    bids = np.array([knowledge.bid(seat) for seat in SEATS], np.int64)
    nils = sum(1 << seat for seat in SEATS if knowledge.keeps_nil(seat))
    scene = scene_of(knowledge, knowledge.voids)
    card = chosen(knowledge.seat, pack_bits(knowledge.hand), bids, nils, scene)
    return WHOLE_PACK[card]
