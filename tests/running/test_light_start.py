"""A start does what has changed and loads what it needs: no process of it takes memory or time for another's work."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games import tasks
from games.services.moves import players
from games.services.past import reviews
from spadesite import celery, ready

TOP = Path(__file__).resolve().parents[2]
COMPILER = {"numba", "llvmlite", "numpy"}
SERVERS = {"redis", "psycopg"}
#: What each process has loaded once it waits for work.
BEGINS = {
    "web": "import spadesite.asgi",
    "worker": "from spadesite.celery import app; app.loader.import_default_modules()",
    "beat": "import spadesite.beat",
    "supervisor": "import spadesite.play",
    "ready": "import spadesite.ready",
}
NOT_LOADED = {
    "web": COMPILER | SERVERS,
    "worker": COMPILER | SERVERS | {"games.views", "games.presenters", "allauth.urls", "fido2"},
    "beat": COMPILER | SERVERS | {"games", "django.db.models"},
    "supervisor": {"django", "celery", "asyncio", "logging"},
    "ready": {"django", "celery", "asyncio", "logging"},
}


@pytest.mark.parametrize("process", BEGINS)
def test_a_process_loads_nothing_that_it_does_not_need(process: str, tmp_path: Path) -> None:
    tells = f"{BEGINS[process]}; import json, sys; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(run(tmp_path, "-c", tells).stdout.splitlines()[-1])
    assert NOT_LOADED[process].isdisjoint(loaded)
    assert "spadesite" in loaded


def run(var: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CACHE_URL"}}
    environment |= {"SPADESITE_VAR": str(var), "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=TOP, env=environment, check=True, capture_output=True, text=True)


# ---------- who loads the players ----------
@pytest.mark.parametrize(("queue", "is_loaded"), [("celery", True), ("reviews", False)])
def test_a_reviewer_loads_no_player_before_its_first_review(
    queue: str, is_loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[None] = []
    monkeypatch.setattr(players, "prepare", lambda: loaded.append(None))
    monkeypatch.setattr(players, "are_prepared", lambda: True)
    queues = celery.app.amqp.queues
    monkeypatch.setattr(queues, "_consume_from", {queue: None})
    monkeypatch.setattr(celery, "keep_loaded", lambda: None)
    celery._is_ready()  # alone: the signal would make this process a worker
    assert bool(loaded) is is_loaded


def test_no_review_compiles_what_another_process_is_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep makes it a minute later."""
    monkeypatch.setattr(players, "are_being_prepared", lambda: True)
    monkeypatch.setattr(reviews, "review_next", _must_not_be_called)
    monkeypatch.setattr(reviews, "sweep", _must_not_be_called)
    assert tasks.review("abc") == tasks.sweep() == 0


def _must_not_be_called(**_: object) -> int:
    raise AssertionError("a review was begun")


# ---------- rows and cache table ----------
class Starts:
    """Starts on a file of rows; `looked` counts those that looked closer, for which they load Django."""

    def __init__(self, file: Path) -> None:
        self.file, self.looked, self.fails = file, 0, False

    def look(self, command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        assert command[1:] == ["manage.py", "make_ready"]
        self.looked += 1
        if not self.fails:
            self.do(
                "CREATE TABLE IF NOT EXISTS shared_cache (id)",
                "CREATE TABLE IF NOT EXISTS django_migrations (app, name)",
            )
            self.do("DELETE FROM django_migrations", "INSERT INTO django_migrations VALUES ('games', '0001_initial')")
        return subprocess.CompletedProcess(command, int(self.fails))

    def do(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.file)) as rows, rows:
            for one in statements:
                rows.execute(one)

    def start(self) -> int:
        """How often a start looks closer, which ends as it should."""
        before = self.looked
        assert ready.main() == int(self.fails)
        return self.looked - before


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starts:
    for name in ("DATABASE_URL", "CACHE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SPADESITE_VAR", str(tmp_path))
    starts = Starts(tmp_path / "spadesite.sqlite3")
    monkeypatch.setattr(ready.subprocess, "run", starts.look)
    assert starts.start() == 1
    return starts


def test_a_second_start_makes_nothing_ready_again(starts: Starts) -> None:
    assert [starts.start() for _ in range(3)] == [0, 0, 0]


def test_the_next_start_makes_ready_what_an_older_file_lacks(starts: Starts) -> None:
    for gone in ("DELETE FROM django_migrations", "DROP TABLE shared_cache", "DROP TABLE django_migrations"):
        starts.do(gone)
        assert (starts.start(), starts.start()) == (1, 0)
    starts.file.unlink()
    assert (starts.start(), starts.start()) == (1, 0)
    starts.file.write_bytes(b"no database" * 1000)
    starts.fails = True
    assert (starts.start(), starts.start()) == (1, 1)


def test_a_new_migration_package_setting_or_address_is_looked_at_once(
    starts: Starts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root, packages = tmp_path / "root", tmp_path / "packages"
    (root / "games" / "migrations").mkdir(parents=True)
    (root / "settings.py").write_text("APPS = []")
    monkeypatch.setattr(ready, "ROOT", root)
    monkeypatch.setattr(ready, "SETTINGS", root / "settings.py")
    monkeypatch.setattr(ready.sysconfig, "get_path", lambda name: str(packages))
    changes: list[Callable[[], object]] = [
        lambda: (root / "games" / "migrations" / "0002_more.py").write_text("one"),
        lambda: (root / "games" / "migrations" / "0002_more.py").write_text("two"),
        lambda: (packages / "django-5.2.9.dist-info").mkdir(parents=True),
        lambda: (root / "settings.py").write_text("APPS = ['more']"),
        lambda: monkeypatch.setenv("CACHE_URL", "locmem://"),
    ]
    starts.start()
    for change in changes:
        change()
        assert (starts.start(), starts.start()) == (1, 0)


def test_a_start_that_failed_is_no_start(starts: Starts) -> None:
    starts.do("DROP TABLE shared_cache")
    starts.fails = True
    assert (starts.start(), starts.start()) == (1, 1)
    starts.fails = False
    assert (starts.start(), starts.start()) == (1, 0)


def test_the_rows_of_a_server_are_looked_at_by_each_start(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://server/rows")
    assert (starts.start(), starts.start()) == (1, 1)
