"""Telling every open page that its table changed. What travels between processes is a game's code, nothing else.

`announce`  called by services inside the transaction of a change; sent when that commits.
`HUB`       one a process: streams subscribe to a code and are woken. On PostgreSQL one connection listens;
            on SQLite one thread asks the file for its data version, and for the games' versions when it moved.
`TABLE`     the name of the server-sent event that carries a seat's own partial; sent by `views.stream`,
            received by `line.js` through htmx's `sse-swap`.

A waking carries nothing: whoever is woken reads the rows. One wake too many costs a look, one too few is
caught by the next.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import psycopg
from django.db import DatabaseError, connection

from games.models import Game

TABLE: Final = "table"
CHANNEL: Final = "games_changed"
#: How often SQLite's file is asked whether it changed, in seconds.
LOOK_EVERY: Final = 0.04
RETRY_AFTER: Final = 1.0
#: An advisory lock goes with its connection, so a process that is killed locks no table.
_ANNOUNCE: Final = "SELECT pg_notify(%s, %s), %s OR pg_try_advisory_xact_lock(%s)"

logger = logging.getLogger(__name__)
#: What Django adds to the address for its own connections.
_OF_DJANGO: Final = frozenset(("pool", "context", "cursor_factory", "prepare_threshold"))


def announce(code: str, *, turn: int | None = None) -> bool:
    """Wake everybody who watches this game once the transaction has committed. False where somebody else has the
    `turn` that is asked for; it is taken in the same statement, and is free again with the transaction's end.
    """
    if connection.vendor != "postgresql":
        return True  # its writers stand in one line, and watchers look at the file
    with connection.cursor() as cursor:
        cursor.execute(_ANNOUNCE, [CHANNEL, code, turn is None, turn or 0])
        _notified, is_ours = cursor.fetchone()
    return bool(is_ours)


class Hub:
    """The watchers of one process. All its methods run on the process's event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._listener: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watching(self, code: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever the game may have changed. Listening stops with the last watcher."""
        wake = asyncio.Event()
        self._watchers.setdefault(code, set()).add(wake)
        self._listen()
        try:
            yield wake
        finally:
            self._watchers[code].discard(wake)
            if not self._watchers[code]:
                del self._watchers[code]
            if not self._watchers:
                self._rest()

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        if self._listener is None or self._listener.done() or self._listener.get_loop() is not loop:
            self._listener = loop.create_task(self._hear())

    def _rest(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    def _notify(self, code: str) -> None:
        for wake in self._watchers.get(code, ()):
            wake.set()

    def _notify_all(self) -> None:
        for code in self._watchers:
            self._notify(code)

    async def _hear(self) -> None:
        hear = self._hear_postgresql if connection.vendor == "postgresql" else self._look_at_sqlite
        while True:
            try:
                await hear()
            except (OSError, DatabaseError, psycopg.Error):
                logger.warning("The line to the database is gone; trying again.", exc_info=True)
            await asyncio.sleep(RETRY_AFTER)

    async def _hear_postgresql(self) -> None:
        async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
            await line.execute(f"LISTEN {CHANNEL}")
            self._notify_all()  # whatever was said before the line stood
            async for notice in line.notifies():
                self._notify(notice.payload)

    async def _look_at_sqlite(self) -> None:
        loop, seen = asyncio.get_running_loop(), dict[str, Any]()
        with ThreadPoolExecutor(1, thread_name_prefix="table-look") as thread:
            try:
                moved = -1
                while True:
                    now = await loop.run_in_executor(thread, _data_version)
                    if now != moved or self._watchers.keys() - seen.keys():
                        moved = now
                        fresh = await loop.run_in_executor(thread, _versions, tuple(self._watchers))
                        for code, mark in fresh.items():
                            if seen.get(code) != mark:
                                self._notify(code)
                        seen = fresh
                    await asyncio.sleep(LOOK_EVERY)
            finally:
                with suppress(RuntimeError):
                    thread.submit(connection.close)


HUB: Final = Hub()


def _data_version() -> int:
    """SQLite's own count of what other connections have written."""
    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA data_version").fetchone()[0])


def _versions(codes: tuple[str, ...]) -> dict[str, Any]:
    rows = Game.objects.filter(code__in=codes).values_list("code", "version", "status")
    return {code: (version, status) for code, version, status in rows}


def _address() -> dict[str, Any]:
    """Where the default database is, for a connection of our own beside Django's."""
    known = connection.get_connection_params()
    return {name: known[name] for name in known if name not in _OF_DJANGO}
