"""Who waits for a lock in a database, asked again and again by a thread of its own while something else goes on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import psycopg

#: Seconds between two looks.
LOOK_EVERY: Final = 0.05
#: Seconds that somebody waits already; a statement may have been at work for long before that.
WAITING: Final = """
    SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - lock.waitstart)), 0)
    FROM pg_locks AS lock JOIN pg_stat_activity AS asks ON asks.pid = lock.pid
    WHERE NOT lock.granted AND asks.datname = current_database()
"""


@dataclass
class Watch:
    """The longest wait in seconds, and how often was looked. One with a fault has seen nothing since."""

    longest: float = 0.0
    looks: int = 0
    fault: str = ""

    @property
    def faults(self) -> list[str]:
        """Why this watch proves nothing."""
        if self.fault:
            return [f"the watch over the locks broke off: {self.fault}"]
        return [] if self.looks else ["nobody looked at the locks"]


@contextmanager
def watched(address: str) -> Iterator[Watch]:
    """A watch for as long as the block runs."""
    watch, done = Watch(), threading.Event()
    thread = threading.Thread(target=_look, args=(address, watch, done))
    thread.start()
    try:
        yield watch
    finally:
        done.set()
        thread.join()


def _look(address: str, watch: Watch, done: threading.Event) -> None:
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as line:
            while not done.wait(LOOK_EVERY):
                found = line.execute(WAITING).fetchone()
                watch.longest = max(watch.longest, float(found[0]) if found else 0.0)
                watch.looks += 1
    except Exception as broken:  # nobody is above a thread: a watch that died in silence would have seen nobody wait
        watch.fault = repr(broken)
