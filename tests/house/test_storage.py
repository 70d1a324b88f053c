"""What lies on the disk is its owner's alone, and what goes wrong there is told with what to do."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError
from psycopg_pool import PoolTimeout

import manage
from spadesite.storage import Fault, fault_of
from tests.services import free_port
from tests.site import ROOT, TESTS_OWN, copy_rows

LOOK = """
from django.db import connection
connection.cursor().execute("UPDATE django_migrations SET name = name")
import os
print(*(f"{one.name} {one.stat().st_mode & 0o777:o}" for one in os.scandir(os.environ["SPADESITE_VAR"])), sep="\\n")
"""


def run(var: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return start(var, "manage.py", *words)


def start(var: Path, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    environment = {**kept, "SPADESITE_VAR": str(var), "DJANGO_SETTINGS_MODULE": "spadesite.settings", **more}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, umask=0o022)


def told_of(done: "subprocess.CompletedProcess[str]") -> str:
    """What a command that has failed says of it, and no trace."""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_written_is_the_owner_s_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    assert run(var, "migrate", "contenttypes", "--verbosity", "0").returncode == 0
    snapshot = dict(line.split() for line in run(var, "shell", "--no-imports", "-c", LOOK).stdout.splitlines())
    files = {"spadesite.sqlite3", "spadesite.sqlite3-wal", "spadesite.sqlite3-shm", "secret_key"}
    assert {name: snapshot[name] for name in files} == dict.fromkeys(files, "600")
    assert snapshot["queue"] == "700"
    assert mode(var) == 0o700


def test_what_was_open_to_others_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    rows = tmp_path / "spadesite.sqlite3"
    sqlite3.connect(rows).execute("CREATE TABLE a (b)").connection.close()
    rows.chmod(0o644)
    assert run(tmp_path, "createcachetable").returncode == 0
    assert (mode(tmp_path), mode(rows)) == (0o700, 0o600)


def test_a_file_that_is_no_database_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "spadesite.sqlite3").write_bytes(b"no database at all" * 500)
    told = told_of(run(tmp_path, "migrate"))
    assert f"The database {tmp_path / 'spadesite.sqlite3'} is damaged" in told
    assert "deploy/restore.sh FILE" in told


def test_a_damaged_database_is_told_of(tmp_path: Path) -> None:
    rows = tmp_path / "spadesite.sqlite3"
    copy_rows(rows)
    content = rows.read_bytes()
    rows.write_bytes(content[:4096] + Random(1).randbytes(len(content) - 4096))
    assert "is damaged" in told_of(run(tmp_path, "migrate"))


def test_the_whole_story_is_there_for_whoever_asks(tmp_path: Path) -> None:
    (tmp_path / "spadesite.sqlite3").write_bytes(b"no database at all" * 500)
    assert "Traceback" in run(tmp_path, "migrate", "--traceback").stderr


@pytest.mark.parametrize("words", [["manage.py", "check"], ["manage.py", "make_ready"], ["-m", "spadesite.ready"]])
def test_a_folder_that_cannot_be_written_is_told_of(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "var").write_text("no folder")
    done = start(tmp_path / "var", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{tmp_path / 'var' / 'secret_key'} cannot be read or written (")
    assert done.stderr.endswith("or set SPADESITE_VAR to another one.\n")
    assert len(done.stderr.splitlines()) == 1


def said(rows: Path | str, *statements: str, **how: Any) -> None:
    with closing(sqlite3.connect(rows, **how)) as line:
        for one in statements:
            line.execute(one)


def damaged(folder: Path) -> None:
    (folder / "rows").write_bytes(b"no database at all" * 500)
    said(folder / "rows", "SELECT * FROM sqlite_master")


def locked(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "rows")) as holder:
        holder.execute("BEGIN IMMEDIATE")
        said(folder / "rows", "BEGIN IMMEDIATE", timeout=0)


def read_only(folder: Path) -> None:
    said(folder / "rows", "CREATE TABLE a (b)")
    said(f"file:{folder / 'rows'}?mode=ro", "CREATE TABLE b (c)", uri=True)


def saying(*statements: str, name: str = "rows") -> Callable[[Path], None]:
    return lambda folder: said(folder / name, *statements)


LARGE = "INSERT INTO a VALUES (zeroblob(100000))"
CASES = [
    pytest.param(damaged, Fault.DAMAGED, id="damaged"),
    pytest.param(saying("CREATE TABLE a (b)", "PRAGMA max_page_count = 2", LARGE), Fault.FULL, id="full"),
    pytest.param(locked, Fault.LOCKED, id="locked"),
    pytest.param(saying(name="nowhere/rows"), Fault.CLOSED, id="not there"),
    pytest.param(read_only, Fault.CLOSED, id="read only"),
    pytest.param(saying("SELECT * FROM a"), Fault.BARE, id="without a table"),
    pytest.param(saying("CREATE TABLE a (b)", "SELECT c FROM a"), Fault.BARE, id="without a column"),
]


@pytest.mark.parametrize(("breaks", "fault"), CASES)
def test_a_fault_of_sqlite_is_known_by_its_number(tmp_path: Path, breaks: Callable[[Path], None], fault: Fault) -> None:
    with pytest.raises(sqlite3.Error) as raised:
        breaks(tmp_path)
    try:
        raise DatabaseError("in other words") from raised.value
    except DatabaseError as error:
        assert fault_of(error) is fault


@pytest.mark.parametrize(("breaks", "fault"), CASES)
def test_a_command_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: Callable[[Path], None], fault: Fault
) -> None:
    monkeypatch.setattr(manage, "execute_from_command_line", lambda words: breaks(tmp_path))
    with pytest.raises(SystemExit) as end:
        manage.main()
    assert end.value.code == fault.text()
    assert len(fault.text().splitlines()) > 1  # what it is, and what to do


def test_a_full_disk_is_known_beside_the_database_too() -> None:
    assert fault_of(OSError(errno.ENOSPC, "No space left on device")) is Fault.FULL
    assert fault_of(psycopg.errors.DiskFull()) is Fault.FULL


def test_a_command_on_a_database_without_tables_says_how_they_are_made(tmp_path: Path) -> None:
    assert "python manage.py make_ready" in told_of(run(tmp_path, "verify_games"))


def test_a_table_that_postgresql_lacks_is_known() -> None:
    assert fault_of(psycopg.errors.UndefinedTable()) is fault_of(psycopg.errors.UndefinedColumn()) is Fault.BARE


def test_a_server_that_is_away_is_told_of(tmp_path: Path) -> None:
    url = f"postgres://nobody@127.0.0.1:{free_port()}/cards"
    told = told_of(start(tmp_path, "manage.py", "make_ready", DATABASE_URL=url))
    assert Fault.AWAY.value.format(database="cards") in told  # the pool says more, on the same line at worst


def test_what_a_server_says_is_no_absence() -> None:
    assert fault_of(psycopg.OperationalError("the connection is lost")) is Fault.AWAY
    assert fault_of(PoolTimeout("no connection")) is Fault.AWAY
    assert fault_of(psycopg.errors.QueryCanceled("canceling statement")) is None


def test_other_errors_are_none_of_these(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [fault_of(error) for error in (None, KeyError(), IntegrityError(), OSError(errno.ENOENT, ""))] == [None] * 4
    monkeypatch.setattr(manage, "execute_from_command_line", lambda words: call_command("no such command"))
    with pytest.raises(Exception, match="no such command"):
        manage.main()
