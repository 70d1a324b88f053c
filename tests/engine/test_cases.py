"""Tests of each game's tables in `cases.py`: worked examples, refusals, deals and starts."""

from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from games.engine.actions import Action, RuleError
from games.engine.state import DEALER, Phase, State
from games.registry import GAMES, ruleset
from tests.engine.walks import offers_what_it_accepts

CASES: dict[str, Any] = {key: import_module(f"tests.{key}.cases") for key in GAMES}
every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_each_worked_example_of_the_rules_plays_as_written(key: str) -> None:
    found = [(name, played()) for name, played, _result in CASES[key].EXAMPLES]
    assert found == [(name, result) for name, _played, result in CASES[key].EXAMPLES]


@pytest.mark.parametrize(("key", "count"), [("spades", 25), ("bidwhist", 23), ("cardduel", 21)])
def test_every_numbered_example_of_the_rules_is_in_the_table(key: str, count: int) -> None:
    numbers = [name.split()[0] for name, *_rest in CASES[key].EXAMPLES]
    assert numbers == [str(number) for number in range(1, count + 1)]


@every_game
def test_each_action_gets_the_answer_of_its_row_and_a_refused_one_cannot_be_applied(key: str) -> None:
    rules = ruleset(key)
    for state, seat, verb, argument, answer in CASES[key].REFUSALS:
        found = rules.refusal(state, seat, Action(verb, argument))
        assert answer in ((found.code, found.reason) if found else (None,)), f"{state.phase} {seat=}: {verb} {argument}"
        if found:
            assert found.reason
            with pytest.raises(RuleError) as caught:
                rules.apply(state, seat, Action(verb, argument))
            assert caught.value.refusal == found


@every_game
def test_an_action_is_offered_if_and_only_if_it_is_not_refused(key: str) -> None:
    """Checks the states of the table of refusals, for all seats that must act and the first other seat."""
    rules = ruleset(key)
    for state in {id(row[0]): row[0] for row in CASES[key].REFUSALS}.values():
        waits = rules.waits_for(state) - {DEALER}
        seats = {*waits, *islice((seat for seat in range(rules.seats) if seat not in waits), 1)}
        assert all(offers_what_it_accepts(rules, state, seat) for seat in seats), state
        assert rules.legal_actions(state, DEALER) == ()


@every_game
def test_a_start_is_judged_alike_in_a_record_and_as_the_dealers_action(key: str) -> None:
    rules = ruleset(key)
    for options, start, is_sound in CASES[key].STARTS:
        refused_action = rules.refusal(rules.initial(options), DEALER, Action("start", start))
        for found in (rules.check_start(options, start), refused_action):
            assert (found and found.code) == (None if is_sound else "BAD_START"), (options, start)


@every_game
def test_the_dealer_starts_and_then_deals_the_whole_pack(key: str) -> None:
    rules, cases = ruleset(key), CASES[key]
    unstarted, begun = rules.initial({}), rules.initial({}, {})

    def code(state: State, verb: str, argument: Any) -> str | None:
        found = rules.refusal(state, DEALER, Action(verb, argument))
        return found.code if found else None

    assert unstarted.phase is Phase.START and rules.waits_for(unstarted) == {DEALER}
    assert code(unstarted, "deal", cases.WHOLE) == code(unstarted, "deal", None) == "WRONG_PHASE"
    assert code(unstarted, "start", "south") == code(begun, "start", {}) == code(begun, "play", {}) == "WRONG_PHASE"
    assert code(begun, "deal", cases.WHOLE) is None
    assert [code(begun, "deal", bad) for bad in cases.BAD_DEALS] == ["BAD_DEAL"] * len(cases.BAD_DEALS)
