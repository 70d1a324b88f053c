"""PostgreSQL: migrations while players make moves, and pooled connections."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, transaction
from django.db.utils import ConnectionHandler

from spadesite import settings
from spadesite.management.commands import make_ready
from tools import servers

Migrations = list[Callable[[], None]]
POSTGRESQL_ALONE = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has one writer at a time")
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_game'::regclass"


def run(*statements: str) -> Any:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@pytest.fixture
def migrations(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[Migrations]:
    """Yield a list of functions; each call of `migrate` runs the next one instead. Teardown drops the added columns."""
    effects: Migrations = []
    monkeypatch.setattr(make_ready, "call_command", lambda name, verbosity: effects.pop(0)())
    monkeypatch.setattr(make_ready, "PAUSE", 0.05)
    yield effects
    run("ALTER TABLE games_game DROP COLUMN IF EXISTS trial", "ALTER TABLE games_seat DROP COLUMN IF EXISTS trial")


def add_columns(interruption: Callable[[], None] = lambda: None) -> None:
    with transaction.atomic():
        run("SET LOCAL deadlock_timeout = '60s'", "ALTER TABLE games_game ADD COLUMN trial int")
        interruption()
        run("ALTER TABLE games_seat ADD COLUMN trial int")


class Mover:
    """A thread that updates, and so locks, the table of seats at its start and the table of games after `lock_game`."""

    def __init__(self) -> None:
        self.has_seat, self.goes_on, self.fault = threading.Event(), threading.Event(), ""
        self.thread = threading.Thread(target=self._move)
        self.thread.start()
        assert self.has_seat.wait(30)

    def _move(self) -> None:
        try:
            with transaction.atomic():
                run("SET LOCAL deadlock_timeout = '15s'", "UPDATE games_seat SET seen_at = now()")
                self.has_seat.set()
                assert self.goes_on.wait(30)
                run("UPDATE games_game SET version = version + 1")
        except Exception as fault:  # otherwise lost with the thread
            self.fault = repr(fault)
        finally:
            connections.close_all()

    def lock_game(self) -> None:
        """Let the thread lock the table of games; return once the thread waits for that lock."""
        self.goes_on.set()
        for _ in range(1_000):
            if run(WAITING)[0]:
                return
            time.sleep(0.01)
        raise AssertionError("the thread does not wait")


@pytest.mark.postgresql
@POSTGRESQL_ALONE
def test_a_migration_gives_way_in_a_deadlock_with_a_move(migrations: Migrations) -> None:
    """The move's deadlock timeout is shorter: PostgreSQL would abort the move if the migration had no lock timeout."""
    mover = Mover()
    migrations += [lambda: add_columns(mover.lock_game), add_columns]
    make_ready.migrate_under_moves()
    mover.thread.join()
    assert mover.fault == "" and migrations == []
    assert run("SELECT trial FROM games_game") is None  # an error if the column were missing
    assert run("SHOW lock_timeout") == ("0",)


@pytest.mark.postgresql
@POSTGRESQL_ALONE
def test_a_migration_that_never_gets_its_lock_fails(migrations: Migrations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_ready, "TRIES", 2)
    mover = Mover()
    migrations += [add_columns, add_columns]
    with pytest.raises(OperationalError, match="lock timeout"):
        make_ready.migrate_under_moves()
    mover.goes_on.set()
    mover.thread.join()
    assert mover.fault == "" and migrations == []
    migrations.append(lambda: run("SELECT pg_cancel_backend(pg_backend_pid())"))
    with pytest.raises(OperationalError, match="canceling statement"):
        make_ready.migrate_under_moves()
    assert run("SHOW lock_timeout") == ("0",)


@pytest.mark.django_db
def test_without_new_migrations_no_table_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(make_ready, "call_command", lambda name, verbosity: called.append(name))
    call_command("make_ready")
    assert called == ["createcachetable"]


@pytest.fixture
def backend(django_db_blocker: Any) -> Iterator[Any]:
    """Yield a connection to the tests' PostgreSQL with the site's options, from a pool of one connection."""
    url = servers.postgresql_url()
    if url is None:
        servers.skip_without("PostgreSQL")
    rows = settings.with_options({**settings.env.db_url_config(url), "TIME_ZONE": None})
    rows["OPTIONS"]["pool"] = {**rows["OPTIONS"]["pool"], "max_size": 1}
    wrapper: Any = ConnectionHandler({DEFAULT_DB_ALIAS: rows})[DEFAULT_DB_ALIAS]
    with django_db_blocker.unblock():
        yield wrapper
        wrapper.close()
        wrapper.close_pool()


def test_the_pool_gives_out_no_connection_that_the_server_has_closed(backend: Any) -> None:
    processes = []
    with psycopg.connect(servers.postgresql_url() or "", autocommit=True) as admin:
        for _ in range(2):
            with backend.cursor() as cursor:
                processes.append(cursor.execute("SELECT pg_backend_pid()").fetchone()[0])
            backend.close()
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", processes[-1:])
    assert processes[0] != processes[1]
