"""Every worked example of the rules, one line each: what is played, and what comes of it."""

from collections.abc import Callable
from importlib import import_module

import pytest

from games.registry import GAMES
from tests.engine.judged import Example

EXAMPLES: dict[str, list[Example]] = {key: import_module(f"tests.engine.examples_{key}").EXAMPLES for key in GAMES}
LINES = [pytest.param(*rest, id=f"{key} {name}") for key, lines in EXAMPLES.items() for name, *rest in lines]


@pytest.mark.parametrize(("played", "comes_of_it"), LINES)
def test_a_worked_example(played: Callable[[], str], comes_of_it: str) -> None:
    assert played() == comes_of_it


@pytest.mark.parametrize(("key", "most"), [("spades", 25), ("bidwhist", 23), ("cardduel", 21)])
def test_every_numbered_example_of_the_rules_is_here(key: str, most: int) -> None:
    assert [line[0].split()[0] for line in EXAMPLES[key]] == [str(number) for number in range(1, most + 1)]
