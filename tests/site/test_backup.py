"""Backups: a restore into an empty database gives the same rows and a working site; `ps` shows no password."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.people import Person
from games.registry import levels
from games.table import opening
from games.table.models import Entry, Game, Play
from tests.play import deal_hand, open_table, play_out, reload
from tools import servers, site
from tools.reading import read
from tools.visitor import KINDS

DEPLOY = site.ROOT / "deploy"


def on_rows(test: Any) -> Any:
    """Let a test commit rows, run on SQLite and on PostgreSQL, and queue no replies of bots."""
    test = pytest.mark.django_db(transaction=True)(test)
    return pytest.mark.postgresql(pytest.mark.usefixtures("no_replies")(test))


@pytest.fixture
def game_code(alice: User) -> str:
    place = open_table(alice)
    deal_hand(place)
    return place.code


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    if connection.vendor == "sqlite":
        yield str(tmp_path / "restored.sqlite3")
        return
    if shutil.which("pg_dump") is None:
        servers.skip_without("PostgreSQL")
    url = servers.postgresql_url() or servers.NOWHERE
    with site.database(url, f"spadesite_restored_{os.getpid()}") as fresh:
        yield fresh.rsplit("/", 1)[1]


def script(name: str, argument: object, url: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": url, "PYTHON": sys.executable}
    environment |= {"DJANGO_SETTINGS_MODULE": "spadesite.settings", **variables}
    return subprocess.run([DEPLOY / name, str(argument)], env=environment, capture_output=True, text=True)


def url_of(database: object) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{database}"
    return f"{(servers.postgresql_url() or servers.NOWHERE).rsplit('/', 1)[0]}/{database}"


def backup(folder: Path, **variables: str) -> Path:
    connection.close()
    return backup_of(url_of(connection.settings_dict["NAME"]), folder, **variables)


def backup_of(url: str, folder: Path, **variables: str) -> Path:
    done = script("backup.sh", folder, url, **variables)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@contextmanager
def served_from(database: str) -> Iterator[None]:
    own: Any = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


def rows() -> list[list[Any]]:
    return [list(kind.objects.order_by("pk").values_list()) for kind in (Game, Entry, Play)]


@on_rows
def test_a_restored_backup_is_the_same_site(alice: User, as_alice: Client, empty_database: str, tmp_path: Path) -> None:
    """A hand of each game is played before the backup. After the restore the same session deals the next, if any."""
    codes = [opening.open_game(person=Person(user=alice), key=kind, level=levels(kind)[0]) for kind in KINDS]
    for code in codes:
        play_out(reload(alice, code), Random(code), hands=1)
    before, file = rows(), backup(tmp_path / "copies")
    written = [file.parent, file, file.with_name(f"{file.name}.counts")]
    assert [one.stat().st_mode & 0o777 for one in written] == [0o700, 0o600, 0o600]
    done = script("restore.sh", file, url_of(empty_database))
    assert done.returncode == 0, done.stderr
    with served_from(empty_database):
        assert rows() == before
        for code in codes:
            table = read(as_alice.get(f"/games/{code}/").content.decode())
            assert table.may_deal or table.is_over
            if table.may_deal:
                fields = {"version": table.version, "seed": "after the restore"}
                answer = as_alice.post(f"/games/{code}/deal/", fields, HTTP_HX_REQUEST="true")
                assert read(answer.content.decode()).version > table.version
    assert rows() == before, "the original has changed"


@on_rows
def test_a_backup_is_not_restored_into_a_database_with_rows(game_code: str, tmp_path: Path) -> None:
    before, file = rows(), backup(tmp_path / "copies")
    refused = script("restore.sh", file, url_of(connection.settings_dict["NAME"]))
    assert refused.returncode == 1 and "Nothing was changed" in refused.stderr
    assert rows() == before


@on_rows
def test_a_restore_reports_numbers_of_rows_that_differ_from_the_backup(
    game_code: str, empty_database: str, tmp_path: Path
) -> None:
    file = backup(tmp_path / "copies")
    counts = file.with_name(f"{file.name}.counts")
    text = counts.read_text(encoding="utf-8")
    counts.write_text(text.replace(f"games_entry {Entry.objects.count()}", "games_entry 1"), encoding="utf-8")
    assert counts.read_text(encoding="utf-8") != text
    done = script("restore.sh", file, url_of(empty_database))
    assert done.returncode == 1 and "games_entry" in done.stdout


@on_rows
def test_old_backups_are_removed(game_code: str, tmp_path: Path) -> None:
    for day in ("01", "02"):
        for name in (f"spadesite-202601{day}T000000Z.{kind}" for kind in ("dump", "sqlite3")):
            (tmp_path / name).touch()
    file = backup(tmp_path, KEEP="2")
    left = sorted(one.name for one in tmp_path.iterdir())
    assert file.name in left and f"{file.name}.counts" in left and len(left) == 3


# ---------- with stubs of pg_dump, pg_restore, psql and Python that record their arguments ----------
PASSWORD = "p@ss /'$(x)\\é"
ENCODED = "p%40ss%20%2F%27%24%28x%29%5C%C3%A9"
URL = f"postgres://card%20room:{ENCODED}@rows.example.org:6543/the%20rows?sslmode=verify-full&conn_max_age=5"
#: The environment variables that pass the parts of `URL` to libpq.
VARIABLES = {"PGHOST": "rows.example.org", "PGPORT": "6543", "PGUSER": "card room", "PGDATABASE": "the rows"}
VARIABLES |= {"PGSSLMODE": "verify-full", "PGPASSWORD": PASSWORD}
#: Stub of a PostgreSQL program. It records its call and creates its output file. As psql it reads all of stdin, so that
#: the script gets no broken pipe, and prints 0, the number of tables.
PROGRAM = """#!/usr/bin/env bash
printf '%s\\0' "$@" >>"$SEEN/${0##*/}.arguments"
env --null >"$SEEN/${0##*/}.environment"
while [ $# -gt 1 ]; do [ "$1" != --file ] || [ "$2" = - ] || touch "$2"; shift; done
[ "${0##*/}" != psql ] || { cat >/dev/null; echo 0; }
"""
#: Stub of Python that records its arguments. It skips management commands, because their database does not exist.
PYTHON = f"""#!/usr/bin/env bash
printf '%s\\0' "$@" >>"$SEEN/python.arguments"
[ "$1" = manage.py ] || exec {sys.executable} "$@"
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder at the front of PATH with the stubs, which record their calls there."""
    for name in ("pg_dump", "pg_restore", "psql", "python"):
        (tmp_path / name).write_text(PYTHON if name == "python" else PROGRAM, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SEEN", str(tmp_path))
    return tmp_path


def words(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\0")[:-1]


def assert_hidden(folder: Path, *names: str) -> None:
    """Assert that the programs got the parts of `URL` in the environment, and that no argument has URL or password."""
    for name in names:
        found = dict(word.split("=", 1) for word in words(folder / f"{name}.environment"))
        assert {variable: found.get(variable) for variable in VARIABLES} == VARIABLES, name
    for file in folder.glob("*.arguments"):
        assert not [word for word in words(file) if ENCODED in word or PASSWORD in word or "://" in word]


def test_backup_and_restore_show_no_password(programs: Path) -> None:
    file = backup_of(URL, programs / "copies", PYTHON=str(programs / "python"))
    assert file.exists()
    assert_hidden(programs, "pg_dump", "pg_restore")
    file.with_name(f"{file.name}.counts").write_text("0\n", encoding="utf-8")
    done = script("restore.sh", file, URL, PYTHON=str(programs / "python"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert_hidden(programs, "psql", "pg_restore")
    assert words(programs / "python.arguments")[-2:] == ["manage.py", "verify_games"]


def test_a_url_without_a_database_is_refused(programs: Path) -> None:
    """Without a database in the URL, libpq would use the one that has the user's name."""
    done = script("backup.sh", programs / "copies", "postgres://user@rows.example.org")
    assert done.returncode == 1 and "names no database" in done.stderr
    assert not (programs / "pg_dump.arguments").exists()


def test_a_backup_that_fails_leaves_no_file(programs: Path) -> None:
    (programs / "pg_dump").write_text('#!/bin/sh\nfor last; do :; done\necho half of it >"$last"\nexit 1\n')
    done = script("backup.sh", programs / "copies", "postgres://user@nowhere/cards")
    assert (done.returncode, done.stdout) == (1, "")
    assert list((programs / "copies").iterdir()) == []
