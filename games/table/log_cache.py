"""A per-process cache of logs, so that a request need not replay a game from its first entry.

A game's log only grows, and a `Log` is immutable: a reader extends a cached log with the newer entries, so nothing
needs invalidation. The version in the game's row decides races, never this cache. A log that is made in a transaction
is cached only after the commit (`logs.keep`).
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.table.logs import Log

#: Maximum number of entries in all cached logs together: 80 MB at about 1,000 bytes each, enough for 1,800 half-played
#: games of Two-Man Spades.
ENTRIES: Final = 80_000
#: Seconds without access after which the next `keep` evicts a log. After that time most games are over.
IDLE: Final = 900.0
#: Maximum number of versions cached per game: open pages may still show an older one.
MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class _CachedLogs:
    """A game's cached logs, the newest first, and the monotonic time of the last access in seconds."""

    moments: tuple[Log, ...]
    asked_at: float


class LogCache:
    """A thread-safe LRU cache of logs by game code, bounded by the total number of entries."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._most, self._entries = entries, 0
        self._logs: OrderedDict[str, _CachedLogs] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._logs)

    def get(self, code: str, version: int | None = None) -> Log | None:
        """Return the newest cached log of a game, not newer than `version` if given; None on a miss."""
        with self._lock:
            moments = self._moments(code)
            if moments:
                self._put(code, moments)
        if version is None:
            return moments[0] if moments else None
        found = [log for moment in moments if (log := _not_newer(moment, version)) is not None]
        return max(found, key=lambda log: log.version, default=None)

    def keep(self, code: str, log: Log) -> None:
        """Cache a log if it is newer than the cached logs of its game; evict idle logs and those over the bound."""
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
        self._logs[code] = _CachedLogs(moments, monotonic())
        self._logs.move_to_end(code)


def _not_newer(log: Log | None, version: int) -> Log | None:
    """Return the first log of the chain `log`, `log.previous`, … that is not newer than `version`, or None."""
    while log is not None and log.version > version:
        log = log.previous
    return log


LOG_CACHE: Final = LogCache()
