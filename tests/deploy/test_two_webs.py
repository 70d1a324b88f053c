"""A new version without a pause: two web processes on one database are replaced in turn while people play."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import psycopg
import pytest

from tests import services
from tests.reading import Table
from tests.site import Site, database
from tests.visitor import Answer, Stream, Visitor

#: Seconds within which a stopped process has ended, and within which everybody has moved on.
GRACE, PATIENCE = 10.0, 120.0
T = TypeVar("T")


class Everywhere(Visitor):
    """A visitor behind a proxy: each request goes to the next door, and to the other where that one is closed.

    A post that was cut off is sent again, as a browser's is by hand: the table's version makes that harmless.
    """

    def __init__(self, doors: list[str], rng: Random) -> None:
        super().__init__("", rng, Connection="close")
        self.doors, self.asked, self.moves, self.closed, self.told = doors, 0, 0, 0, 0

    def at_a_door(self, work: Callable[[], T]) -> T:
        for _ in self.doors:
            self.asked += 1
            self.url = self.doors[self.asked % len(self.doors)]
            try:
                return work()
            except ConnectionError:
                self.closed += 1
        raise RuntimeError("no door is open")

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        asked = super().ask
        answer = self.at_a_door(lambda: asked(method, path, data, htmx=htmx))
        if answer.status >= 500:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        return answer

    def open_stream(self, version: int) -> Stream:
        return self.at_a_door(lambda: Stream(self, version))

    def play(self, kind: str, is_over: threading.Event) -> None:
        table = self.sit_at(kind)
        self.stream = self.open_stream(table.version)
        try:
            while not is_over.is_set():
                if table.waits_for_me and not table.is_over:
                    table, self.moves = self.move(table), self.moves + 1
                elif table.is_over:
                    table = self.sit_at(kind)
                    self.stream.close()
                    self.stream = self.open_stream(table.version)
                else:
                    table = self.heard(table)
        finally:
            self.stream.close()
            self.close()

    def heard(self, table: Table) -> Table:
        """What the stream says next; where it ends, another is opened that goes on from the same version."""
        try:
            fresh = self.stream.next()
        except ConnectionError:
            self.stream.close()
            self.stream = self.open_stream(table.version)
            return table
        self.told += 1
        return fresh if fresh.version > table.version else table


@pytest.fixture
def webs(tmp_path: Path) -> Iterator[tuple[Site, Site, str]]:
    """Two web processes and one worker on a fresh database, and its address."""
    url = services.postgresql_url()
    if url is None:
        services.skip_without("PostgreSQL")
    Site(tmp_path).prepare()
    with database(url, f"spadesite_two_webs_{os.getpid()}") as fresh:
        first, second = (Site(tmp_path, DATABASE_URL=fresh, SPADESITE_LIMITS="0") for _ in range(2))
        first.manage("migrate", "--verbosity", "0")
        first.manage("createcachetable")
        try:
            first.start("web", "worker")
            second.start("web")
            yield first, second, fresh
        finally:
            first.kill()
            second.kill()


def replaced(site: Site, meanwhile: Callable[[], None]) -> None:
    """The web process is asked to stop, and a new one comes after something else has happened."""
    old = site.processes["web"]
    old.send_signal(signal.SIGTERM)
    old.wait(timeout=GRACE)
    del site.processes["web"]
    meanwhile()
    site.start("web")


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, "nobody moves any more"
        time.sleep(0.05)


def test_both_are_replaced_while_people_play(webs: tuple[Site, Site, str]) -> None:
    first, second, url = webs
    players = {kind: Everywhere([first.url, second.url], Random(kind)) for kind in ("twoman", "spades")}
    is_over, faults = threading.Event(), list[Exception]()

    def run(kind: str) -> None:
        try:
            players[kind].play(kind, is_over)
        except Exception as fault:  # told by the test, not by the thread
            faults.append(fault)

    def all_move_on() -> None:
        """Three moves, so that at least two requests in turn were begun since; and a stream told of an answer."""
        wanted = [(player, player.moves + 3, player.told + 1) for player in players.values()]
        until(lambda: bool(faults) or all(one.moves >= moves and one.told >= told for one, moves, told in wanted))

    threads = [threading.Thread(target=run, args=(kind,)) for kind in players]
    for thread in threads:
        thread.start()
    try:
        for site in (first, second):
            all_move_on()
            replaced(site, all_move_on)
        all_move_on()
    finally:
        is_over.set()
        for thread in threads:
            thread.join(timeout=PATIENCE)
    assert faults == []
    assert all(player.closed for player in players.values()), "no door was ever closed"
    assert gaps(url) == []


def gaps(url: str) -> list[Any]:
    """Games whose log is not one entry after another up to the version."""
    with psycopg.connect(url) as line:
        return line.execute(
            "SELECT game.code FROM games_game AS game JOIN games_entry AS entry ON entry.game_id = game.id "
            "GROUP BY game.id HAVING count(*) <> max(entry.ordinal) OR max(entry.ordinal) <> game.version"
        ).fetchall()
