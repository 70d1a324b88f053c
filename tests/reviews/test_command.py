"""`manage.py review` and `manage.py luck`: what they print, and what they refuse."""

import io
import json
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.engine.state import State
from games.evaluation.hand import SeatReview
from games.evaluation.interface import SURE, Plain
from games.management.commands import review
from tests.records.played import record
from tests.records.stored import run_command, write_file

FIELDS = {"game", "hand", "seat", "evaluator", "before", "after", "luck", "partners", "rivals", "rest", "decisions"}


def parse_lines(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


def short_record(seed: int) -> dict[str, Any]:
    game = record("twoman", seed)
    game["hands"] = game["hands"][:1]
    game["result"] = None
    return game


def test_review_prints_a_line_for_each_game_hand_and_seat(tmp_path: Path) -> None:
    path = write_file(tmp_path, short_record(1), short_record(2))
    lines = parse_lines(run_command("review", path)[0])
    assert [(one["game"], one["hand"], one["seat"]) for one in lines] == [(0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)]
    for one in lines:
        assert set(one) == FIELDS
        errors = sum(decision["loss"] for decision in one["decisions"])
        parts = one["luck"] - errors + one["rivals"] - one["partners"] + one["rest"]
        assert one["after"] - one["before"] == pytest.approx(parts, abs=1e-9)
    decision = lines[0]["decisions"][0]
    assert set(decision) >= {"ordinal", "kind", "chosen", "best", "loss", "se", "mark", "values", "errors"}
    assert len(decision["errors"]) == len(decision["values"])
    assert 0 < max(decision["errors"]) < 0.1
    assert decision["ordinal"] in (1, 2)


def test_review_writes_the_same_lines_to_stdout_file_and_symlink(tmp_path: Path) -> None:
    path, out, link = write_file(tmp_path, short_record(3)), tmp_path / "out.jsonl", tmp_path / "link"
    lines = run_command("review", path, "--seat", "1")[0]
    assert [one["seat"] for one in parse_lines(lines)] == [1]
    assert run_command("review", path, "--seat", "1", "--out", str(out)) == ("", 0)
    assert run_command("review", path, "--seat", "1", "--out", "-")[0] == out.read_text(encoding="utf-8") == lines
    link.symlink_to(tmp_path / "other.jsonl")
    assert run_command("review", path, "--seat", "1", "--out", str(link)) == ("", 0)
    assert link.is_symlink() and link.read_text(encoding="utf-8") == lines


def test_a_wrong_record_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    wrong = short_record(4)
    wrong["hands"][0]["actions"][0] = [0, "bid", 44]
    out = tmp_path / "out.jsonl"
    printed, status = run_command("review", write_file(tmp_path, short_record(5), wrong), "--out", str(out))
    assert status == 1
    assert not out.exists()
    refusal = json.loads(printed)
    assert (refusal["line"], refusal["ok"], refusal["hand"], refusal["action"]) == (2, False, 0, 0)


def test_an_error_leaves_the_output_file_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = write_file(tmp_path, short_record(1), short_record(2)), tmp_path / "out.jsonl"
    nothing = dict.fromkeys(("before", "after", "luck", "partners", "rivals"), 0)
    first = SeatReview(number=1, seat=0, evaluator=1, decisions=(), **nothing)
    monkeypatch.setattr(review, "reviews", Mock(side_effect=[[[first]], ValueError("a fault")] * 2))
    for before in ([], ["out.jsonl"]):
        with pytest.raises(ValueError, match="a fault"):
            run_command("review", path, "--out", str(out))
        assert sorted(one.name for one in tmp_path.iterdir()) == sorted([Path(path).name, *before])
        assert not before or out.read_text() == "what was there"
        out.write_text("what was there")


def test_invalid_arguments_are_command_errors(tmp_path: Path) -> None:
    review = ("review", write_file(tmp_path, short_record(1)))
    wrong = [("review", "no/such/file"), (*review, "--seat", "2"), (*review, "--out", str(tmp_path / "none" / "out"))]
    for words in (*wrong, ("luck", "chess"), ("luck", "twoman", "--deals", "1")):
        with pytest.raises(CommandError):
            call_command(*words, stdout=io.StringIO())


@pytest.mark.usefixtures("parlour")
def test_a_game_without_an_evaluator_has_lines_without_values(tmp_path: Path) -> None:
    lines = parse_lines(run_command("review", write_file(tmp_path, record("parlour", 1)))[0])
    assert {(len(one["decisions"]), one["luck"]) for one in lines} == {(0, 0)}
    assert lines[0]["before"] == 0.5


def test_luck_prints_means_by_seat_and_by_beginner() -> None:
    printed, _ = run_command("luck", "twoman", "--deals", "20", "--seed", "3")
    number = r"mean [+-]0\.\d{6}, standard error 0\.\d{6}\n"
    where = ("", " where seat 0 begins", " where seat 1 begins")
    assert re.fullmatch("".join(f"seat {seat}{words}: {number}" for words in where for seat in (0, 1)), printed)
    assert printed == run_command("luck", "twoman", "--deals", "20", "--seed", "3")[0]


class Lucky(Plain):
    """An evaluator that gives good luck of a random amount to the side that bids first, and bad luck to the other."""

    def luck(self, state: State, seed: int) -> tuple[int, ...]:
        worth = (-1) ** state.turn * (seed % SURE)
        return worth, -worth, worth, -worth


def test_luck_with_a_systematic_error_fails_with_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all deals the mean of each seat is near 0; the error shows only if deals are grouped by the first seat."""
    words = ("luck", "spades", "--deals", "400", "--seed", "3")
    monkeypatch.setattr(registry, "evaluator", lambda key: Plain(rules=registry.ruleset(key)))
    assert run_command(*words, "--check") == run_command(*words)
    monkeypatch.setattr(registry, "evaluator", lambda key: Lucky(rules=registry.ruleset(key)))
    assert run_command(*words)[1] == 0
    with pytest.raises(CommandError, match="from 0: seat 0 where seat "):
        call_command(*words, "--check", stdout=io.StringIO())


def test_the_option_drawn_includes_the_luck_of_draws() -> None:
    dealt, drawn = (run_command("luck", "cardduel", "--deals", "20", *more)[0] for more in ((), ("--drawn",)))
    first, second = (float(line.split()[3].rstrip(",")) for line in drawn.splitlines()[:2])
    assert dealt != drawn and first == -second != 0
    assert run_command("luck", "twoman", "--deals", "4") == run_command("luck", "twoman", "--deals", "4", "--drawn")
