"""docs/reliability.md: every promise is held by tests that exist, and its figures are those of tests and settings."""

import ast
import re
from functools import cache
from importlib import import_module

from django.conf import settings

from games.boards.challenges import MOST_OPENED
from games.table.opening import MOST_OPEN
from tools.site import ROOT

TESTS = ROOT / "tests"
TEXT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
#: Without the table of the last trial, whose rows begin alike.
TABLE = TEXT.partition("## The last trial")[0]
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \|(?: ([^|]*) \|)?", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")
#: Promises that no test holds, with what the table names instead.
OPEN = {"14": "make trial"}


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_promise_is_there_once() -> None:
    lines = [int(line) for line, *_rest in ROW.findall(TABLE)]
    assert lines == sorted(set(lines)) and lines[:40] == list(range(1, 41))


def test_a_promise_is_held_by_tests_that_exist() -> None:
    for line, promise, held_by, _figure in ROW.findall(TABLE):
        named = NAMED.findall(held_by)
        assert len(promise) > 20 and (named or OPEN[line] in held_by)
        for path, test in named:
            assert (TESTS / path).is_file(), path
            assert not test or (test.startswith("test_") and test in names_in(path)), f"{path}::{test}"


def test_the_limits_in_the_document_are_those_of_the_settings() -> None:
    listed = re.findall(r"\| (\d+)(?:,| a| an|;|\b)", TEXT.partition("## Limits")[2].partition("SPADESITE_LIMITS")[0])
    amounts = [limit.partition("/")[0] for limit in settings.LIMITS.values()]
    assert listed == [*amounts, str(MOST_OPENED), str(MOST_OPEN)]


def constant(line: str, name: str) -> int:
    """Return a constant of the first test file that holds the promise: a number, or the length of a table."""
    held_by = next(held_by for number, _promise, held_by, _figure in ROW.findall(TABLE) if number == line)
    value = getattr(import_module(f"tests.{NAMED.findall(held_by)[0][0].removesuffix('.py').replace('/', '.')}"), name)
    return value if isinstance(value, int) else len(value)


def test_the_figures_of_tests_are_those_of_the_tests() -> None:
    figures = {line: figure for line, _promise, _held_by, figure in ROW.findall(TABLE)}
    assert figures["16"].startswith(f"{constant('16', 'GAMES')} random games of each kind,")
    assert figures["17"].startswith(f"{constant('17', 'PAIRS')} pairs of random games of each kind,")
    assert figures["43"] == f"{constant('43', 'LOSSES') + constant('43', 'NOTHINGS')} ways by name"
