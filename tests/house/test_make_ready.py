"""Rows made ready while people play: a migration gives way, and nobody who plays is refused for it."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection, connections, transaction

from spadesite.management.commands import make_ready

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite's writers stand in one line"),
]
WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_game'::regclass"


def run(*statements: str) -> Any:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@pytest.fixture
def migrations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Callable[[], None]]]:
    """What `migrate` does, one for each time that it is called; columns that come of it go again."""
    to_do: list[Callable[[], None]] = []
    monkeypatch.setattr(make_ready, "call_command", lambda name, verbosity: to_do.pop(0)())
    monkeypatch.setattr(make_ready, "PAUSE", 0.05)
    yield to_do
    run("ALTER TABLE games_game DROP COLUMN IF EXISTS trial", "ALTER TABLE games_seat DROP COLUMN IF EXISTS trial")


def add_columns(between: Callable[[], None] = lambda: None) -> None:
    """A migration of two tables, which holds the one while it asks for the other."""
    with transaction.atomic():
        run("SET LOCAL deadlock_timeout = '60s'", "ALTER TABLE games_game ADD COLUMN trial int")
        between()
        run("ALTER TABLE games_seat ADD COLUMN trial int")


class Mover:
    """Holds a seat and then asks for its game, in a thread of its own."""

    def __init__(self) -> None:
        self.has_seat, self.fault = threading.Event(), ""
        self.goes_on = threading.Event()
        self.thread = threading.Thread(target=self._move)

    def _move(self) -> None:
        try:
            with transaction.atomic():
                run("SET LOCAL deadlock_timeout = '15s'", "UPDATE games_seat SET seen_at = now()")
                self.has_seat.set()
                assert self.goes_on.wait(30)
                run("UPDATE games_game SET version = version + 1")
        except Exception as fault:  # nobody is above a thread
            self.fault = repr(fault)
        finally:
            connections.close_all()

    def asks(self) -> None:
        """Returns when it waits for the game."""
        self.goes_on.set()
        for _ in range(1_000):
            if run(WAITS)[0]:
                return
            time.sleep(0.01)
        raise AssertionError("nobody waits")


def test_of_two_that_wait_for_each_other_the_migration_gives_way(migrations: list[Callable[[], None]]) -> None:
    """The move has waited first, so PostgreSQL would end it."""
    mover = Mover()
    mover.thread.start()
    assert mover.has_seat.wait(30)
    migrations += [lambda: add_columns(mover.asks), add_columns]
    make_ready.migrate_under_moves()
    mover.thread.join()
    assert mover.fault == "" and migrations == []
    assert run("SELECT trial FROM games_game") is None, "the column is there"
    assert run("SHOW lock_timeout") == ("0",)


def test_a_lock_that_is_never_to_be_had_is_told_in_the_end(
    migrations: list[Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_ready, "TRIES", 2)
    mover = Mover()
    mover.thread.start()
    assert mover.has_seat.wait(30)
    migrations += [add_columns, add_columns]
    with pytest.raises(OperationalError, match="lock timeout"):
        make_ready.migrate_under_moves()
    mover.goes_on.set()
    mover.thread.join()
    assert mover.fault == "" and migrations == []


def test_another_fault_is_told_at_once(migrations: list[Callable[[], None]]) -> None:
    migrations.append(lambda: run("SELECT pg_cancel_backend(pg_backend_pid())"))
    with pytest.raises(OperationalError, match="canceling statement"):
        make_ready.migrate_under_moves()
    assert run("SHOW lock_timeout") == ("0",)


def test_with_nothing_to_do_no_table_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(make_ready, "call_command", lambda name, verbosity: asked.append(name))
    call_command("make_ready")
    assert asked == ["createcachetable"]
