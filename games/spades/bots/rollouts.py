"""Rollouts of Spades: hands played out by the policy, some microseconds each, and the table as numbers for kernels.

In a rollout each seat uses only its own cards, the bids, the plays, and the voids that other seats have shown.
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

#: Indexes into a scene, the table as an array of numbers: the leader of the trick and the number of its cards, four
#: flags, and the cards played as bits; then the trick's four cards; then by seat the tricks taken, and a bit for each
#: suit in which the seat is void.
LEADER, COUNT, BROKEN, MUST_BEAT, LOW_CLUBS, PARTNERS, GONE, TRICK, TAKEN, VOIDS = 0, 1, 2, 3, 4, 5, 6, 7, 11, 15
SCENE_SIZE: Final = 19
#: The end of a hand is one number in base 14, whose digits are the tricks by seat, seat 0 lowest.
BASE: Final = 14


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
    """Return the policy's card for the seat on turn. `nils` has a bit for each seat whose nil the policy considers."""
    trick, count, low = scene[TRICK : TRICK + 4], scene[COUNT], scene[LOW_CLUBS]
    best, winner = winning(trick, count, scene[LEADER], low)
    legal = legal_of(hand, trick, count, best, low, scene[BROKEN], scene[MUST_BEAT])
    taken, voids = scene[TAKEN : TAKEN + 4], scene[VOIDS : VOIDS + 4]
    return picked(
        seat, hand, legal, trick, count, best, winner, low, scene[GONE], bids, nils, taken, scene[PARTNERS], voids
    )


@kernel
def shown_by(card: int, trick: Ints, count: int, low: int, broken: int) -> int:
    """Return a bit for each suit in which a seat proves to be void by playing this card."""
    if low:
        return 0 if card < 13 else 1
    if count == 0:
        return 7 if card >= 39 and not broken else 0
    led = trick[0] // 13
    return 0 if card // 13 == led else 1 << led


def tricks_of_end(end: int) -> tuple[int, ...]:
    return tuple(end // BASE**seat % BASE for seat in SEATS)


# -- the table as numbers ----------------------------------------------------------------------------


def scene_of(knowledge: Knowledge, voids: Sequence[int]) -> Ints:
    """Return the scene of the table. `voids` has for each seat a bit for each suit in which the seat is void."""
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
    """Return the next leader: this seat, which is on turn; before the first trick the seat on the dealer's left."""
    if any(action.verb == PLAY for _, action in knowledge.view.actions):
        return knowledge.seat
    return (knowledge.table.dealer + 1) % len(SEATS)


def card_to_play(knowledge: Knowledge) -> Card:
    """Return the policy's card for the seat, from all bids, cards and voids that the seat knows."""
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    bids = np.array([knowledge.bid(seat) for seat in SEATS], np.int64)
    nils = sum(1 << seat for seat in SEATS if knowledge.keeps_nil(seat))
    scene = scene_of(knowledge, knowledge.voids)
    card = chosen(knowledge.seat, pack_bits(knowledge.hand), bids, nils, scene)
    return WHOLE_PACK[card]
