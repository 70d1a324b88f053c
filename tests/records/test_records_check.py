"""`manage.py records check FILE…`: a line for each record, and an exit status for all."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.records.writing import line_of
from tests.records.checking import checked, file_of
from tests.records.played import long_record, record


def wrong() -> str:
    return line_of({**long_record(), "result": None})


def test_it_prints_the_results(tmp_path: Path) -> None:
    game = long_record()
    results = [hand["result"] for hand in game["hands"]]
    printed, status = checked(file_of(tmp_path, line_of(game)))
    assert printed == [{"line": 1, "ok": True, "hands": results, "result": game["result"]}]
    assert status == 0


def test_it_names_the_first_thing_that_is_wrong(tmp_path: Path) -> None:
    game = json.loads(line_of(long_record()))
    game["hands"][1]["actions"][2][2] = 11
    printed, status = checked(file_of(tmp_path, line_of(game)))
    assert printed == [
        {
            "line": 1,
            "ok": False,
            "hand": 1,
            "action": 2,
            "code": "BID_OUT_OF_RANGE",
            "reason": "A bid is a whole number from 0 to 10.",
        }
    ]
    assert status == 1


def test_one_wrong_record_among_right_ones_fails(tmp_path: Path) -> None:
    printed, status = checked(file_of(tmp_path, line_of(record(seed=1)), wrong(), line_of(record(seed=2))))
    assert [(one["line"], one["ok"]) for one in printed] == [(1, True), (2, False), (3, True)]
    assert status == 1


def test_empty_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    printed, status = checked(file_of(tmp_path, "", line_of(record(seed=1)), "  ", "nothing"))
    assert [(one["line"], one["ok"]) for one in printed] == [(2, True), (4, False)]
    assert status == 1


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    seats = [{"name": "Ann\u2028Bo"}, {"name": "\x85\x0c"}]
    printed, status = checked(file_of(tmp_path, line_of({**record(seed=1), "seats": seats}) + "\r"))
    assert [one["ok"] for one in printed] == [True]
    assert status == 0


def test_several_files_are_counted_each_from_one(tmp_path: Path) -> None:
    printed, status = checked(file_of(tmp_path, line_of(record(seed=1))), file_of(tmp_path, wrong()))
    assert [(one["line"], one["ok"]) for one in printed] == [(1, True), (1, False)]
    assert status == 1


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = f"{line_of(record(seed=1))}\n{wrong()}\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    printed, status = checked("-")
    assert [one["ok"] for one in printed] == [True, False]
    assert status == 1


def test_an_empty_file_holds_nothing_wrong(tmp_path: Path) -> None:
    assert checked(file_of(tmp_path)) == ([], 0)


def test_it_prints_what_no_encoding_can(tmp_path: Path) -> None:
    line = line_of(record(seed=1)).replace('"options":{}', '"options":{"\\ud800":1}')
    path = file_of(tmp_path, line)
    bare = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with pytest.raises(SystemExit):
        call_command("records", "check", str(path), stdout=bare)
    bare.seek(0)
    assert json.loads(bare.read())["code"] == "UNKNOWN_OPTION"


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("records", "check", str(tmp_path / "none.jsonl"))
