"""The site's files are private to their owner, and commands report storage faults with advice, not with a traceback."""

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError
from psycopg_pool import PoolTimeout

import manage
from spadesite.storage import Fault, fault_of
from tools.servers import free_port
from tools.site import ROOT, TESTS_OWN, copy_rows

WRITE_AND_LIST = """
from django.db import connection
connection.cursor().execute("UPDATE django_migrations SET name = name")
import os
print(*(f"{one.name} {one.stat().st_mode & 0o777:o}" for one in os.scandir(os.environ["SPADESITE_VAR"])), sep="\\n")
"""
NO_DATABASE = b"no database at all" * 500


def run(var: Path, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    environment = {**inherited, "SPADESITE_VAR": str(var), "DJANGO_SETTINGS_MODULE": "spadesite.settings", **variables}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, umask=0o022)


def error_of(var: Path, *words: str, **variables: str) -> str:
    """Return the error output of a command; assert that it fails without a traceback."""
    done = run(var, "manage.py", *words, **variables)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    return done.stderr


# ---------- permissions ----------
def test_new_files_belong_to_their_owner_alone(tmp_path: Path) -> None:
    var = tmp_path / "var"
    assert run(var, "manage.py", "migrate", "contenttypes", "--verbosity", "0").returncode == 0
    listed = run(var, "manage.py", "shell", "--no-imports", "-c", WRITE_AND_LIST).stdout
    modes = dict(line.split() for line in listed.splitlines())
    files = {"spadesite.sqlite3", "spadesite.sqlite3-wal", "spadesite.sqlite3-shm", "secret_key"}
    assert {name: modes[name] for name in files} == dict.fromkeys(files, "600")
    assert modes["queue"] == "700" and var.stat().st_mode & 0o777 == 0o700


def test_a_command_closes_existing_files_to_other_users(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    rows = tmp_path / "spadesite.sqlite3"
    sqlite3.connect(rows).execute("CREATE TABLE a (b)").connection.close()
    rows.chmod(0o644)
    assert run(tmp_path, "manage.py", "createcachetable").returncode == 0
    assert [one.stat().st_mode & 0o777 for one in (tmp_path, rows)] == [0o700, 0o600]


# ---------- commands ----------
def test_an_error_names_a_damaged_database_and_the_way_to_restore_it(tmp_path: Path) -> None:
    rows = tmp_path / "spadesite.sqlite3"
    rows.write_bytes(NO_DATABASE)
    error = error_of(tmp_path, "migrate")
    assert f"The database {rows} is damaged" in error and "deploy/restore.sh FILE" in error
    assert "Traceback" in run(tmp_path, "manage.py", "migrate", "--traceback").stderr
    copy_rows(rows)
    content = rows.read_bytes()
    rows.write_bytes(content[:4096] + Random(1).randbytes(len(content) - 4096))
    assert "is damaged" in error_of(tmp_path, "migrate")


@pytest.mark.parametrize("words", [["manage.py", "check"], ["manage.py", "make_ready"], ["-m", "spadesite.ready"]])
def test_an_error_names_a_folder_that_cannot_be_written(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "var").write_text("no folder")
    done = run(tmp_path / "var", *words)
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith(f"{tmp_path / 'var' / 'secret_key'} cannot be read or written (")
    assert line.endswith("or set SPADESITE_VAR to another one.")


def test_errors_name_missing_tables_and_a_server_that_does_not_respond(tmp_path: Path) -> None:
    assert "python manage.py make_ready" in error_of(tmp_path, "verify_games")
    url = f"postgres://nobody@127.0.0.1:{free_port()}/cards"
    assert Fault.AWAY.value.format(database="cards") in error_of(tmp_path, "make_ready", DATABASE_URL=url)


# ---------- faults ----------
def execute(rows: Path | str, *statements: str, **options: Any) -> None:
    with closing(sqlite3.connect(rows, **options)) as database:
        for statement in statements:
            database.execute(statement)


def damaged(folder: Path) -> None:
    (folder / "rows").write_bytes(NO_DATABASE)
    execute(folder / "rows", "SELECT * FROM sqlite_master")


def locked(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "rows")) as holder:
        holder.execute("BEGIN IMMEDIATE")
        execute(folder / "rows", "BEGIN IMMEDIATE", timeout=0)


def read_only(folder: Path) -> None:
    execute(folder / "rows", "CREATE TABLE a (b)")
    execute(f"file:{folder / 'rows'}?mode=ro", "CREATE TABLE b (c)", uri=True)


def executing(*statements: str, name: str = "rows") -> Callable[[Path], None]:
    return lambda folder: execute(folder / name, *statements)


LARGE = "INSERT INTO a VALUES (zeroblob(100000))"
CASES = {
    "damaged": (damaged, Fault.DAMAGED),
    "full": (executing("CREATE TABLE a (b)", "PRAGMA max_page_count = 2", LARGE), Fault.FULL),
    "locked": (locked, Fault.LOCKED),
    "not there": (executing(name="nowhere/rows"), Fault.CLOSED),
    "read only": (read_only, Fault.CLOSED),
    "without a table": (executing("SELECT * FROM a"), Fault.BARE),
    "without a column": (executing("CREATE TABLE a (b)", "SELECT c FROM a"), Fault.BARE),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fault_of_sqlite_ends_a_command_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    breaks, fault = CASES[case]
    with pytest.raises(sqlite3.Error) as raised:
        breaks(tmp_path)
    error = DatabaseError("in other words")
    error.__cause__ = raised.value
    assert fault_of(error) is fault
    monkeypatch.setattr(manage, "execute_from_command_line", Mock(side_effect=error))
    with pytest.raises(SystemExit) as end:
        manage.main()
    assert end.value.code == fault.text()
    assert len(fault.text().splitlines()) > 1  # the first line names the fault, the others give advice


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), Fault.FULL),
        (psycopg.errors.DiskFull(), Fault.FULL),
        (psycopg.errors.UndefinedTable(), Fault.BARE),
        (psycopg.errors.UndefinedColumn(), Fault.BARE),
        (psycopg.OperationalError("the connection is lost"), Fault.AWAY),
        (PoolTimeout("no connection"), Fault.AWAY),
        (psycopg.errors.QueryCanceled("canceling statement"), None),
        *((error, None) for error in (None, KeyError(), IntegrityError(), OSError(errno.ENOENT, ""))),
    ],
    ids=repr,
)
def test_an_exception_is_classified_as_a_fault_of_disk_or_server_or_neither(
    error: Exception | None, fault: Fault | None
) -> None:
    assert fault_of(error) is fault


def test_other_errors_of_a_command_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manage, "execute_from_command_line", lambda words: call_command("no such command"))
    with pytest.raises(Exception, match="no such command"):
        manage.main()
