"""Somebody who plays on through anything: asks whichever web server runs, and knows an answer from silence."""

import http.client
import json
import time
import urllib.parse
from random import Random
from typing import Final

from tests.trial.house import House
from tests.trial.ledger import Answered
from tests.trial.pages import Table, read
from tests.visitor import Answer, Visitor

#: Seconds between two looks at a table that waits for a computer player.
LOOK_EVERY: Final = 0.03
#: Longer than this no game may wait for a computer player, whatever has broken.
PATIENCE: Final = 60.0
SEATED: Final = "/games/new/{kind}/"


class Unanswered(ConnectionError):
    """The line broke before an answer: nobody can say whether it was heard."""


class Traveller(Visitor):
    """One guest at one table after the other. `slowest` is the longest answer, `waited` the longest wait for a computer
    player, `answered` what the site has promised to keep.
    """

    def __init__(self, house: House, rng: Random) -> None:
        super().__init__(house.url_of("web"))
        self.house, self.rng = house, rng
        self.slowest = self.waited = 0.0
        self.statuses: dict[int, int] = {}
        self.answered: list[Answered] = []

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> Answer:
        """On a line of its own to a web server that runs; raises Unanswered where that breaks."""
        self._choose()
        try:
            answer = super().ask(method, path, data, htmx=htmx)
        except (OSError, http.client.HTTPException) as broken:
            raise Unanswered(repr(broken)) from broken
        finally:
            self.line.close()
        self.slowest = max(self.slowest, answer.seconds)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        return answer

    def _choose(self, name: str | None = None) -> None:
        urls = self.house.urls if name is None else [self.house.url_of(name)]
        if not urls:
            raise Unanswered("no web server runs")
        parts = urllib.parse.urlsplit(self.rng.choice(urls))
        self.host, self.port = str(parts.hostname), parts.port or 80
        self.line = http.client.HTTPConnection(self.host, self.port, timeout=30)

    def sit_at(self, kind: str, **chosen: str) -> Table:
        """A new game of that kind as it is offered, but for what is chosen; its table, not yet dealt."""
        path = SEATED.format(kind=kind) + (f"?variant={chosen.pop('variant')}" if "variant" in chosen else "")
        answer = self.ask("POST", path, read(self.ask("GET", path).body).fields | chosen)
        if answer.status != 302:
            raise AssertionError(f"no table of {kind}: {answer.status} {answer.body[:400]}")
        self.code = answer.location.rstrip("/").rpartition("/")[2]
        return self.look()

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

    def choice(self, table: Table) -> tuple[str, dict[str, str]]:
        """What to do now: the name of the address, and what is posted there."""
        if table.may_deal:
            return "deal", {"seed": str(self.rng.random())}
        return "act", {"action": json.dumps(table.choice(self.rng))}

    def post(self, table: Table, name: str, data: dict[str, str]) -> Answer:
        return self.ask("POST", f"{self.path}{name}/", self.fields(table, data), htmx=True)

    def move(self, table: Table) -> Table:
        """One thing done and answered, by the table or (somebody was quicker) by the table as it stands."""
        name, data = self.choice(table)
        answer = self.post(table, name, data)
        if answer.status not in {200, 409}:
            raise AssertionError(f"{name} {data}: {answer.status} {answer.body[:400]}")
        shown = read(answer.body)
        if answer.status == 200:
            action = json.loads(data["action"]) if name == "act" else None
            self.answered.append(Answered(self.code, table.version, shown.version, action, time.monotonic()))
        return shown

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

    def fields(self, table: Table, data: dict[str, str]) -> dict[str, str]:
        return {"csrfmiddlewaretoken": table.token, "version": str(table.version), **data}

    def sent(self, table: Table, name: str, data: dict[str, str], *, to: str | None = None) -> "Sent":
        """Posted (`to` that web server) and not yet listened for: the server may be killed meanwhile."""
        self._choose(to)
        cookies = "; ".join(f"{one}={value}" for one, value in self.cookies.items())
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        body = urllib.parse.urlencode(self.fields(table, data))
        try:
            self.line.request("POST", f"{self.path}{name}/", body, headers)
        except OSError as broken:
            raise Unanswered(repr(broken)) from broken
        return Sent(self.line)


class Sent:
    """A request on its way."""

    def __init__(self, line: http.client.HTTPConnection) -> None:
        self.line = line

    def answer(self) -> int | None:
        """The status of the answer, None where none came."""
        try:
            response = self.line.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            self.line.close()
        return response.status
