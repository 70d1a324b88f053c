"""Programs in tools/: benchmark, load test, mutants, and moments, which writes pages to files for comparison."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.db import transaction

from tests.play import forget_games
from tools.bench.__main__ import empty_site, inside
from tools.bench.budgets import BUDGETS, quantile
from tools.bench.budgets import Report as Benchmark
from tools.load import ACTION, REPLY
from tools.load.crowd import Crowd, CrowdResult, loaded_site, play
from tools.load.report import CrowdComparison, show
from tools.moments import Writer, held
from tools.moments import play as play_moments
from tools.mutants.__main__ import Mutant, mutants
from tools.site import ROOT

STATEMENTS = "SQL statements, "
MUTANTS = mutants()


# ---------- the benchmark ----------
def test_statements_of_a_game_stay_within_their_budgets() -> None:
    with empty_site() as site:
        found = inside(site, "tools.bench.in_process", "requests('twoman', 60)")
    assert {"a table", "a deal", "an action", "a reply"} <= set(found["statements"]) and found["seconds"]
    for name, count in found["statements"].items():
        limit, _unit = BUDGETS[STATEMENTS + name]
        assert limit is not None and 0 < count <= limit, name


def test_a_missed_budget_and_a_failed_measurement_fail_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    report = Benchmark()
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
    document = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^\| SQL statements.* \| (.+) \|$", document, re.MULTILINE)
    names = ("an action", "a reply", "a table", "a table between hands", "a deal", "a hand's end", "a game's end")
    assert [int(count) for count in re.findall(r"\d+", listed)] == [BUDGETS[STATEMENTS + name][0] for name in names]


# ---------- the load test ----------
def result(p95: float, failed: int = 0) -> CrowdResult:
    request = {"count": 9.0, "failed": float(failed), "p50": p95 / 2, "p95": p95, "p99": p95}
    errors = {"an error": failed} if failed else {}
    return CrowdResult(Crowd(4, 10), {ACTION: request, REPLY: request}, errors, {"web": 2.0}, 0.5, 10.0)


def test_a_crowd_of_two_players_is_measured_for_three_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with loaded_site(on_postgresql=False, workers=1, limits=False) as site:
        found = play(site, Crowd(2, 3, "games", (0.0, 0.1)))
    assert found.is_good, found.errors
    assert found.requests[ACTION]["p95"] > 0 and {"web", "worker", "players"} <= set(found.cpu)
    show(found)
    assert "ms an action" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("alone", "loaded", "is_held"),
    [
        ([result(0.1), result(0.3)], [result(0.2), result(0.2)], True),
        ([result(0.1), result(0.1)], [result(0.1), result(0.15)], False),
        ([result(0.1)], [result(0.1, failed=1)], False),
        ([result(0.1, failed=1)], [result(0.1)], False),
    ],
)
def test_the_mean_p95_under_additional_load_has_a_limit(
    alone: list[CrowdResult], loaded: list[CrowdResult], is_held: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    comparison = CrowdComparison("a reviewer", 1.2, alone, loaded, (ACTION, REPLY))
    assert comparison.is_held is is_held
    comparison.show()
    assert ("MISSED" in capsys.readouterr().out) is (loaded[-1].requests[ACTION]["p95"] == 0.15)


# ---------- mutants ----------
def test_each_mutant_is_unique_and_its_text_and_tests_exist() -> None:
    assert max(Counter(mutant.what for mutant in MUTANTS).values()) == 1
    assert max(Counter((mutant.file, mutant.before, mutant.after) for mutant in MUTANTS).values()) == 1
    for mutant in MUTANTS:
        assert mutant.place(ROOT)[0] == ROOT / mutant.file, mutant.what
        assert mutant.tests and all((ROOT / path).exists() for path in mutant.tests), mutant.what


def test_a_mutant_changes_only_its_place_and_leaves_valid_python() -> None:
    for mutant in MUTANTS:
        path, start, end = place = mutant.place(ROOT)
        text, changed = path.read_text(encoding="utf-8"), mutant.put_into(*place)
        assert changed != text and changed.startswith(text[:start]) and changed.endswith(text[end:])
        if path.suffix == ".py":
            assert b"@kernel" not in path.read_bytes(), f"a mutant of {mutant.file} would have to compile kernels"
            compile(changed, mutant.file, "exec")


@pytest.fixture
def moved(tmp_path: Path) -> Mutant:
    """Return a mutant whose two lines have moved to another file, with another indentation."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games/new.py").write_text("def f(a):\n    if a:\n        return 1\n    return 2\n")
    return Mutant("", "games/old.py", 1, "if a:\n  return 1", "if not a:\n    return 1", ("tests",))


def test_a_mutant_whose_text_has_moved_is_found(tmp_path: Path, moved: Mutant) -> None:
    place = moved.place(tmp_path)
    assert place[0].name == "new.py"
    assert moved.put_into(*place) == "def f(a):\n    if not a:\n        return 1\n    return 2\n"


def test_a_mutant_whose_text_occurs_nowhere_or_twice_is_an_error(tmp_path: Path, moved: Mutant) -> None:
    text = (tmp_path / "games/new.py").read_text()
    for wrong in ("", text * 2):
        (tmp_path / "games/new.py").write_text(wrong)
        with pytest.raises(LookupError):
            moved.place(tmp_path)


# ---------- moments ----------
@pytest.fixture(autouse=True)
def _seed_deals_by_test_name() -> None:
    """Override the fixture of tests/conftest.py, because `tools.moments` seeds the random numbers itself."""


def written(folder: Path) -> dict[str, str]:
    with transaction.atomic(), held() as (clock, chance):
        play_moments(Writer(folder, clock, chance), "duel", "cardduel", False, 3, {})
        transaction.set_rollback(True)
    forget_games()
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.html")}


@pytest.mark.django_db
def test_two_runs_of_moments_write_the_same_bytes(tmp_path: Path) -> None:
    first, second = written(tmp_path / "first"), written(tmp_path / "second")
    assert first == second
    assert {"duel/000-seat-0.en.html", "duel/002-seat-0.de.html", "duel/002-onlooker.en.html"} <= set(first)
    assert first["duel/000-seat-0.en.html"].startswith("200\n") and "Karte" in first["duel/000-seat-0.de.html"]
