"""The watch over the locks sees a lock that is held, or a trial that finds none would say nothing."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests import services
from tests.site import database
from tests.trial.house import until
from tests.trial.locks import watched

#: Seconds that the lock is held at least.
HELD = 0.5


@pytest.fixture
def fresh() -> Iterator[str]:
    """The address of a database in which nobody else waits for anything."""
    url = services.postgresql_url()
    if url is None:
        services.skip_without("PostgreSQL")
    with database(url, f"spadesite_locks_{os.getpid()}") as address:
        yield address


def test_a_lock_that_is_held_is_seen(fresh: str) -> None:
    with psycopg.connect(fresh, autocommit=True) as waits, psycopg.connect(fresh) as holds:
        waits.execute("CREATE TABLE held (card text)")
        holds.execute("LOCK TABLE held")
        with watched(fresh) as watch, ThreadPoolExecutor(1) as thread:
            answer = thread.submit(waits.execute, "SELECT card FROM held")
            try:
                until(lambda: watch.longest >= HELD)
            finally:
                holds.commit()
            answer.result()
    assert watch.faults == []


def test_where_nobody_waits_nothing_is_seen(fresh: str) -> None:
    with watched(fresh) as watch:
        until(lambda: watch.looks > 2)
    assert watch.longest == 0
    assert watch.faults == []


def test_a_watch_that_breaks_off_says_so(fresh: str) -> None:
    with watched(fresh.replace("spadesite_locks", "nowhere")) as watch:
        until(lambda: watch.fault)
    assert "broke off" in watch.faults[0]
