"""The solver against its plain twin and against the engine's own search."""

from random import Random

import numpy as np
import pytest

from games.bots.ruthless import position, solver
from games.bots.ruthless.compiling import Ints
from games.bots.ruthless.sighting import CARDS
from games.engine.cards import Card, Suit
from games.engine.endgame import Endgame
from tests.bots.ruthless.twin import Held, Twin, leads

DESK = solver.new_desk()


def dealt(rng: Random, size: int) -> tuple[Held, Held]:
    both = rng.sample(range(52), 2 * size)
    return frozenset(both[:size]), frozenset(both[size:])


def bits(hand: Held) -> int:
    return sum(1 << one for one in hand)


def places(hands: tuple[Held, Held]) -> tuple[int, int, int]:
    mine, theirs = bits(hands[0]), bits(hands[1])
    both = mine | theirs
    return (
        int(position.packed(mine, theirs)),
        int(position.place_in(both, 1, position.SEVEN)),
        int(position.place_in(both, 0, position.TEN)),
    )


def solved(hands: tuple[Held, Held], leader: int, broken: bool, worth: Ints, stamp: int) -> int:
    position.lay_worth(DESK, worth)
    key, seven, ten = places(hands)
    far = position.FAR
    return int(solver.search(DESK, key, leader, broken, len(hands[0]), 0, 0, seven, ten, -far, far, stamp))


def any_worth(rng: Random, most: int) -> Ints:
    return np.array([rng.randint(0, most) for _ in range(position.ENDS)])


def tricks_only(sign: int) -> Ints:
    return np.array([sign * (end // 9) for end in range(position.ENDS)])


@pytest.mark.parametrize("size", range(1, 6))
def test_it_agrees_with_its_plain_twin_for_any_worth(size: int) -> None:
    rng = Random(size)
    for stamp in range(1, 120 if size < 5 else 40):
        hands, worth = dealt(rng, size), any_worth(rng, 3 if stamp % 2 else 1000)
        leader, broken = rng.randrange(2), rng.random() < 0.5
        twin = Twin(lambda t, w, worth=worth: int(worth[9 * t + w]))  # type: ignore[misc]
        expected = twin.value(hands, leader, broken, 0, 0)
        assert solved(hands, leader, broken, worth, 1000 * size + stamp) == expected, (size, stamp)


def test_it_agrees_with_its_plain_twin_over_tricks_from_seven_cards() -> None:
    rng, worth = Random(3), tricks_only(1)
    for _ in range(6):
        hands = dealt(rng, 7)
        twin = Twin(lambda t, w: t)
        assert solved(hands, 0, False, worth, 1) == twin.value(hands, 0, False, 0, 0)


@pytest.mark.parametrize("leader", [0, 1])
def test_it_values_every_answer_to_a_card_on_the_table(leader: int) -> None:
    rng, values = Random(8 + leader), np.zeros(64, np.int64)
    for stamp in range(1, 60):
        hands, worth = dealt(rng, 4), any_worth(rng, 50)
        twin = Twin(lambda t, w, worth=worth: int(worth[9 * t + w]))  # type: ignore[misc]
        led = rng.choice(leads(hands[leader], broken=False))
        position.lay_worth(DESK, worth)
        key, seven, ten = places(hands)
        row = bits(hands[0]) | bits(hands[1])
        at = 16 * (led // 13) + int(position.place_in(row, led // 13, led % 13))
        solver.values_of(DESK, key, at, leader, 0, 4, 0, 0, seven, ten, 90_000 + 100 * leader + stamp, values)
        choose = min if leader == 0 else max
        found = choose(int(value) for value in values if value != -position.FAR)
        assert found == twin.led(hands, leader, False, 0, 0, led)


def test_what_the_engine_calls_settled_it_finds_settled_alike() -> None:
    rng, settled = Random(5), 0
    for _ in range(400):
        hands, leader = dealt(rng, 3), rng.randrange(2)
        held: tuple[tuple[Card, ...], ...] = tuple(tuple(CARDS[one] for one in hand) for hand in hands)
        outcome = Endgame(trump=Suit.SPADES).outcome(held, leader, broken=True)
        most, least = solved(hands, leader, True, tricks_only(1), 2), -solved(hands, leader, True, tricks_only(-1), 3)
        if outcome is not None:
            settled += 1
            assert most == least == outcome.tricks[0]
    assert settled > 40


def test_the_memory_of_another_worth_is_not_taken() -> None:
    hands = dealt(Random(1), 5)
    one, other = solved(hands, 0, False, tricks_only(1), 11), solved(hands, 0, False, tricks_only(-7), 12)
    assert one >= 0 >= other
    assert solved(hands, 0, False, tricks_only(1), 11) == one
