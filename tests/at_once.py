"""Several things begun together, each in a thread of its own with a connection of its own."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games.services.moves import play

#: What whoever comes second at a table may be told.
SECOND: tuple[type[Exception], ...] = (play.Stale, play.Refused)
ONE_WINS = ["Snapshot", "Stale"]

#: How many wait for what the transaction that asks holds.
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


def at_once(*works: Callable[[], Any], lost: tuple[type[Exception], ...] = SECOND) -> list[Any]:
    """Results in the order of the works, or what was raised of those that may be `lost`."""
    door = threading.Barrier(len(works), timeout=60)
    results: list[Any] = [None] * len(works)

    def run(i: int) -> None:
        door.wait()
        try:
            results[i] = works[i]()
        except lost as why:
            results[i] = why
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def let_one_wait() -> None:
    """Returns when another waits for what this transaction holds. SQLite does not tell who waits: there a moment has to
    do, and whoever has not come by then comes second as well.
    """
    if connection.vendor != "postgresql":
        time.sleep(0.3)
        return
    for _ in range(3_000):
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits")


def names_of(results: Sequence[Any]) -> list[str]:
    """Of what kind each of them is."""
    return [type(one).__name__ for one in results]
