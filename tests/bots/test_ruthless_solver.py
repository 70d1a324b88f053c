"""The solver of the ruthless bot, compared with a brute-force solver ("twin") and with the engine's search."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from games.bots.kernels import Ints
from games.engine.cards import PACK, Card, Suit
from games.engine.endgame import Endgame
from games.twoman.bots import position, solver

Held: TypeAlias = frozenset[int]
Worth: TypeAlias = Callable[[int, int], int]

SEVEN_OF_DIAMONDS, TEN_OF_CLUBS = 13 + 5, 8


def beats(answer: int, led: int) -> bool:
    return answer > led if answer // 13 == led // 13 else answer >= 39


def leads(hand: Held, *, broken: bool) -> list[int]:
    sides = [one for one in hand if one < 39]
    return sorted(hand) if broken or not sides else sorted(sides)


def answers(hand: Held, led: int) -> list[int]:
    return sorted(one for one in hand if one // 13 == led // 13) or sorted(hand)


class Twin:
    """A brute-force solver of two open hands, in which seat 0 maximises `worth(tricks, w)` (see `position` for `w`)."""

    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self.value: Callable[[tuple[Held, Held], int, bool, int, int], int] = cache(self._value)

    def _value(self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int) -> int:
        if not hands[0]:
            return self._worth(tricks, w)
        choose = max if leader == 0 else min
        return choose(self.led(hands, leader, broken, tricks, w, one) for one in leads(hands[leader], broken=broken))

    def led(self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int, one: int) -> int:
        """Return the value after the lead of the card `one`, which `hands` still contain."""
        choose = min if leader == 0 else max
        options = answers(hands[1 - leader], one)
        return choose(self.answered(hands, leader, broken, tricks, w, one, other) for other in options)

    def answered(
        self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int, one: int, other: int
    ) -> int:
        winner = 1 - leader if beats(other, one) else leader
        w += 3 * (1 + winner) * (SEVEN_OF_DIAMONDS in (one, other)) + (1 + winner) * (TEN_OF_CLUBS in (one, other))
        left = (hands[0] - {one, other}, hands[1] - {one, other})
        return self.value(left, winner, broken or max(one, other) >= 39, tricks + (winner == 0), w)


WORKSPACE = solver.workspace()


def dealt(rng: Random, size: int) -> tuple[Held, Held]:
    both = rng.sample(range(52), 2 * size)
    return frozenset(both[:size]), frozenset(both[size:])


def bits(hand: Held) -> int:
    return sum(1 << one for one in hand)


def placed(hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int) -> position.Position:
    mine, theirs = bits(hands[0]), bits(hands[1])
    seven, ten = (int(position.place_in(mine | theirs, *one)) for one in ((1, position.SEVEN), (0, position.TEN)))
    key = int(position.packed(mine, theirs))
    return position.Position(key, leader, int(broken), len(hands[0]), tricks, w, seven, ten)


def solved(hands: tuple[Held, Held], leader: int, broken: bool, worth: Ints, tricks: int = 0, w: int = 0) -> int:
    position.write_worth(WORKSPACE, worth)
    far = position.FAR
    return int(solver.search(WORKSPACE, placed(hands, leader, broken, tricks, w), -far, far))


class TwinThenSolver(Twin):
    """A twin that searches one trick and then calls the solver. It is right if the solver is right one trick later."""

    def __init__(self, worth: Ints) -> None:
        super().__init__(lambda t, w: int(worth[9 * t + w]))
        self.laid = worth
        self.value = self.by_the_solver

    def by_the_solver(self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int) -> int:
        return solved(hands, leader, broken, self.laid, tricks, w)


def won_before(rng: Random, hands: tuple[Held, Held]) -> tuple[int, int]:
    """Return random tricks and bag cards that can have been won before these hands."""
    out = hands[0] | hands[1]
    seven = 0 if SEVEN_OF_DIAMONDS in out else rng.randint(0, 2)
    ten = 0 if TEN_OF_CLUBS in out else rng.randint(0, 2)
    return rng.randint(0, 10 - len(hands[0])), 3 * seven + ten


def any_worth(rng: Random, most: int) -> Ints:
    return np.array([rng.randint(0, most) for _ in range(position.ENDS)])


def tricks_only(sign: int) -> Ints:
    return np.array([sign * (end // 9) for end in range(position.ENDS)])


@pytest.mark.parametrize("size", range(1, 6))
def test_the_solver_agrees_with_its_twin_for_random_worths_and_tricks_won(size: int) -> None:
    rng = Random(20 + size)
    for stamp in range(1, 120 if size < 5 else 60):
        hands, worth = dealt(rng, size), any_worth(rng, 3 if stamp % 2 else 1000)
        leader, broken, (tricks, w) = rng.randrange(2), rng.random() < 0.5, won_before(rng, hands)
        twin = Twin(lambda t, w, worth=worth: int(worth[9 * t + w]))  # type: ignore[misc]
        expected = twin.value(hands, leader, broken, tricks, w)
        assert solved(hands, leader, broken, worth, tricks, w) == expected


@pytest.mark.parametrize("size", range(6, 11))
def test_the_solver_agrees_with_one_trick_of_the_twin_for_six_to_ten_cards(size: int) -> None:
    """Steps of an induction from hands of five cards, which the test above covers, to hands of ten."""
    rng = Random(40 + size)
    for number in range(6):
        hands, worth = dealt(rng, size), any_worth(rng, 4 if number % 2 else 1000)
        leader, broken, (tricks, w) = rng.randrange(2), rng.random() < 0.5, won_before(rng, hands)
        expected = TwinThenSolver(worth)._value(hands, leader, broken, tricks, w)
        assert solved(hands, leader, broken, worth, tricks, w) == expected


@pytest.mark.parametrize("leader", [0, 1])
def test_the_solver_values_every_legal_card(leader: int) -> None:
    """Seat 0 leads or plays second. Of equivalent cards the solver searches only one."""
    rng, values = Random(8 + leader), np.zeros(64, np.int64)
    for _ in range(1, 60):
        hands, worth = dealt(rng, 4), any_worth(rng, 50)
        broken, (tricks, w) = rng.random() < 0.5, won_before(rng, hands)
        twin = Twin(lambda t, w, worth=worth: int(worth[9 * t + w]))  # type: ignore[misc]
        position.write_worth(WORKSPACE, worth)
        begun = placed(hands, leader, broken, tricks, w)
        row = bits(hands[0]) | bits(hands[1])
        led = rng.choice(leads(hands[1], broken=broken)) if leader else -1
        at = 16 * (led // 13) + int(position.place_in(row, led // 13, led % 13)) if leader else -1
        solver.values_of(WORKSPACE, begun, at, values)
        for one in answers(hands[0], led) if leader else leads(hands[0], broken=broken):
            found = int(solver.value_of(values, one, row, begun.seven, begun.ten))
            lead_or_answer = (led, one) if leader else (one,)
            told = twin.answered if leader else twin.led
            assert found == told(hands, leader, broken, tricks, w, *lead_or_answer)


def test_the_solver_agrees_with_the_engine_on_settled_hands() -> None:
    rng, settled = Random(5), 0
    for _ in range(400):
        hands, leader = dealt(rng, 3), rng.randrange(2)
        held: tuple[tuple[Card, ...], ...] = tuple(tuple(PACK[one] for one in hand) for hand in hands)
        outcome = Endgame(trump=Suit.SPADES).outcome(held, leader, broken=True)
        most = solved(hands, leader, True, tricks_only(1))
        least = -solved(hands, leader, True, tricks_only(-1))
        if outcome is not None:
            settled += 1
            assert most == least == outcome.tricks[0]
    assert settled > 40


def test_the_solver_reuses_no_cached_value_of_another_worth() -> None:
    hands = dealt(Random(1), 5)
    one = solved(hands, 0, False, tricks_only(1))
    assert one >= 0 >= solved(hands, 0, False, tricks_only(-7))
    assert solved(hands, 0, False, tricks_only(1)) == one
