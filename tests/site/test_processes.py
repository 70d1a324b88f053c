"""What each process loads at its start, and when a start makes the rows ready."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from spadesite import ready
from tools.site import ROOT

COMPILER = {"numba", "llvmlite", "numpy"}
SERVERS = {"redis", "psycopg"}
#: How each process begins, and what it must not have loaded once it waits for work.
PROCESSES = {
    "web": ("import spadesite.asgi", COMPILER | SERVERS),
    "worker": (
        "from spadesite.celery import app; app.loader.import_default_modules()",
        COMPILER | SERVERS | {"games.urls", "games.table.views", "games.lobby", "allauth.urls", "fido2"},
    ),
    "beat": ("import spadesite.beat", COMPILER | SERVERS | {"games", "django.db.models"}),
    "supervisor": ("import spadesite.play", {"django", "celery", "asyncio", "logging"}),
    "ready": ("import spadesite.ready", {"django", "celery", "asyncio", "logging"}),
}
#: Compiling is left out: a process of its own would outlive the test.
WORKER_INIT = """
import gc; gc.unfreeze()
from celery.signals import worker_init
from games.table import players
players.are_prepared, players.prepare = lambda: True, lambda: None
from spadesite import celery
worker_init.send(None)
"""
TELL = """
import gc, json, sys
print(json.dumps([sorted(sys.modules), gc.get_freeze_count(), gc.isenabled()]))
"""


def told_by(var: Path, code: str) -> tuple[list[str], int, bool]:
    """Return the modules loaded by a process, the number of frozen objects and whether its collector is on."""
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CACHE_URL"}}
    environment |= {"SPADESITE_VAR": str(var), "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    command = [sys.executable, "-c", code + TELL]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    modules, frozen, is_on = json.loads(done.stdout.splitlines()[-1])
    return modules, frozen, is_on


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_loads_only_what_it_needs(process: str, tmp_path: Path) -> None:
    begins, needless = PROCESSES[process]
    modules, frozen, is_on = told_by(tmp_path, begins)
    assert needless.isdisjoint(modules) and "spadesite" in modules
    if process == "web":
        assert "games.registry" in modules, "the first request would wait for the games"
        assert frozen > 100_000 and is_on, "the collector leaves out what is loaded"


def test_the_garbage_collector_leaves_out_what_a_worker_has_loaded(tmp_path: Path) -> None:
    _modules, frozen, is_on = told_by(tmp_path, f"import spadesite.asgi{WORKER_INIT}")
    assert frozen > 100_000 and is_on


# ---------- rows and cache table ----------
class Starts:
    """Starts on a file of rows. `looked` counts those that load Django to look closer."""

    def __init__(self, file: Path) -> None:
        self.file, self.looked, self.fails = file, 0, False

    def look(self, command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        assert command[1:] == ["manage.py", "make_ready"]
        self.looked += 1
        if not self.fails:
            self.execute(
                "CREATE TABLE IF NOT EXISTS shared_cache (id)",
                "CREATE TABLE IF NOT EXISTS django_migrations (app, name)",
                "DELETE FROM django_migrations",
                "INSERT INTO django_migrations VALUES ('games', '0001_initial')",
            )
        return subprocess.CompletedProcess(command, int(self.fails))

    def execute(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.file)) as rows, rows:
            for one in statements:
                rows.execute(one)

    def looks(self, times: int = 2) -> list[int]:
        """Return how often each of these starts looks closer."""
        found = []
        for _ in range(times):
            before = self.looked
            assert ready.main() == int(self.fails)
            found.append(self.looked - before)
        return found


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starts:
    for name in ("DATABASE_URL", "CACHE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SPADESITE_VAR", str(tmp_path))
    starts = Starts(tmp_path / "spadesite.sqlite3")
    monkeypatch.setattr(ready.subprocess, "run", starts.look)
    assert starts.looks(3) == [1, 0, 0]
    return starts


def test_a_start_makes_ready_what_the_rows_lack(starts: Starts) -> None:
    for gone in ("DELETE FROM django_migrations", "DROP TABLE shared_cache", "DROP TABLE django_migrations"):
        starts.execute(gone)
        assert starts.looks() == [1, 0]
    starts.file.unlink()
    assert starts.looks() == [1, 0]


def test_a_start_after_one_that_failed_looks_again(starts: Starts) -> None:
    starts.file.write_bytes(b"no database" * 1000)
    starts.fails = True
    assert starts.looks() == [1, 1]
    starts.file.unlink()
    starts.fails = False
    assert starts.looks() == [1, 0]


def test_a_new_migration_package_setting_or_address_is_looked_at_once(
    starts: Starts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root, packages = tmp_path / "root", tmp_path / "packages"
    migration = root / "games" / "migrations" / "0002_more.py"
    migration.parent.mkdir(parents=True)
    (root / "settings.py").write_text("APPS = []")
    monkeypatch.setattr(ready, "ROOT", root)
    monkeypatch.setattr(ready, "SETTINGS", root / "settings.py")
    monkeypatch.setattr(ready.sysconfig, "get_path", lambda name: str(packages))
    starts.looks()
    changes: list[Callable[[], object]] = [
        lambda: migration.write_text("one"),
        lambda: migration.write_text("two"),
        lambda: (packages / "django-5.2.9.dist-info").mkdir(parents=True),
        lambda: (root / "settings.py").write_text("APPS = ['more']"),
        lambda: monkeypatch.setenv("CACHE_URL", "locmem://"),
    ]
    for change in changes:
        change()
        assert starts.looks() == [1, 0]


def test_the_rows_of_a_server_are_looked_at_by_each_start(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://server/rows")
    assert starts.looks() == [1, 1]
