"""Telling every open page that its table changed. What travels between processes is a game's code, how far it has
come, how much was said, whether a computer player owes an action and whether something is asked: nothing that a seat
may not know.

`announce`  called by services inside the transaction of a change; sent when that commits.
`HUB`       one a process: streams subscribe to a code and are woken. On PostgreSQL one connection listens;
            on SQLite one thread asks the file for its data version, and for the games' versions when it moved.
`TABLE`     the name of the server-sent event that carries a seat's own partial, or an onlooker's; sent by
            `views.stream` and `views.onlooking`, received by `line.js` through htmx's `sse-swap`.
`WORDS`     that of what was said, as a seat hears it; received by `words.js`.

What is shown is read from the rows alone; a notice only tells whether a look is worth it. One wake too many costs a
look, one too few is caught by the next.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, connection

from games.models import Game
from games.snapshot import Status

TABLE: Final = "table"
WORDS: Final = "words"
CHANNEL: Final = "games_changed"
#: How often SQLite's file is asked whether it changed, in seconds.
LOOK_EVERY: Final = 0.04
RETRY_AFTER: Final = 1.0

logger = logging.getLogger(__name__)
#: What Django adds to the address for its own connections.
_OF_DJANGO: Final = frozenset(("pool", "context", "cursor_factory", "prepare_threshold"))


@dataclass(frozen=True, slots=True)
class Notice:
    """How far a game has come: its version with its status, whether a computer player owes an action, how much was
    said, and since when something is asked of its people, 0 where nothing is.
    """

    mark: str
    is_owed: bool
    said: int
    asked_at: float = 0

    @property
    def text(self) -> str:
        return f"{self.mark} {'owed' if self.is_owed else 'free'} {self.said} {self.asked_at}"

    @staticmethod
    def read(text: str) -> "Notice | None":
        """None for what another version of the house has said: whatever it was, it is worth a look."""
        try:
            mark, owed, said, asked_at = text.split()
            return Notice(mark, owed == "owed", int(said), float(asked_at))
        except ValueError:
            return None


def notice_of(game: Game) -> Notice:
    asked_at = float(game.question["at"]) if game.question else 0
    return Notice(mark(game.version, game.status), game.bot_due_at is not None, game.said, asked_at)


def mark(version: int, status: str) -> str:
    """A moment of a game in one word, as pages and notices name it."""
    return f"{version}" if status == Status.PLAYING else f"{version}-{status}"


def payload(game: Game) -> str:
    """What is said of a game on the channel."""
    return f"{game.code} {notice_of(game).text}"


def announce(game: Game) -> None:
    """Wake everybody who watches this game once the transaction has committed."""
    if connection.vendor == "postgresql":  # else watchers look at the file
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload(game)])


class Watch:
    """What one stream waits with; `notice` is the last one since it was cleared."""

    notice: Notice | None = None

    def __init__(self) -> None:
        self._woken = asyncio.Event()

    def clear(self) -> None:
        self._woken.clear()
        self.notice = None

    def wake(self, notice: Notice | None) -> None:
        self.notice = notice
        self._woken.set()

    async def wait(self, seconds: float) -> bool:
        """Until the game may have changed; False where nothing was heard for so long."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._woken.wait(), seconds)
        return False


class Hub:
    """The watchers of one process. All its methods run on the process's event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watch]] = {}
        self._listener: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watching(self, code: str) -> AsyncIterator[Watch]:
        """A watch that is woken whenever the game may have changed. Listening stops with the last watcher."""
        watch = Watch()
        self._watchers.setdefault(code, set()).add(watch)
        self._listen()
        try:
            yield watch
        finally:
            self._watchers[code].discard(watch)
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

    def _notify(self, code: str, notice: Notice | None = None) -> None:
        for watch in self._watchers.get(code, ()):
            watch.wake(notice)

    async def _hear(self) -> None:
        hear = self._hear_postgresql if connection.vendor == "postgresql" else self._look_at_sqlite
        while True:
            try:
                await hear()
            except (OSError, Error):
                logger.warning("The line to the database is gone; trying again.", exc_info=True)
            await asyncio.sleep(RETRY_AFTER)

    async def _hear_postgresql(self) -> None:
        import psycopg  # where the rows are in a file nobody needs it

        with connection.wrap_database_errors:
            async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                for code in self._watchers:  # whatever was said before the line stood
                    self._notify(code)
                async for said in line.notifies():
                    code, _, text = said.payload.partition(" ")
                    self._notify(code, Notice.read(text))

    async def _look_at_sqlite(self) -> None:
        loop, seen = asyncio.get_running_loop(), dict[str, Notice]()
        with ThreadPoolExecutor(1, thread_name_prefix="table-look") as thread:
            try:
                moved = -1
                while True:
                    now = await loop.run_in_executor(thread, _data_version)
                    if now != moved or self._watchers.keys() - seen.keys():
                        moved = now
                        fresh = await loop.run_in_executor(thread, _notices, tuple(self._watchers))
                        for code, notice in fresh.items():
                            if seen.get(code) != notice:
                                self._notify(code, notice)
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


def _notices(codes: tuple[str, ...]) -> dict[str, Notice]:
    rows = Game.objects.filter(code__in=codes).only("code", "version", "status", "bot_due_at", "said", "question")
    return {game.code: notice_of(game) for game in rows}


def _address() -> dict[str, Any]:
    """Where the default database is, for a connection of our own beside Django's."""
    known = connection.get_connection_params()
    return {name: known[name] for name in known if name not in _OF_DJANGO}
