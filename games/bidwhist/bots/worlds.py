"""Sampled deals ("worlds") of Bid Whist that fit a view, and the view as numbers for the kernels of `rollouts`.

A world is a row of five numbers, each the bits of cards: the four hands, and the pile, which is the kitty or book 1.
While a world is dealt, the column of the seat's own hand, which is known, holds the pile.
"""

from typing import Final

import numpy as np

from games.bidwhist.bots import rollouts
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.numbers import bits, named_so, numbers, suit_numbers, weights
from games.bidwhist.bots.rollouts import PILE, pile_of, renamed
from games.bidwhist.state import HAND_SIZE, SEATS
from games.bots.base import Bits
from games.bots.kernels import Floats, Ints, below, ints, kernel, ones, seed_of
from games.bots.knowledge import IN_PACK, pack_bits
from games.bots.worlds import deal_world

#: Number of worlds dealt for each world returned.
_TRIED: Final = 4


def worlds(knowledge: Knowledge, count: int, rng: Bits) -> Ints:
    """Return `count` random worlds that fit the view."""
    seed = seed_of(rng)
    unseen, room = knowledge.unseen, list(knowledge.room)
    room[knowledge.seat] = len(unseen) - sum(room)
    rows = np.zeros((count, len(SEATS) + 1), np.int64)
    may = ints(holders(knowledge, has_pile=room[knowledge.seat] > 0))
    pools = np.zeros((2, len(IN_PACK)), np.int64)
    pools[0, : len(unseen)] = [IN_PACK[one] for one in unseen]
    sizes, rooms, nothing = ints([len(unseen), 0]), np.array([room, [0] * 4], np.int64), np.zeros(4, np.int64)
    for row in rows:
        deal_world(pools, sizes, rooms, may, nothing, seed, row[: rollouts.PILE])
    rows[:, rollouts.PILE] = rows[:, knowledge.seat] | pack_bits(knowledge.put_away)
    rows[:, knowledge.seat] = pack_bits(knowledge.hand)
    put_aside(knowledge, rows)
    return rows


def likely_worlds(knowledge: Knowledge, count: int, rng: Bits) -> Ints:
    """Return `count` worlds, sampled from four times as many in proportion to their likelihood."""
    rows = worlds(knowledge, _TRIED * count, rng)
    reached = likelihood(knowledge, rows).cumsum()
    marks = (np.arange(count) + rng.random()) * reached[-1] / count
    kept: Ints = rows[np.searchsorted(reached, marks)]
    return kept


def put_aside(knowledge: Knowledge, rows: Ints) -> None:
    """If another seat is the declarer, let it discard by policy from its hand and the pile, in each world.

    The declarer then holds the best cards of both. Before the discard nothing is done.
    """
    if not knowledge.is_discarded or knowledge.is_declarer:
        return
    contract = knowledge.contract
    table, declarer = numbers(contract), contract.declarer
    played = pack_bits(knowledge.played_by(declarer))
    never = pack_bits((*knowledge.put_away, *knowledge.cannot[declarer]))
    names = ints([table[one] for one in IN_PACK])
    discard_in_each(rows, declarer, played, never, names, not contract.is_no_trump)


def likelihood(knowledge: Knowledge, rows: Ints) -> Floats:
    """Return for each world the likelihood of the other seats' calls and of the declarer's naming.

    In the auction the declarer held the cards that it holds now or has played, and the pile, but not the kitty. If
    the kitty was not shown, random cards are removed in its place.
    """
    had = [rows[:, seat] | pack_bits(knowledge.played_by(seat)) for seat in SEATS]
    others = [seat for seat in SEATS if seat != knowledge.seat]
    declarer = knowledge.table.declarer
    if declarer is None or knowledge.is_declarer:
        return weights(knowledge, had, others)
    had[declarer] = (had[declarer] | rows[:, rollouts.PILE]) & ~pack_bits(knowledge.table.kitty)
    without_kitty(had[declarer], HAND_SIZE)
    found: Floats = weights(knowledge, had, others) * named_so(knowledge.contract, had[declarer])
    return found


