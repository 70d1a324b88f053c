"""Sampled hands fit the view, and rollouts are limited. If few hands fit, bots of Spades list them all instead."""

from collections.abc import Sequence
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from games.bidwhist.bots import knowledge as whist_knowledge
from games.bidwhist.bots import rollouts as whist_rollouts
from games.bidwhist.bots import worlds as whist_worlds
from games.bidwhist.bots.players import HardBidWhist
from games.bots.kernels import Ints, deal_world, every_world
from games.bots.knowledge import pack_bits
from games.engine.cards import Card, Suit
from games.engine.options import Value
from games.engine.state import Phase
from games.registry import bot, ruleset
from games.spades.bots import worlds as spades_rollouts
from games.spades.bots import worlds as spades_worlds
from games.spades.bots.knowledge import Knowledge, knowledge_of
from games.spades.bots.players import ExpertSpades
from games.spades.bots.worlds import guess
from games.spades.rules import Spades
from games.spades.state import SEATS, SpadesState
from tests.bots.bidwhist_positions import TABLES
from tests.bots.walked import any_options, positions
from tests.reviews.planted import likelihood_in_spades, worlds_in_spades

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


def listed(pattern: Arrays, most: int = MANY) -> list[Deal] | None:
    found = every_world(*pattern, most)
    return None if found is None else [tuple(row) for row in found.tolist()]


def counted(pools: Sequence[Sequence[int]], rooms: Sequence[Sequence[int]], may: Sequence[int]) -> set[Deal]:
    """Return all possible deals, found by brute force: every way to give each card to one of the seats is tried."""
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
    """Return two random pools of cards, the room of each seat for each pool, and the cards that each seat can hold."""
    cards = rng.sample(range(52), rng.randint(1, 6))
    cut = rng.choice((0, rng.randint(0, len(cards))))
    pools, rooms = [cards[:cut], cards[cut:]], [[0] * 4, [0] * 4]
    for room, pool in zip(rooms, pools, strict=True):
        for _ in pool:
            room[rng.randrange(4)] += 1
    never = [sum(1 << one for one in cards if rng.random() < 0.25) for _ in range(4)]
    return pools, rooms, [(1 << 52) - 1 & ~some for some in never]


def test_each_possible_deal_is_listed_once() -> None:
    none = 0
    for seed in range(300):
        given = drawn(Random(seed))
        found, expected = listed(arrays(*given)), counted(*given)
        none += found is None
        assert sorted(found or []) == sorted(expected)
    assert 10 < none < 200


def test_a_random_deal_is_among_the_possible_ones() -> None:
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


def test_no_deals_are_listed_if_there_are_more_than_the_maximum() -> None:
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
def test_late_in_a_hand_of_spades_all_hands_are_listed_with_their_likelihoods(options: dict[str, Value]) -> None:
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
    """Return the probability of each possible world, found by brute force.

    In Mirrors bids reveal the numbers of spades, so only worlds with these numbers are possible, all equally likely.
    """
    found = {}
    for world in worlds_in_spades(knowledge):
        if not state.terms.bid_spades:
            found[tuple(map(pack_bits, world))] = likelihood_in_spades(knowledge, world)
        elif [spades_in(hand) for hand in world] == [spades_in(hand) for hand in state.hands]:
            found[tuple(map(pack_bits, world))] = 1.0
    return {row: weight / sum(found.values()) for row, weight in found.items()}


def spades_in(hand: Sequence[Card]) -> int:
    return sum(one.suit is Suit.SPADES for one in hand)


Rows = list[list[int]]
VARIANTS = ("partner", "solo", "suicide", "mirrors", "custom1")
ANY = {variant: any_options(RULES, Random(11), {"variant": variant}) for variant in VARIANTS}
IMAGINED = [("spades", options) for options in ANY.values()] + [("bidwhist", options) for options in TABLES.values()]
NAMES = [*ANY, *TABLES]
AUCTION = (Phase.BID, Phase.NAME, Phase.DISCARD)


