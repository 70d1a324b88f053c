"""The solver's twin in plain Python: every line of play over sets of cards, nothing clever."""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

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
    """The value of open hands to seat 0, which wants it high. `worth(tricks, w)` as the solver's."""

    def __init__(self, worth: Worth) -> None:
        self._worth = worth
        self.value: Callable[[tuple[Held, Held], int, bool, int, int], int] = cache(self._value)

    def _value(self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int) -> int:
        if not hands[0]:
            return self._worth(tricks, w)
        choose = max if leader == 0 else min
        return choose(self.led(hands, leader, broken, tricks, w, one) for one in leads(hands[leader], broken=broken))

    def led(self, hands: tuple[Held, Held], leader: int, broken: bool, tricks: int, w: int, one: int) -> int:
        """The value once the leader has led `one`, which it still holds here."""
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
