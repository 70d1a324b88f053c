"""Somebody who plays on through anything: asks whichever web server runs, and knows an answer from silence."""

import json
import time
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Final

from tests.reading import Table, read
from tests.trial.house import House
from tests.trial.ledger import Answered
from tests.visitor import Answer, Unanswered, Visitor

#: Seconds between two looks at a table that waits for a computer player.
LOOK_EVERY: Final = 0.03
#: Longer than this no game may wait for a computer player, whatever has broken.
PATIENCE: Final = 60.0
_POSTS: Final = ThreadPoolExecutor(thread_name_prefix="post")


class Traveller(Visitor):
    """One guest at one table after the other. `slowest` is the longest answer, `waited` the longest wait for a computer
    player, `answered` what the site has promised to keep.
    """

    def __init__(self, house: House, rng: Random) -> None:
        super().__init__("", rng, Connection="close")
        self.house = house
        self.slowest = self.waited = 0.0
        self.statuses: dict[int, int] = {}
        self.answered: list[Answered] = []

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        """Of a web server that runs; raises Unanswered where the line breaks, and where there was silence."""
        self.url = self._running()
        try:
            answer = super().ask(method, path, data, htmx=htmx)
        except TimeoutError as silence:
            raise Unanswered(repr(silence)) from silence
        self.slowest = max(self.slowest, answer.seconds)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        return answer

    def look(self) -> Table:
        """The table as it stands, asked for again until a server answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.ask("GET", self.path)
            except Unanswered:
                answer = None
            if answer is not None and answer.status == 200:
                return read(answer.body)
            if answer is not None and answer.status != 503:
                raise AssertionError(f"the table answers {answer.status}: {answer.body[:400]}")
            if time.monotonic() > end:
                raise TimeoutError("no server shows the table")
            time.sleep(LOOK_EVERY)

    def settled(self, table: Table) -> Table:
        """The table once it waits for the traveller again."""
        begun = time.monotonic()
        while not table.waits_for_me:
            if time.monotonic() - begun > PATIENCE:
                raise TimeoutError(f"game {self.code} is stuck at {table.version}")
            time.sleep(LOOK_EVERY)
            table = self.look()
        self.waited = max(self.waited, time.monotonic() - begun)
        return table

    def post(self, table: Table, name: str, data: dict[str, str]) -> Answer:
        answer = super().post(table, name, data)
        if answer.status == 200 and self.promised(table, name, shown := read(answer.body)):
            action = json.loads(data["action"]) if name == "act" else None
            self.answered.append(Answered(self.code, table.version, shown.version, action, time.monotonic()))
        return answer

    def promised(self, table: Table, name: str, shown: Table) -> bool:
        """Whether what was answered has to stand in the log."""
        return True

    def sent(self, table: Table, name: str, data: dict[str, str], *, to: str | None = None) -> "Future[int | None]":
        """Posted (`to` that web server) while something else goes on: the server may be killed meanwhile. The status of
        the answer, None where none came."""
        visitor = self.elsewhere(self._running() if to is None else self.house.url_of(to))
        return _POSTS.submit(_status, visitor, table, name, data)

    def play(self, table: Table, moves: int) -> Table:
        """So many of the traveller's own moves, or until the game is over."""
        for _ in range(moves):
            table = self.settled(table)
            if table.is_over:
                break
            table = self.move(table)
        return self.settled(table)

    def play_on(self, kind: str, table: Table, moves: int) -> tuple[Table, int]:
        """So many moves, in a new game of that kind where one is over; and by how many versions the games went on."""
        gone = 0
        for _ in range(moves):
            if table.is_over:
                table = self.sit_at(kind)
            before = table.version
            table = self.play(table, 1)
            gone += table.version - before
        return table, gone

    def _running(self) -> str:
        if not self.house.urls:
            raise Unanswered("no web server runs")
        return self.rng.choice(self.house.urls)


def _status(visitor: Visitor, table: Table, name: str, data: dict[str, str]) -> int | None:
    try:
        return visitor.post(table, name, data).status
    except OSError:
        return None
    finally:
        visitor.close()
