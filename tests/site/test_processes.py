"""Processes of the site: loaded modules, the database's preparation at a start, the queue of files, and connections."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import Signal, task_postrun, task_prerun
from django.conf import settings
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES

from games.tasks import nudge
from spadesite import celery, queue, ready
from tools.site import ROOT

COMPILER = {"numba", "llvmlite", "numpy"}
SERVERS = {"redis", "psycopg"}
#: Script that initialises a worker without compiling bots, because the compiling process would outlive the test.
WORKER_INIT = """
import gc; gc.unfreeze()
from celery.signals import worker_init
from games.table import players
players.are_prepared, players.prepare = lambda: True, lambda: None
from spadesite import celery
worker_init.send(None)
"""
#: By process, the code with which it starts, and the modules that this code must not load.
PROCESSES: dict[str, tuple[str, set[str]]] = {
    "web": ("import spadesite.asgi", COMPILER | SERVERS),
    "worker": (
        "from spadesite.celery import app; app.loader.import_default_modules()",
        COMPILER | SERVERS | {"games.urls", "games.table.views", "games.lobby", "allauth.urls", "fido2"},
    ),
    "beat": ("import spadesite.beat", COMPILER | SERVERS | {"games", "django.db.models"}),
    "supervisor": ("import spadesite.play", {"django", "celery", "asyncio", "logging"}),
    "ready": ("import spadesite.ready", {"django", "celery", "asyncio", "logging"}),
    "started worker": (f"import spadesite.asgi{WORKER_INIT}", set()),
}
TELL = """
import gc, json, sys
print(json.dumps([sorted(sys.modules), gc.get_freeze_count(), gc.isenabled()]))
"""


def told_by(var: Path, code: str) -> tuple[list[str], bool]:
    """Run `code` in a process; return its modules, and whether `gc` is enabled with over 100,000 objects frozen."""
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CACHE_URL"}}
    environment |= {"SPADESITE_VAR": str(var), "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    command = [sys.executable, "-c", code + TELL]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    modules, frozen, is_on = json.loads(done.stdout.splitlines()[-1])
    return modules, frozen > 100_000 and is_on


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_loads_only_what_it_needs(process: str, tmp_path: Path) -> None:
    begins, needless = PROCESSES[process]
    modules, is_frozen = told_by(tmp_path, begins)
    assert needless.isdisjoint(modules) and "spadesite" in modules
    if process == "web":
        assert "games.registry" in modules, "the first request would have to load the games"
    assert is_frozen or process not in ("web", "started worker")


# ---------- database and cache table ----------
class Starts:
    """Starts of the site on an SQLite file, with a simulated `make_ready`.

    `looked` counts the runs of `make_ready`, which fails if `fails` is set.
    """

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
        """Start `times` times; return the number of runs of `make_ready` in each start."""
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


def test_a_start_without_tables_or_migrations_runs_make_ready(starts: Starts) -> None:
    for statement in ("DELETE FROM django_migrations", "DROP TABLE shared_cache", "DROP TABLE django_migrations"):
        starts.execute(statement)
        assert starts.looks() == [1, 0]
    starts.file.unlink()
    assert starts.looks() == [1, 0]


def test_a_start_after_a_failure_or_with_a_server_checks_again(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    starts.file.write_bytes(b"no database" * 1000)
    starts.fails = True
    assert starts.looks() == [1, 1]
    starts.file.unlink()
    starts.fails = False
    assert starts.looks() == [1, 0]
    monkeypatch.setenv("DATABASE_URL", "postgres://server/rows")
    assert starts.looks() == [1, 1]


def test_the_first_start_after_a_change_checks_the_rows(
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


# ---------- the queue of files ----------
@pytest.fixture
def broker(tmp_path: Path) -> Connection:
    folder = str(tmp_path / "tasks")
    options = {"data_folder_in": folder, "data_folder_out": folder, "control_folder": str(tmp_path / "control")}
    Path(folder).mkdir()
    queue.Transport.global_state.clear()  # shared in the process, with bindings of other tests
    return Connection("filesystem://", transport_options=options)


def test_messages_are_read_in_order_and_their_files_are_private(broker: Connection, tmp_path: Path) -> None:
    assert TRANSPORT_ALIASES["filesystem"] == "spadesite.queue:Transport"
    with broker, broker.SimpleQueue("celery") as messages:
        for number in range(5):
            messages.put({"number": number})
        written = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert len(written) == 6 and {path.stat().st_mode & 0o777 for path in written} == {0o600}
        assert (tmp_path / "control").stat().st_mode & 0o777 == 0o700
        assert [messages.get(timeout=60).payload["number"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_a_reader_never_sees_a_partly_written_message(broker: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """During every write the folder is listed, as a concurrent reader might do."""
    found: list[str] = []
    write = Path.write_text

    def slowly(self: Path, text: str, **kwargs: Any) -> int:
        self.touch()
        found.extend(name for name in os.listdir(self.parent) if name.endswith(".msg"))
        return write(self, text, **kwargs)

    monkeypatch.setattr(Path, "write_text", slowly)
    with broker, broker.SimpleQueue("celery") as messages:
        messages.put({"number": 1})
        assert found == []
        assert messages.get(timeout=60).payload == {"number": 1}


def test_a_full_disk_leaves_no_file(broker: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        monkeypatch.setattr(Path, "write_text", Mock(side_effect=OSError("No space left on device")))
        with pytest.raises(queue.ChannelError):
            messages.put({"number": 1})
    assert list(tmp_path.rglob("*.part")) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe\x00", b"[]", b"{}", b"null", b'{"properties": {}}', b'{"properties": 7, "body": "a"}'],
    ids=repr,
)
def test_a_message_that_cannot_be_read_is_dropped(broker: Connection, tmp_path: Path, content: bytes) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        (tmp_path / "tasks" / "!first.celery.msg").write_bytes(content)
        messages.put({"number": 1})
        assert messages.get(timeout=60).payload == {"number": 1}
        assert list((tmp_path / "tasks").glob("*.msg")) == []


@pytest.mark.parametrize("content", [b"", b"[[", b"7", b'[["a"]]', b"\xff"], ids=repr)
def test_a_table_of_queues_that_cannot_be_read_is_repaired(broker: Connection, tmp_path: Path, content: bytes) -> None:
    with broker, broker.SimpleQueue("celery") as messages:
        [table] = (tmp_path / "control").glob("*.exchange")
        whole = json.loads(table.read_text())
        table.write_bytes(content)
        messages.put({"number": 1})
        assert messages.get(timeout=60).payload == {"number": 1}
        assert json.loads(table.read_text()) == whole


# ---------- connections ----------
def test_celery_closes_no_pool_between_tasks() -> None:
    """Otherwise PostgreSQL would start a new process for each task."""
    assert DjangoWorkerFixup(celery.app).db_reuse_max == settings.CELERY_DB_REUSE_MAX > 100_000


@pytest.mark.parametrize("signal", [task_prerun, task_postrun])
def test_old_connections_are_closed_around_a_task_of_a_worker(signal: Signal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(celery, "close_old_connections", closed := Mock())
    for is_eager in (False, True):
        nudge.push_request(is_eager=is_eager)
        signal.send(sender=nudge, task=nudge)
        nudge.pop_request()
        closed.assert_called_once_with()
