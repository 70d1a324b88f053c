"""Several things begun together, each in a thread of its own with a connection of its own."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games.services.log.turns import Busy
from games.services.moves import play

#: What whoever comes second at a table may be told.
SECOND: tuple[type[Exception], ...] = (play.Stale, play.Refused, Busy)
#: The second comes while the first is being made, or after it.
ONE_WINS = (["Busy", "Snapshot"], ["Snapshot", "Stale"])


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


def names_of(results: Sequence[Any]) -> list[str]:
    """Of what kind each of them is."""
    return [type(one).__name__ for one in results]
