"""Wake open pages when their table changes, by PostgreSQL notifications or by polling SQLite.

`announce` sends a notification on commit. `HUB`, one per process, wakes the streams that subscribe to a game's code. On
PostgreSQL one connection listens; on SQLite one thread polls the file's data version, and reads the games once it has
changed.

A notification holds only a game's code and a `Notice`, so it reveals no hidden card. Pages are rendered from rows, not
from notifications: a superfluous notification costs a query, and after a lost one the next poll finds the change.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, connection

from games.snapshot import Status
from games.table.models import Game

#: Server-sent event with the partial of a seat or a spectator; received by `line.js` through htmx's `sse-swap`.
TABLE: Final = "table"
#: Server-sent event with the phrases said; received by `words.js`.
WORDS: Final = "words"
CHANNEL: Final = "games_changed"
#: Seconds between two polls of SQLite's file.
LOOK_EVERY: Final = 0.04
RETRY_AFTER: Final = 1.0

logger = logging.getLogger(__name__)
#: Connection parameters that only Django's own connections understand.
_OF_DJANGO: Final = frozenset(("pool", "context", "cursor_factory", "prepare_threshold"))


@dataclass(frozen=True, slots=True)
class Notice:
    """The state of a game, which tells a stream whether its open page is stale.

    `mark` combines version and status. `is_owed`: a computer player is to act. `asked_at` is the Unix time of the open
    question, or 0 if there is none.
    """

    mark: str
    is_owed: bool
    phrase_count: int
    asked_at: float = 0

    @property
    def text(self) -> str:
        return f"{self.mark} {'owed' if self.is_owed else 'free'} {self.phrase_count} {self.asked_at}"

    @staticmethod
    def read(text: str) -> "Notice | None":
        """Parse a notice; return None if another release wrote it in its own format. None wakes the page, too."""
        try:
            mark, owed, said, asked_at = text.split()
            return Notice(mark, owed == "owed", int(said), float(asked_at))
        except ValueError:
            return None


def notice_of(game: Game) -> Notice:
    asked_at = float(game.question["at"]) if game.question else 0
    return Notice(mark(game.version, game.status), game.bot_due_at is not None, game.said, asked_at)


def mark(version: int, status: str) -> str:
    """Return a game's mark for pages and notices: its version, such as "12"; once it is over, with the status."""
    return f"{version}" if status == Status.PLAYING else f"{version}-{status}"


def payload(game: Game) -> str:
    return f"{game.code} {notice_of(game).text}"


def announce(game: Game) -> None:
    """Wake all watchers of a game once the transaction commits. Not needed after `store.advance`, which does this."""
    if connection.vendor == "postgresql":  # with SQLite, watchers poll the file
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload(game)])


class Watch:
    """An event that one stream waits for. `notice` is the last notice since `clear`; None if unknown."""

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
        """Wait until the game may have changed; return False on timeout."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._woken.wait(), seconds)
        return False


class Hub:
    """The watchers of one process. All methods run on its event loop."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watch]] = {}
        self._listener: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watching(self, code: str) -> AsyncIterator[Watch]:
        """Yield a watch that is woken when the game may have changed. Without watchers the hub stops listening."""
        watch = Watch()
        self._watchers.setdefault(code, set()).add(watch)
        loop = asyncio.get_running_loop()
        if self._listener is None or self._listener.done() or self._listener.get_loop() is not loop:
            self._listener = loop.create_task(self._run())
        try:
            yield watch
        finally:
            self._watchers[code].discard(watch)
            if not self._watchers[code]:
                del self._watchers[code]
            if not self._watchers and self._listener is not None:
                self._listener.cancel()
                self._listener = None

    def _notify(self, code: str, notice: Notice | None = None) -> None:
        for watch in self._watchers.get(code, ()):
            watch.wake(notice)

    async def _run(self) -> None:
        listen = self._listen_on_postgresql if connection.vendor == "postgresql" else self._poll_sqlite
        while True:
            try:
                await listen()
            except (OSError, Error):
                logger.warning("The connection that listens for changed games was lost; retrying.", exc_info=True)
            await asyncio.sleep(RETRY_AFTER)

    async def _listen_on_postgresql(self) -> None:
        import psycopg  # not needed with SQLite

        with connection.wrap_database_errors:
            async with await psycopg.AsyncConnection.connect(**_address(), autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                for code in self._watchers:  # wake all: notices sent before LISTEN are lost
                    self._notify(code)
                async for said in line.notifies():
                    code, _, text = said.payload.partition(" ")
                    self._notify(code, Notice.read(text))

    async def _poll_sqlite(self) -> None:
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
    """Return SQLite's counter of commits by other connections."""
    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA data_version").fetchone()[0])


def _notices(codes: tuple[str, ...]) -> dict[str, Notice]:
    rows = Game.objects.filter(code__in=codes).only("code", "version", "status", "bot_due_at", "said", "question")
    return {game.code: notice_of(game) for game in rows}


def _address() -> dict[str, Any]:
    known = connection.get_connection_params()
    return {name: known[name] for name in known if name not in _OF_DJANGO}
