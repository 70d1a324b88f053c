"""Options and starts of Two-Man Spades: what is taken, what is refused, and what each option changes."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.options import complete, differing
from games.engine.state import DEALER, Phase
from tests.engine.positions import (
    RULES,
    act,
    blind_of,
    compared,
    dealt,
    last_trick,
    refusal,
    sheet_of,
    standings,
)


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("target", 100, None),
        ("target", 1000, None),
        ("target", 90, "OUT_OF_RANGE"),
        ("target", 1010, "OUT_OF_RANGE"),
        ("target", 305, "OUT_OF_RANGE"),
        ("target", 300.0, "OUT_OF_RANGE"),
        ("target", "300", "OUT_OF_RANGE"),
        ("target", None, "OUT_OF_RANGE"),
        ("mercy_lead", 100, None),
        ("mercy_lead", 1000, None),
        ("mercy_lead", 1001, "OUT_OF_RANGE"),
        ("mercy_lead", True, "OUT_OF_RANGE"),
        ("nil_points", 100, None),
        ("nil_points", 200, None),
        ("nil_points", 150, "OUT_OF_RANGE"),
        ("nil_points", 100.0, "OUT_OF_RANGE"),
        ("first_lead", "odd", None),
        ("first_lead", "alternate", None),
        ("first_lead", "even", "OUT_OF_RANGE"),
        ("blind_deficit", 50, None),
        ("blind_deficit", 300, None),
        ("blind_deficit", 40, "OUT_OF_RANGE"),
        ("blind_deficit", 310, "OUT_OF_RANGE"),
        ("denial", False, None),
        ("denial", 0, "OUT_OF_RANGE"),
        ("denial", "true", "OUT_OF_RANGE"),
        ("Target", 300, "UNKNOWN_OPTION"),
        ("bags", 7, "UNKNOWN_OPTION"),
    ],
)
def test_an_option(key: str, value: Any, code: str | None) -> None:
    assert [found.code for found in RULES.check({key: value})] == ([code] if code else [])


def test_every_mistake_is_named_in_the_order_chosen() -> None:
    found = RULES.check({"denial": None, "colour": 1, "target": 300, "nil_points": 0})
    assert [one.code for one in found] == ["OUT_OF_RANGE", "UNKNOWN_OPTION", "OUT_OF_RANGE"]
    assert "denial" in found[0].reason and "true, false" in found[0].reason


def test_only_options_that_differ_are_written() -> None:
    assert differing(RULES.options, complete(RULES.options, {"target": 300, "denial": False})) == {"denial": False}


def test_a_start_is_taken_over() -> None:
    state = RULES.initial({}, {"parity": ("even", "odd"), "base": (120, -100), "bags": (3, 3)})
    assert (state.phase, state.displays, [str(one) for one in state.parity]) == (
        Phase.DEAL,
        (123, -103),
        ["even", "odd"],
    )


@pytest.mark.parametrize(
    ("first_lead", "odd", "leaders"),
    [("alternate", 0, [0, 1, 0, 1]), ("alternate", 1, [1, 0, 1, 0]), ("odd", 0, [0, 0, 0]), ("odd", 1, [1, 1, 1])],
)
def test_who_leads_first(first_lead: str, odd: int, leaders: list[int]) -> None:
    parity = ("odd", "even") if odd == 0 else ("even", "odd")
    state = RULES.initial({"first_lead": first_lead}, {"parity": parity})
    found = []
    for _ in leaders:
        state = act(state, DEALER, RULES.chance(state, lambda n: 0))
        found.append(state.first)
        state = replace(state, phase=Phase.DEAL)
    assert found == leaders


@pytest.mark.parametrize("points", [100, 200])
def test_nil_points(points: int) -> None:
    hand: dict[str, Any] = {"bids": (0, 8), "pile": "2C 3D", "options": {"nil_points": points}, "before": ("0", "0")}
    assert sheet_of(last_trick(tricks=(0, 10), **hand))["lines"][0]["bid_points"] == points
    assert sheet_of(last_trick(tricks=(1, 9), **hand))["lines"][0]["bid_points"] == -points


def test_blind_deficit() -> None:
    assert blind_of(dealt(options={"blind_deficit": 50}, **standings("0", "50")), 0)
    assert not blind_of(dealt(options={"blind_deficit": 60}, **standings("0", "50")), 0)
    assert refusal(dealt(options={"blind_deficit": 60}, **standings("0", "50")), 0, "blind", 5) == "BLIND_NOT_OFFERED"


def test_target_and_mercy_lead() -> None:
    assert compared("300", "290", target=310) == "goes on"
    assert compared("310", "290", target=310) == "X wins by target"
    assert compared("100", "0", mercy_lead=100) == "X wins by mercy"
    assert compared("290", "200", mercy_lead=100) == "goes on"