def imagined(view: Any) -> tuple[Rows, list[int]]:
    """Return sampled worlds, each a row of hands, and the cards that each seat is known not to hold; all as bits."""
    if view.game == "spades":
        spades = knowledge_of(view)
        rows: Rows = guess(spades, 5, Random(1)).hands.tolist()
        return rows, [spades.cannot[seat] for seat in SEATS]
    whist = whist_knowledge.knowledge_of(view)
    ways = (whist_worlds.worlds, whist_worlds.likely_worlds)[: 1 + (view.phase is Phase.PLAY)]
    rows = [row for way in ways for row in way(whist, 4, Random(1)).tolist()]
    return rows, [pack_bits(whist.cannot[seat]) for seat in SEATS]


@pytest.mark.parametrize(("key", "options"), IMAGINED, ids=NAMES)
def test_sampled_hands_fit_what_is_known(key: str, options: dict[str, Value]) -> None:
    """Pack, own hand and sizes are right, and no other seat holds a card that the view excludes."""
    rules, player = ruleset(key), bot(key, {"spades": "normal", "bidwhist": "medium"}[key])
    looked = shown = 0
    for seed in range(3):
        for state, seat in positions(rules, (player,), options, Random(seed), hands=2):
            if state.phase is not Phase.PLAY and (key == "spades" or state.phase not in AUCTION):
                continue
            rows, cannot = imagined(rules.view(state, seat))
            held, others = [pack_bits(hand) for hand in state.hands], [other for other in SEATS if other != seat]
            worlds = [] if key == "spades" else [pack_bits(state.kitty), pack_bits(state.discard)]
            assert not any(cannot[other] & held[other] for other in others)
            shown += sum(cannot[other].bit_count() for other in others)
            for row in rows:
                looked += 1
                assert row[seat] == held[seat] and sum(row) == sum(held + worlds)
                assert [one.bit_count() for one in row[:4]] == [len(hand) for hand in state.hands]
                assert not any(row[other] & cannot[other] for other in others)
    assert looked > 500 and shown > 500


KERNELS: dict[str, tuple[Any, ...]] = {
    "spades": (spades_rollouts.ends, spades_worlds.worlds),
    "bidwhist": (
        *(whist_rollouts.ends, whist_rollouts.pile_ends, whist_rollouts.declared_ends),
        *(whist_rollouts.picked, whist_worlds.discard_in_each, whist_worlds.without_kitty),
    ),
}


@pytest.mark.parametrize(
    ("key", "player"),
    [("spades", ExpertSpades(cards=2, bids=2)), ("bidwhist", HardBidWhist(2, 2, 2))],
)
def test_a_prepared_bot_compiles_no_kernel_again(key: str, player: Any) -> None:
    player.prepare(Random(1))
    before = [len(kernel.signatures) for kernel in KERNELS[key]]
    for options in (one for own_key, one in IMAGINED if own_key == key):
        for state, seat in positions(ruleset(key), (player,), options, Random(1), hands=2):
            player.choose(ruleset(key).view(state, seat), Random(1))
    assert [len(kernel.signatures) for kernel in KERNELS[key]] == before == [1] * len(before)


@pytest.mark.parametrize(
    ("player", "module", "choices_at", "most_for_a_bid"),
    [
        (ExpertSpades(cards=10, bids=6), spades_rollouts, 3, 6 * 6),
        (HardBidWhist(contracts=6, discards=6, cards=10), whist_rollouts, 2, 0),
    ],
    ids=["spades", "bidwhist"],
)
def test_the_number_of_rollouts_for_a_choice_is_bounded(
    player: Any, module: ModuleType, choices_at: int, most_for_a_bid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    ends = vars(module)["ends"]

    def counting(*args: Any) -> None:
        counted.append(len(args[0]) * len(args[choices_at]))
        ends(*args)

    monkeypatch.setattr(module, "ends", counting)
    rules = RULES if module is spades_rollouts else ruleset("bidwhist")
    options: dict[str, Value] = {"variant": "solo"} if module is spades_rollouts else {}
    choices = 0
    for seed in (5, 6):
        for state, seat in positions(rules, (player,), options, Random(seed), hands=2):
            before = len(counted)
            player.choose(rules.view(state, seat), Random(1))
            most = most_for_a_bid if state.phase is Phase.BID else 10 * len(state.hands[seat])
            assert sum(counted[before:]) <= most
            choices += len(counted) > before
    assert choices > 50
