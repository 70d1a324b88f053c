"""Options and starts of Two-Man Spades: what each changes at the table."""

from dataclasses import replace
from typing import Any

import pytest

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
