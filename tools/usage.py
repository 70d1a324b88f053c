"""CPU seconds of each part of a running site (web, worker, PostgreSQL), sampled during a block.

"PostgreSQL" is the backends of the site's own database; the server's background processes count as "other".
"""

import threading
import time
from contextlib import suppress
from typing import Final, Self

import psutil
import psycopg

from tools.site import Site

#: Seconds between samples. What a process uses between its last sample and its end counts as "other".
INTERVAL: Final = 1.0
_BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


class Usage:
    """Context manager that measures CPU seconds of a site's processes and of `more` (name=pid), each with its children.

    After the block, `seconds` has the CPU seconds by part, `other` those of all other processes of the machine, and
    `took` the wall time in seconds.
    """

    def __init__(self, site: Site, **more: int) -> None:
        pids = {name: process.pid for name, process in site.processes.items() if name != "shell"}
        self.pids = {name: [pid] for name, pid in (pids | more).items()}
        url = site.environment.get("DATABASE_URL", "")
        self.url = url if url.startswith("postgres") else ""
        self.seconds: dict[str, float] = dict.fromkeys([*self.pids, *(["PostgreSQL"] if self.url else [])], 0.0)
        self.other = self.took = 0.0
        self._first_and_last: dict[tuple[str, int], tuple[float, float]] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._database = psycopg.connect(self.url, autocommit=True) if self.url else None
        self._begun, self._busy = time.monotonic(), _busy_seconds()
        self._sample(is_first=True)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()
        self._sample()
        if self._database is not None:
            self._database.close()
        self.took = time.monotonic() - self._begun
        for (name, _pid), (first, last) in self._first_and_last.items():
            self.seconds[name] += last - first
        self.other = _busy_seconds() - self._busy - sum(self.seconds.values())

    def _run(self) -> None:
        while not self._over.wait(INTERVAL):
            self._sample()

    def _sample(self, *, is_first: bool = False) -> None:
        if self._database is not None:
            self.pids["PostgreSQL"] = [row[0] for row in self._database.execute(_BACKENDS)]
        for name, pids in self.pids.items():
            for pid, spent in _seconds_by_process(pids):
                # The CPU time of a process that started after the first sample counts from 0.
                first, _ = self._first_and_last.get((name, pid), (spent if is_first else 0.0, 0.0))
                self._first_and_last[name, pid] = first, spent


def _seconds_by_process(pids: list[int]) -> list[tuple[int, float]]:
    found = []
    for pid in pids:
        with suppress(psutil.Error):
            parent = psutil.Process(pid)
            for process in (parent, *parent.children(recursive=True)):
                with suppress(psutil.Error):
                    times = process.cpu_times()
                    found.append((process.pid, float(times.user + times.system)))
    return found


def _busy_seconds() -> float:
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait - times.guest - times.guest_nice)
