"""The scripts hand the database's password to PostgreSQL's programs where `ps` does not show it. No server is asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site import ROOT

PASSWORD = "p@ss /'$(x)\\é"
ENCODED = "p%40ss%20%2F%27%24%28x%29%5C%C3%A9"
URL = f"postgres://card%20room:{ENCODED}@rows.example.org:6543/the%20rows?sslmode=verify-full&conn_max_age=5"
#: What libpq reads, beside what the URL above says.
VARIABLES = {
    "PGHOST": "rows.example.org",
    "PGPORT": "6543",
    "PGUSER": "card room",
    "PGDATABASE": "the rows",
    "PGSSLMODE": "verify-full",
    "PGPASSWORD": PASSWORD,
}
#: A program that writes down what it was given; psql's one answer is that there are no tables. It reads its questions
#: to the end, as psql does: whoever asks would now and then die of a closed pipe.
PROGRAM = """#!/usr/bin/env bash
printf '%s\\0' "$@" >>"$SEEN/${0##*/}.arguments"
env --null >"$SEEN/${0##*/}.environment"
while [ $# -gt 1 ]; do [ "$1" != --file ] || [ "$2" = - ] || touch "$2"; shift; done
[ "${0##*/}" != psql ] || { cat >/dev/null; echo 0; }
"""
#: Python, but for the games of a database that is not there.
PYTHON = f"""#!/usr/bin/env bash
printf '%s\\0' "$@" >>"$SEEN/python.arguments"
[ "$1" = manage.py ] || exec {sys.executable} "$@"
"""


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """The folder of what the programs have written down; the programs lie in it too."""
    for name in ("pg_dump", "pg_restore", "psql", "python"):
        (tmp_path / name).write_text(PYTHON if name == "python" else PROGRAM, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def run(script: str, word: Path, snapshot: Path, url: str = URL) -> subprocess.CompletedProcess[str]:
    own = {"DATABASE_URL": url, "SEEN": str(snapshot), "PYTHON": str(snapshot / "python")}
    others = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    environment = {**others, **own, "PATH": f"{snapshot}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([ROOT / "deploy" / script, str(word)], env=environment, capture_output=True, text=True)


def words(snapshot: Path, name: str) -> list[str]:
    return (snapshot / name).read_text(encoding="utf-8").split("\0")[:-1]


def hidden(snapshot: Path, *programs: str) -> None:
    """Each was started, with the whole address in its environment and no password in an argument of anybody."""
    for program in programs:
        found = dict(word.split("=", 1) for word in words(snapshot, f"{program}.environment"))
        assert {name: found.get(name) for name in VARIABLES} == VARIABLES, program
    for file in snapshot.glob("*.arguments"):
        assert not [word for word in words(snapshot, file.name) if ENCODED in word or PASSWORD in word or "://" in word]


def test_a_copy_is_made_without_a_password_in_sight(snapshot: Path) -> None:
    done = run("backup.sh", snapshot / "copies", snapshot)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).exists()
    hidden(snapshot, "pg_dump", "pg_restore")


def test_a_copy_is_restored_without_a_password_in_sight(snapshot: Path) -> None:
    file = snapshot / "spadesite-20260101T000000Z.dump"
    file.touch()
    file.with_name(f"{file.name}.counts").write_text("0\n", encoding="utf-8")
    done = run("restore.sh", file, snapshot)
    assert done.returncode == 0, done.stdout + done.stderr
    hidden(snapshot, "psql", "pg_restore")
    assert words(snapshot, "python.arguments")[-2:] == ["manage.py", "verify_games"]


def test_an_address_without_a_database_is_refused(snapshot: Path) -> None:
    """Or libpq would take the one that is called as the user is."""
    done = run("backup.sh", snapshot / "copies", snapshot, url="postgres://somebody@rows.example.org")
    assert done.returncode == 1
    assert "names no database" in done.stderr
    assert not (snapshot / "pg_dump.arguments").exists()
