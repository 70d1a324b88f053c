"""Each refusal of every game, and which of two comes first; what is offered and dealt, and how a game may start."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from games.engine.actions import Action, RuleError
from games.engine.options import Options
from games.engine.state import DEALER, Phase, Seat, State
from games.registry import GAMES, ruleset
from tests.engine.walks import offers_what_it_takes

TABLES: list[tuple[str, Any]] = [(key, import_module(f"tests.engine.refusals_{key}")) for key in GAMES]
#: Every state of those tables once.
STATES = [(key, state) for key, of in TABLES for state in {id(row[0]): row[0] for row in of.REFUSALS}.values()]


@pytest.mark.parametrize(
    ("key", "state", "seat", "verb", "argument", "answer"), [(key, *row) for key, of in TABLES for row in of.REFUSALS]
)
def test_a_refusal(key: str, state: State, seat: Seat, verb: str, argument: Any, answer: str | None) -> None:
    """With a reason; and what is refused cannot be applied."""
    rules = ruleset(key)
    found = rules.refusal(state, seat, Action(verb, argument))
    assert answer in ((found.code, found.reason) if found else (None,))
    if found:
        assert found.reason
        with pytest.raises(RuleError) as caught:
            rules.apply(state, seat, Action(verb, argument))
        assert caught.value.refusal == found


@pytest.mark.parametrize(("key", "state"), STATES)
def test_an_action_is_offered_if_and_only_if_it_is_not_refused(key: str, state: State) -> None:
    rules = ruleset(key)
    assert all(offers_what_it_takes(rules, state, seat) for seat in range(rules.seats))
    assert rules.legal_actions(state, DEALER) == ()


@pytest.mark.parametrize(
    ("key", "options", "start", "is_sound"), [(key, *row) for key, of in TABLES for row in of.STARTS]
)
def test_a_start(key: str, options: Options, start: Mapping[str, Any], is_sound: bool) -> None:
    """The check of a record and the dealer's action agree."""
    rules = ruleset(key)
    told = rules.refusal(rules.initial(options), DEALER, Action("start", start))
    for found in (rules.check_start(options, start), told):
        assert (found and found.code) == (None if is_sound else "BAD_START")


@pytest.mark.parametrize(("key", "of"), TABLES)
def test_the_dealer_starts_and_then_deals_the_whole_pack(key: str, of: Any) -> None:
    rules = ruleset(key)
    unstarted, begun = rules.initial({}), rules.initial({}, {})

    def code(state: State, verb: str, argument: Any) -> str | None:
        found = rules.refusal(state, DEALER, Action(verb, argument))
        return found.code if found else None

    assert unstarted.phase is Phase.START and rules.waits_for(unstarted) == {DEALER}
    assert code(unstarted, "deal", of.WHOLE) == code(unstarted, "deal", None) == "WRONG_PHASE"
    assert code(unstarted, "start", "south") == code(begun, "start", {}) == code(begun, "play", {}) == "WRONG_PHASE"
    assert code(begun, "deal", of.WHOLE) is None
    assert [code(begun, "deal", bad) for bad in of.BAD_DEALS] == ["BAD_DEAL"] * len(of.BAD_DEALS)
