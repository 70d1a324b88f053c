"""What could not be measured is said, counted and takes nothing else with it; budgets are those that are told."""

import re
from pathlib import Path

import pytest

from tests.bench.__main__ import statements_for
from tests.bench.in_process import ENDS
from tests.bench.over_http import many
from tests.bench.report import Report, median, quantile
from tests.services import free_port


class Nowhere:
    """A site that nobody serves."""

    def __init__(self) -> None:
        self.url = f"http://127.0.0.1:{free_port()}"


def test_of_nothing_there_is_no_figure_and_the_run_fails(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.row("an action, p50", median([]), "ms")
    report.row("an action, p95", 1000 * quantile([], 0.95), "ms", 25)
    report.row("a table", 3.0, "ms", 5)
    said = capsys.readouterr().out
    assert said.count("NOT MEASURED") == 2 and "3.0 ms" in said
    assert (report.ends_with, report.missed) == (1, [])
    assert "Not measured: an action, p95" in report.total


def test_a_budget_missed_fails_the_run_and_one_met_does_not() -> None:
    report = Report()
    report.row("a table", 3.0, "ms", 5)
    assert report.ends_with == 0
    report.row("a table", 6.0, "ms", 5)
    assert report.ends_with == 1 and report.missed == ["a table"]


def test_a_part_that_breaks_is_said_and_the_next_one_measures(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    with report.part("a slow phone"):
        raise KeyError("no table")
    with report.part("weight"):
        report.row("page", 10.0, "kB")
    said = capsys.readouterr().out
    assert "a slow phone FAILED: KeyError('no table')" in said and "10.0 kB" in said
    assert report.ends_with == 1 and "a slow phone" in report.total


def test_every_visitor_who_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    tally = many(Nowhere(), clients=2, hands=1)  # type: ignore[arg-type]
    assert (tally.seconds, tally.moves, tally.hands) == ([], 0, 0)
    assert sorted(fault[:14] for fault in tally.faults) == ["visitor 0 of 2", "visitor 1 of 2"]
    report = Report()
    report.faults("16 at once", tally.faults)
    assert capsys.readouterr().out.count("FAILED, 16 at once: visitor") == 2 and report.ends_with == 1


def test_the_budgets_of_statements_are_those_of_the_document() -> None:
    """An action, a reply, a table (between hands), a deal, the end of a hand."""
    document = (Path(__file__).resolve().parents[2] / "docs" / "design.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"^\| SQL statements.* \| (.+) \|$", document, re.MULTILINE)
    kinds = ("an action", "a reply", "a table", f"a table{ENDS}", "an action, deal", f"an action{ENDS}")
    assert [int(count) for count in re.findall(r"\d+", told)] == [statements_for(kind) for kind in kinds]
