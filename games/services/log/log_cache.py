"""A cache of logs in each process, so that none is replayed from its beginning at each look.

A log only grows, and a kept one is frozen: whoever reads it follows it with the entries that are newer, so there is
nothing in here that could be out of date, and the version in the row still decides every race. What a transaction has
written comes in once it has committed (`logs.keep`). A process that ends loses nothing but time.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.services.log.logs import Log

#: Entries that all kept logs hold together, of a thousand bytes each: 1,800 games of Two-Man Spades in their middle,
#: and less than half of what a web process may take.
ENTRIES: Final = 80_000
#: Seconds for which a log is kept that nobody asks for: most of those are of games that are over.
IDLE: Final = 900.0
#: Logs of one game at moments that were looked at last: pages may show the older ones still.
MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class _Kept:
    """A game's logs, the newest first, and when one of them was asked for."""

    moments: tuple[Log, ...]
    asked_at: float


class LogCache:
    """Logs by their game's code, those longest not asked for going first. Threads may share it."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._most, self._entries = entries, 0
        self._logs: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._logs)

    def get(self, code: str, version: int | None = None) -> Log | None:
        """The newest log that is kept of that game, not newer than `version`; None where there is none."""
        with self._lock:
            moments = self._moments(code)
            if moments:
                self._put(code, moments)
        if version is None:
            return moments[0] if moments else None
        found = [log for moment in moments if (log := _not_newer(moment, version)) is not None]
        return max(found, key=lambda log: log.version, default=None)

    def keep(self, code: str, log: Log) -> None:
        """An older log than the newest one that is kept is not taken."""
        with self._lock:
            moments = self._moments(code)
            if moments and moments[0].version >= log.version:
                return
            self._entries += log.version - (moments[0].version if moments else 0)
            self._put(code, (log, *moments[: MOMENTS - 1]))
            idle_since = monotonic() - IDLE
            while self._logs and (self._entries > self._most or next(iter(self._logs.values())).asked_at < idle_since):
                self._entries -= self._logs.popitem(last=False)[1].moments[0].version

    def forget(self, code: str) -> None:
        with self._lock:
            moments = self._moments(code)
            self._logs.pop(code, None)
            self._entries -= moments[0].version if moments else 0

    def _moments(self, code: str) -> tuple[Log, ...]:
        kept = self._logs.get(code)
        return kept.moments if kept is not None else ()

    def _put(self, code: str, moments: tuple[Log, ...]) -> None:
        self._logs[code] = _Kept(moments, monotonic())
        self._logs.move_to_end(code)


def _not_newer(log: Log | None, version: int) -> Log | None:
    """The log, or the one of those before decisions in its hand that is not newer than `version`."""
    while log is not None and log.version > version:
        log = log.before
    return log


LOG_CACHE: Final = LogCache()