def holders(knowledge: Knowledge, *, has_pile: bool) -> list[int]:
    """Return for each seat the cards that it may hold, as bits; for this seat, the cards that may be in the pile.

    A card that no seat can hold is in the pile. If the pile is known, some seat has reneged and holds the card.
    It is unknown which, so all seats may hold it.
    """
    found = [_possible(knowledge, seat) for seat in SEATS]
    lost = pack_bits(knowledge.unseen) & ~(found[0] | found[1] | found[2] | found[3])
    takes_lost = [knowledge.seat] if has_pile else SEATS
    return [held | (lost if seat in takes_lost else 0) for seat, held in enumerate(found)]


def _possible(knowledge: Knowledge, seat: int) -> int:
    if seat == knowledge.seat:
        own = knowledge.is_declarer and knowledge.is_discarded
        return pack_bits(one for one in knowledge.unseen if not own or one in knowledge.discard)
    return pack_bits(one for one in knowledge.unseen if one not in knowledge.cannot[seat])


def contract_rows(knowledge: Knowledge, rows: Ints) -> Ints:
    """Return the worlds with cards numbered by the contract (see `rollouts`) instead of the pack."""
    table = numbers(knowledge.contract)
    named = np.array([table[one] for one in IN_PACK], np.int64)
    found = np.zeros_like(rows)
    for place, number in enumerate(named):
        found |= ((rows >> place) & 1) << number
    return found


def scene_of(knowledge: Knowledge) -> Ints:
    """Return the table as a scene for the kernels of `rollouts`."""
    contract, scene = knowledge.contract, np.zeros(rollouts.SCENE_SIZE, np.int64)
    trick, table = knowledge.trick, numbers(contract)
    scene[rollouts.LEADER] = trick[0][0] if trick else knowledge.seat
    scene[rollouts.COUNT] = len(trick)
    scene[rollouts.TRUMP] = not contract.is_no_trump
    scene[rollouts.THROWS] = knowledge.throws_jokers
    scene[rollouts.GONE] = bits([one for _, one in knowledge.plays], contract)
    scene[rollouts.DECLARER] = contract.declarer
    for place, (_, one) in enumerate(trick):
        scene[rollouts.TRICK + place] = table[one]
    scene[rollouts.TAKEN : rollouts.TAKEN + 2] = knowledge.taken
    suits = suit_numbers(contract)
    for seat, suit in knowledge.voids:
        scene[rollouts.VOIDS + seat] |= 1 << suits[suit]
    return scene


@kernel
def discard_in_each(dealt: Ints, seat: int, played: int, never: int, names: Ints, trump: int) -> None:
    """Let `seat` discard by policy from its hand and the pile, in each world.

    `played` are the cards that the seat has played, `never` those that it cannot hold and must discard. A world with
    more such cards than the pile has room for stays unchanged.
    """
    for world in range(len(dealt)):
        both = dealt[world, seat] | dealt[world, PILE]
        gone = both & never
        rest = ones(dealt[world, PILE]) - ones(gone)
        if rest < 0:
            continue
        low = pile_of(renamed(both | played, names), renamed(both & ~gone, names), rest, trump)
        for one in range(len(names)):
            if low >> names[one] & 1:
                gone |= 1 << one
        dealt[world, PILE] = gone
        dealt[world, seat] = both & ~gone


@kernel
def without_kitty(held: Ints, size: int) -> None:
    """Remove random cards from each hand until `size` cards are left. Equal hands lose the same cards."""
    seed = np.zeros(1, np.int64)
    for world in range(len(held)):
        seed[0] = held[world] | 1
        for left in range(ones(held[world]), size, -1):
            some = held[world]
            for _ in range(below(seed, left)):
                some &= some - 1
            held[world] &= ~(some & -some)
