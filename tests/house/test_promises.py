"""The table of promises in docs/reliability.md is whole, and every test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
DOCUMENT = TESTS.parent / "docs" / "reliability.md"
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \|", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")
#: The lines that no test holds, with what the table has to say of them.
OPEN = {"14": "make trial"}
TEXT = DOCUMENT.read_text(encoding="utf-8")
#: Without the table of the last trial, whose rows begin alike.
TABLE = TEXT.partition("## The last trial")[0]
PROMISES = {line: (promise, held_by) for line, promise, held_by in ROW.findall(TABLE)}


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_line_is_there_once() -> None:
    lines = [int(line) for line, _promise, _held_by in ROW.findall(TABLE)]
    assert lines == sorted(set(lines)) and lines[:40] == list(range(1, 41))


def test_a_promise_is_held_by_tests_that_exist() -> None:
    for line, (promise, held_by) in PROMISES.items():
        named = NAMED.findall(held_by)
        assert len(promise) > 20
        assert named or OPEN[line] in held_by
        for path, test in named:
            assert (TESTS / path).is_file(), path
            assert not test or test in names_in(path), f"{path}::{test}"
            assert test.startswith("test_") or not test


def test_the_limits_in_the_document_are_those_of_the_settings() -> None:
    from django.conf import settings

    from games.services.boards.challenges import MOST_OPENED
    from games.services.people.lobby import MOST_OPEN

    told = re.findall(r"\| (\d+)(?:,| a| an|;|\b)", TEXT.partition("## Limits")[2].partition("SPADESITE_LIMITS")[0])
    amounts = [limit.partition("/")[0] for limit in settings.LIMITS.values()]
    assert told == [*amounts, str(MOST_OPENED), str(MOST_OPEN)]


def test_the_figures_of_tests_are_those_of_the_tests() -> None:
    from tests.statistics.polished import LOSSES, NOTHINGS
    from tests.views import test_hidden_cards, test_hidden_twins

    figures = dict(re.findall(r"^\| (\d+) \|.*\| ([^|]*) \|$", TABLE, re.MULTILINE))
    assert figures["16"].startswith(f"{test_hidden_cards.GAMES} random games of each kind,")
    assert figures["17"].startswith(f"{test_hidden_twins.PAIRS} pairs of random games of each kind,")
    assert figures["43"] == f"{len(LOSSES) + len(NOTHINGS)} ways by name"
