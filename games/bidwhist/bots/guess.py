"""Hands of Bid Whist that the other seats may hold, and what a view is to the kernels of `rehearsal`.

The cards are dealt in the numbers of the pack by the kernel that deals for Spades; what lies in the kitty or in book 1
is dealt in the place of the seat's own hand, which is known.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from games.bidwhist.bots import rehearsal
from games.bidwhist.bots.count import Floats
from games.bidwhist.bots.heard import weights
from games.bidwhist.bots.numbers import IN_PACK, bits, numbers, pack_bits, suit_numbers
from games.bidwhist.bots.sight import Sight
from games.bidwhist.state import SEATS
from games.bots.compiling import Ints
from games.bots.worlds import deal_world
from games.engine.cards import Card

if TYPE_CHECKING:
    from random import Random

#: Of each side suit the declarer is taken to keep so many of the best cards; the others are likely in the discard.
_KEPT: Final = 3
#: So many more cards than the pile has must be left to it, or it is dealt from all.
_CHOICE: Final = 2
_PILE: Final = 4
#: Worlds dealt for each that is kept, and how likely a declarer with so many trumps names them.
_TRIED: Final = 4
_NAMED_WITH: Final = (0.001, 0.002, 0.01, 0.05, 0.2, 0.6, 1.0)


def worlds(sight: Sight, count: int, rng: "Random") -> Ints:
    """So many deals that fit the view, a row each: the four hands and the pile, in the numbers of the pack."""
    seed = np.array([rng.getrandbits(62) | 1], np.int64)
    unseen, room = sight.unseen, list(sight.room)
    room[sight.seat] = len(unseen) - sum(room)
    rows = np.zeros((count, len(SEATS) + 1), np.int64)
    may = _whole(_takers(sight, has_pile=room[sight.seat] > 0))
    pools = np.zeros((2, len(IN_PACK)), np.int64)
    pools[0, : len(unseen)] = [IN_PACK[one] for one in unseen]
    sizes, rooms, nothing = _whole([len(unseen), 0]), np.array([room, [0] * 4], np.int64), np.zeros(4, np.int64)
    for row in rows:
        deal_world(pools, sizes, rooms, may, nothing, seed, row[:_PILE])
    rows[:, _PILE] = rows[:, sight.seat] | pack_bits(sight.buried)
    rows[:, sight.seat] = pack_bits(sight.hand)
    return rows


def likely_worlds(sight: Sight, count: int, rng: "Random") -> Ints:
    """So many worlds of four times as many, those kept oftener in which the others have the hands for their calls."""
    rows = worlds(sight, _TRIED * count, rng)
    others = [seat for seat in SEATS if seat not in (sight.seat, sight.table.declarer)]
    had = [rows[:, seat] | pack_bits(one for who, one in sight.plays if who == seat) for seat in SEATS]
    likely = weights(sight, had, others) * _named_with(sight, had)
    reached = likely.cumsum()
    marks = (np.arange(count) + rng.random()) * reached[-1] / count
    kept: Ints = rows[np.searchsorted(reached, marks)]
    return kept


def _named_with(sight: Sight, had: Sequence[Ints]) -> Floats | float:
    """How likely a declarer with so many trumps has named them; nothing is told by the seat's own or by no trump."""
    if sight.table.declarer is None or sight.is_declarer or sight.contract.trump is None:
        return 1.0
    contract = sight.contract
    trumps = pack_bits(one for one in IN_PACK if contract.suit_of(one) is contract.trump)
    many = np.bitwise_count(had[contract.declarer] & trumps)
    found: Floats = np.array(_NAMED_WITH)[np.minimum(many, len(_NAMED_WITH) - 1)]
    return found


def _takers(sight: Sight, *, has_pile: bool) -> list[int]:
    """By seat the cards it may hold, in the own place those of the pile. Each unseen card has somebody who may.

    What no hand can hold lies in the pile; where there is none, somebody has reneged, and anybody may hold it.
    """
    found = [_possible(sight, seat) for seat in SEATS]
    lost = pack_bits(sight.unseen) & ~(found[0] | found[1] | found[2] | found[3])
    takes_lost = [sight.seat] if has_pile else SEATS
    return [held | (lost if seat in takes_lost else 0) for seat, held in enumerate(found)]


def _possible(sight: Sight, seat: int) -> int:
    if seat == sight.seat:
        return pack_bits(_pile_cards(sight))
    return pack_bits(one for one in sight.unseen if one not in sight.cannot[seat])


def _pile_cards(sight: Sight) -> Sequence[Card]:
    """What may lie in the kitty; once there was a discard, what the declarer is likely to have put there."""
    size = len(sight.unseen) - sum(sight.room)
    if not sight.is_discarded:
        return sight.unseen
    if sight.is_declarer:
        return [one for one in sight.unseen if one in sight.discard]
    contract = sight.contract
    table = numbers(contract)
    low = [
        one
        for one in sight.unseen
        if contract.suit_of(one) is not contract.trump and (one.is_joker or table[one] % 16 < 13 - _KEPT)
    ]
    return low if len(low) >= size + _CHOICE else sight.unseen


def renamed(sight: Sight, rows: Ints) -> Ints:
    """The hands of each world in the numbers of the contract, with the pile as the last column."""
    table = numbers(sight.contract)
    named = np.array([table[one] for one in IN_PACK], np.int64)
    found = np.zeros_like(rows)
    for place, number in enumerate(named):
        found |= ((rows >> place) & 1) << number
    return found


def scene_of(sight: Sight) -> Ints:
    """The table as the kernels know it. The pile is left out: it is another in each world."""
    contract, scene = sight.contract, np.zeros(rehearsal.SCENE_SIZE, np.int64)
    trick, table = sight.trick, numbers(contract)
    scene[rehearsal.LEADER] = trick[0][0] if trick else sight.seat
    scene[rehearsal.COUNT] = len(trick)
    scene[rehearsal.TRUMP] = not contract.is_no_trump
    scene[rehearsal.THROWS] = sight.throws_jokers
    scene[rehearsal.GONE] = bits([one for _, one in sight.plays], contract)
    scene[rehearsal.DECLARER] = contract.declarer
    for place, (_, one) in enumerate(trick):
        scene[rehearsal.TRICK + place] = table[one]
    scene[rehearsal.TAKEN : rehearsal.TAKEN + 2] = sight.taken
    suits = suit_numbers(contract)
    for seat, suit in sight.voids:
        scene[rehearsal.VOIDS + seat] |= 1 << suits[suit]
    return scene


def _whole(given: Sequence[int]) -> Ints:
    return np.array(given, np.int64)
