"""`manage.py records check FILE…`: a line for each record, and an exit status for all."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.records.format import line_of
from tests.records.played import long_record, record
from tests.records.stored import run_command, write_file
from tools.site import ROOT


def check_records(*files: str) -> tuple[list[dict[str, Any]], int]:
    """Run the command; return the printed lines and the exit status."""
    printed, status = run_command("records", "check", *files)
    return [json.loads(line) for line in printed.splitlines()], status


def test_results_or_the_first_error_are_printed(tmp_path: Path) -> None:
    game = long_record()
    told = {"line": 1, "ok": True, "hands": [hand["result"] for hand in game["hands"]], "result": game["result"]}
    assert check_records(write_file(tmp_path, line_of(game))) == ([told], 0)
    game = json.loads(line_of(game))
    game["hands"][1]["actions"][2][2] = 11
    where = {"hand": 1, "action": 2, "code": "BID_OUT_OF_RANGE", "reason": "A bid is a whole number from 0 to 10."}
    assert check_records(write_file(tmp_path, line_of(game))) == ([{"line": 1, "ok": False, **where}], 1)


RIGHT, OTHER = line_of(record(seed=1)), line_of(record(seed=2))
WRONG = line_of({**long_record(), "result": None})
#: Names with characters that end a line in other formats.
ODD = line_of({**record(seed=1), "seats": [{"name": "Ann\u2028Bo"}, {"name": "\x85\x0c"}]}) + "\r"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ([[RIGHT, WRONG, OTHER]], [(1, True), (2, False), (3, True)]),
        ([["", RIGHT, "  ", "nothing"]], [(2, True), (4, False)]),
        ([[ODD]], [(1, True)]),
        ([[RIGHT], [WRONG]], [(1, True), (1, False)]),
        ([[]], []),
    ],
    ids=["one wrong fails", "empty lines are passed over", "a newline ends a line", "several files", "an empty file"],
)
def test_each_line_is_numbered_and_judged(
    tmp_path: Path, files: list[list[str]], found: list[tuple[int, bool]]
) -> None:
    printed, status = check_records(*(write_file(tmp_path, *lines) for lines in files))
    assert [(one["line"], one["ok"]) for one in printed] == found
    assert status == (not all(is_right for _line, is_right in found))


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_the_command_quietly(tmp_path: Path, unbuffered: str) -> None:
    """As in `records check FILE | head -1`."""
    file = write_file(tmp_path, *["nothing"] * 2000)
    command = [sys.executable, str(ROOT / "manage.py"), "records", "check", file]
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as checking:
        assert checking.stdout is not None and checking.stderr is not None
        assert json.loads(checking.stdout.readline())["line"] == 1
        checking.stdout.close()
        assert checking.stderr.read() == b""
    assert checking.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    ("written", "twice", "name"),
    [
        ('"game":', '"game":"twoman","game":', "game"),
        ('"options":{', '"options":{"target":300,"target":500,', "target"),
        ('"deal":{', '"deal":{"hands":[],', "hands"),
    ],
)
def test_a_duplicate_key_is_refused_in_any_object(tmp_path: Path, written: str, twice: str, name: str) -> None:
    line = line_of(long_record())
    assert written in line
    (told,), status = check_records(write_file(tmp_path, line.replace(written, twice, 1).replace(",}", "}")))
    assert (told["code"], told["reason"], status) == ("NOT_A_RECORD", f"“{name}” stands twice in one object.", 1)


def test_standard_input_is_read_any_text_is_printed_and_a_missing_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{RIGHT}\n{WRONG}\n".encode())))
    printed, status = check_records("-")
    assert ([one["ok"] for one in printed], status) == ([True, False], 1)
    path = write_file(tmp_path, RIGHT.replace('"options":{}', '"options":{"\\ud800":1}'))
    bare = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with pytest.raises(SystemExit):
        call_command("records", "check", path, stdout=bare)
    bare.seek(0)
    assert json.loads(bare.read())["code"] == "UNKNOWN_OPTION"
    with pytest.raises(CommandError, match="No such file"):
        call_command("records", "check", str(tmp_path / "none.jsonl"))
