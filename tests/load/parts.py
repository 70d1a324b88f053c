"""What the parts of a running site use: seconds of the cores and memory, by part, looked at while players play.

Of PostgreSQL those backends count that serve the site's own database; what it does in the background for everybody
counts among the others.
"""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import psutil
import psycopg

EVERY: Final = 1.0
#: Seconds from one look at memory to the next: it is dear to look at.
MEMORY_EVERY: Final = 60.0
_BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@dataclass
class Used:
    """Of one part: seconds of the cores so far, and memory in MB at each look, from the begin to the end."""

    seconds: float = 0.0
    held: list[float] = field(default_factory=list)


@dataclass
class Watch:
    """Looks at the parts each second between `begin` and `end`. A part is named with the processes it begins with."""

    parts: Mapping[str, Callable[[], list[int]]]
    used: dict[str, Used] = field(default_factory=dict)
    took: float = 0.0
    busy: float = 0.0

    def begin(self) -> None:
        self._counted: dict[tuple[str, int], tuple[float, float]] = {}
        self._over = threading.Event()
        self._begun, self._busy = time.monotonic(), _all_cores()
        self._look()
        self._weigh()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        self._look()
        self.took, self.busy = time.monotonic() - self._begun, _all_cores() - self._busy
        self._weigh()
        for (name, _), (first, last) in self._counted.items():
            self.used[name].seconds += last - first

    def _run(self) -> None:
        due = self._begun + MEMORY_EVERY
        while not self._over.wait(EVERY):
            self._look()
            if time.monotonic() >= due:
                self._weigh()
                due += MEMORY_EVERY

    def _look(self) -> None:
        for name, pids in self.parts.items():
            self.used.setdefault(name, Used())
            for process in _family(pids()):
                with suppress(psutil.Error):
                    spent = _spent(process)
                    first, _ = self._counted.get((name, process.pid), (spent, spent))
                    self._counted[name, process.pid] = first, spent

    def _weigh(self) -> None:
        """MB of each part; what processes share is counted once."""
        for name, pids in self.parts.items():
            held = 0.0
            for process in _family(pids()):
                with suppress(psutil.Error):
                    held += process.memory_full_info().pss / 1e6
            self.used[name].held.append(held)

    @property
    def others(self) -> float:
        """The share of one core that went to anything that is no part."""
        return (self.busy - sum(one.seconds for one in self.used.values())) / self.took


def backends(url: str) -> Callable[[], list[int]]:
    """The processes of PostgreSQL that serve this database."""
    line = psycopg.connect(url, autocommit=True)
    return lambda: [row[0] for row in line.execute(_BACKENDS)]


def _family(pids: list[int]) -> list[psutil.Process]:
    found = []
    for pid in pids:
        try:
            parent = psutil.Process(pid)
            found += [parent, *parent.children(recursive=True)]
        except psutil.Error:
            continue
    return found


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _all_cores() -> float:
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)
