"""The benchmark: it counts statements, and a missed budget or a failed measurement fails the run."""

import re
from pathlib import Path

import pytest

from tools.bench.__main__ import empty_site, inside
from tools.bench.budgets import BUDGETS, Report, quantile

STATEMENTS = "SQL statements, "


def test_statements_of_a_game_stay_within_their_budgets() -> None:
    with empty_site() as site:
        found = inside(site, "tools.bench.in_process", "requests('twoman', 60)")
    assert {"a table", "a deal", "an action", "a reply"} <= set(found["statements"]) and found["seconds"]
    for name, count in found["statements"].items():
        limit, _unit = BUDGETS[STATEMENTS + name]
        assert limit is not None and 0 < count <= limit, name


def test_a_missed_budget_and_a_failed_measurement_fail_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.add(f"{STATEMENTS}a reply", 3)
    assert report.end() == 0
    report.add(f"{STATEMENTS}a reply", 4, "twoman")
    report.add("an action over HTTP, p50", quantile([], 0.5))
    with report.part("requests"):
        raise KeyError("no table")
    assert report.end() == 1
    said = capsys.readouterr().out
    assert "Missed: SQL statements, a reply (twoman)" in said
    assert "Not measured: an action over HTTP, p50" in said and "Not measured: requests: KeyError" in said


def test_the_budgets_of_statements_are_those_of_the_document() -> None:
    document = (Path(__file__).resolve().parents[2] / "docs" / "design.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"^\| SQL statements.* \| (.+) \|$", document, re.MULTILINE)
    names = ("an action", "a reply", "a table", "a table between hands", "a deal", "a hand's end", "a game's end")
    assert [int(count) for count in re.findall(r"\d+", told)] == [BUDGETS[STATEMENTS + name][0] for name in names]
