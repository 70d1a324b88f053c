"""The options of Card Duel: what may be chosen, and who has the coin in the first round."""

from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.options import complete, differing, drawn
from games.engine.state import DEALER
from tests.engine.cardduel_positions import P1, P2, RULES

CHOICES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"first": "random", "max_rounds": 200}, []),
    ({"first": "human"}, []),
    ({"first": "computer"}, []),
    ({"first": "youngest"}, ["OUT_OF_RANGE"]),
    ({"first": 0}, ["OUT_OF_RANGE"]),
    ({"first": None}, ["OUT_OF_RANGE"]),
    ({"max_rounds": 0}, []),
    ({"max_rounds": 1}, []),
    ({"max_rounds": 10**9}, []),
    ({"max_rounds": -1}, ["OUT_OF_RANGE"]),
    ({"max_rounds": 2.0}, ["OUT_OF_RANGE"]),
    ({"max_rounds": True}, ["OUT_OF_RANGE"]),
    ({"max_rounds": None}, ["OUT_OF_RANGE"]),
    ({"max_rounds": "200"}, ["OUT_OF_RANGE"]),
    ({"hp": 30}, ["UNKNOWN_OPTION"]),
    ({"first": "me", "max_rounds": -1, "jokers": 2}, ["OUT_OF_RANGE", "OUT_OF_RANGE", "UNKNOWN_OPTION"]),
]


@pytest.mark.parametrize(("chosen", "codes"), CHOICES)
def test_a_choice(chosen: dict[str, Any], codes: list[str]) -> None:
    assert [refusal.code for refusal in RULES.check(chosen)] == codes


def test_the_range_without_an_end_is_told_so() -> None:
    (refusal,) = RULES.check({"max_rounds": -1})
    assert refusal.reason == "“max_rounds” must be 0 or more."


def test_the_defaults_and_what_differs_from_them() -> None:
    assert complete(RULES.options, {}) == {"first": "random", "max_rounds": 200}
    assert differing(RULES.options, complete(RULES.options, {"first": "human"})) == {"first": "human"}
    assert differing(RULES.options, complete(RULES.options, {"max_rounds": 200})) == {}


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
