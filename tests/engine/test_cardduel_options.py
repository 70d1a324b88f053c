"""The options of Card Duel: what is drawn, and who has the coin in the first round."""

from random import Random

import pytest

from games.engine.actions import Action
from games.engine.options import drawn
from games.engine.state import DEALER
from tests.engine.cardduel_positions import P1, P2, RULES


def test_options_are_drawn_within_their_range() -> None:
    rng = Random(1)
    found = [drawn(RULES.options, rng.randrange, {}) for _ in range(500)]
    assert not any(RULES.check(one) for one in found)
    assert {one["first"] for one in found} == {"random", "human", "computer"}
    rounds = [int(str(one["max_rounds"])) for one in found]
    assert min(rounds) < 20 and 380 < max(rounds) <= 400


@pytest.mark.parametrize(("first", "coins"), [("human", {P1}), ("computer", {P2}), ("random", {P1, P2})])
def test_who_has_the_coin_first(first: str, coins: set[int]) -> None:
    state = RULES.initial({"first": first})
    starts = [RULES.chance(state, Random(seed).randrange) for seed in range(20)]
    assert {start.verb for start in starts} == {"start"}
    after = [RULES.apply(state, DEALER, start).state for start in starts]
    assert {one.coin for one in after} == coins  # type: ignore[attr-defined]


def test_a_start_names_the_coin_whatever_the_option_says() -> None:
    for first in ("human", "computer", "random"):
        assert RULES.initial({"first": first}, {"coin": P2}).coin == P2
        step = RULES.apply(RULES.initial({"first": first}), DEALER, Action("start", {"coin": P1}))
        assert step.state.coin == P1  # type: ignore[attr-defined]
