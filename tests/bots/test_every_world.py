"""Hands that four seats may hold where few can be: all are listed, each once, as plain counting has them."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest

from games.bots.compiling import Ints
from games.bots.pack import pack_bits
from games.bots.worlds import deal_world, every_world
from games.engine.cards import Card, Suit
from games.engine.options import Value
from games.engine.state import Phase
from games.registry import bot
from games.spades.bots.encoding import guess
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.rules import Spades
from games.spades.state import SpadesState
from tests.bots.walked import positions
from tests.review.exact import likely_in_spades, lying_in_spades

RULES = Spades()
MANY = 5_000
Deal = tuple[int, ...]
Arrays = tuple[Ints, Ints, Ints, Ints, Ints]


def arrays(pools: Sequence[Sequence[int]], rooms: Sequence[Sequence[int]], may: Sequence[int]) -> Arrays:
    rows = np.zeros((2, 52), np.int64)
    for row, pool in zip(rows, pools, strict=True):
        row[: len(pool)] = pool
    sizes = np.array([len(pool) for pool in pools], np.int64)
    return rows, sizes, np.array(rooms, np.int64), np.array(may, np.int64), np.zeros(4, np.int64)


def listed(given: Arrays, most: int = MANY) -> list[Deal] | None:
    found = every_world(*given, most)
    return None if found is None else [tuple(row) for row in found.tolist()]


def counted(pools: Sequence[Sequence[int]], rooms: Sequence[Sequence[int]], may: Sequence[int]) -> set[Deal]:
    """Every way to give each card to some seat, but those that break a rule."""
    cards, found = [*pools[0], *pools[1]], set()
    for takers in product(range(4), repeat=len(cards)):
        rows = (takers[: len(pools[0])], takers[len(pools[0]) :])
        fits = all(row.count(seat) == room[seat] for row, room in zip(rows, rooms, strict=True) for seat in range(4))
        if fits and all(may[seat] >> one & 1 for one, seat in zip(cards, takers, strict=True)):
            found.add(
                tuple(sum(1 << one for one, to in zip(cards, takers, strict=True) if to == seat) for seat in range(4))
            )
    return found


def drawn(rng: Random) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Some cards in two rows, somebody with room for each, and what each seat may have: mostly anything."""
    cards = rng.sample(range(52), rng.randint(1, 6))
    cut = rng.choice((0, rng.randint(0, len(cards))))
    pools, rooms = [cards[:cut], cards[cut:]], [[0] * 4, [0] * 4]
    for room, pool in zip(rooms, pools, strict=True):
        for _ in pool:
            room[rng.randrange(4)] += 1
    never = [sum(1 << one for one in cards if rng.random() < 0.25) for _ in range(4)]
    return pools, rooms, [(1 << 52) - 1 & ~some for some in never]


def test_all_deals_are_listed_and_each_once() -> None:
    none = 0
    for seed in range(300):
        given = drawn(Random(seed))
        found, expected = listed(arrays(*given)), counted(*given)
        none += found is None
        assert sorted(found or []) == sorted(expected)
    assert 10 < none < 200


def test_what_is_dealt_by_chance_is_among_them() -> None:
    dealt = 0
    for seed in range(60):
        given, fixed = drawn(Random(seed)), np.zeros(4, np.int64)
        pools, sizes, rooms, may, nothing = arrays(*given)
        every = counted(*given)
        for chance in range(1, 8):
            if every:
                deal_world(pools.copy(), sizes, rooms, may, nothing, np.array([chance], np.int64), fixed)
                assert tuple(fixed.tolist()) in every
                dealt += 1
    assert dealt > 200


def test_there_are_none_where_they_are_more_than_asked_for() -> None:
    given = arrays([[1, 2, 3, 4], []], [[0, 2, 1, 1], [0] * 4], [(1 << 52) - 1] * 4)
    assert len(listed(given, most=12) or []) == 12
    assert listed(given, most=11) is None


@pytest.mark.parametrize(
    "options",
    [
        {"allow_blind_nils": False},
        {"variant": "mirrors"},
        {"variant": "suicide"},
        {"variant": "custom1", "must_beat_highest": True},
    ],
    ids=["partner", "mirrors", "suicide", "must beat"],
)
def test_late_in_a_hand_of_spades_all_hands_are_thought_of_as_likely_as_they_are(options: dict[str, Value]) -> None:
    whole = sampled = 0
    for state, seat in positions(RULES, (bot("spades", "normal"),), options, Random(7), hands=8):
        if state.phase is Phase.PLAY and len(state.hands[seat]) <= 4:
            knowledge = knowledge_of(RULES.view(state, seat))
            found = guess(knowledge, 200, Random(1))
            sampled += found.likely is None
            if found.likely is not None:
                told = dict(zip(map(tuple, found.hands.tolist()), found.likely / found.likely.sum(), strict=True))
                assert told == pytest.approx(_likely(knowledge, state), abs=1e-6)
                assert tuple(map(pack_bits, state.hands)) in told
                whole += len(told) > 1
    assert whole > 30 and sampled


def _likely(knowledge: Knowledge, state: SpadesState) -> dict[Deal, float]:
    """By plain counting, and where spades are bid with as many as each seat has left of them."""
    found = {}
    for world in lying_in_spades(knowledge):
        if not state.terms.bid_spades:
            found[tuple(map(pack_bits, world))] = likely_in_spades(knowledge, world)
        elif [spades_in(hand) for hand in world] == [spades_in(hand) for hand in state.hands]:
            found[tuple(map(pack_bits, world))] = 1.0
    return {row: weight / sum(found.values()) for row, weight in found.items()}


def spades_in(hand: Sequence[Card]) -> int:
    return sum(one.suit is Suit.SPADES for one in hand)
