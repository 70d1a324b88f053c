"""Event streams by the dozen: how a server ends with them open, and what one costs that nobody reads."""

import http.client
import socket
import time
from random import Random
from typing import Final

from tests.trial.house import House
from tests.trial.pages import Table, read
from tests.trial.traveller import Traveller

#: Games that the streams belong to, several tabs at each.
TABLES: Final = 5
#: Bytes that a client's socket takes before it is full; as few as the system allows.
NARROW: Final = 2048


class Listener:
    """One open stream at a web server that is named; `narrow` reads nothing and takes hardly anything."""

    def __init__(self, traveller: Traveller, version: int, *, name: str = "web", narrow: bool = False) -> None:
        port = traveller.house.ports[name]
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        if narrow:
            self.line.sock = socket.socket()
            self.line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
            self.line.sock.connect(("127.0.0.1", port))
        cookies = "; ".join(f"{one}={value}" for one, value in traveller.cookies.items())
        self.line.request("GET", f"{traveller.path}stream/?v={version}", headers={"Cookie": cookies})
        self.response: http.client.HTTPResponse | None = None

    def open(self) -> "Listener":
        """Once the server has said that it listens."""
        self.response = self.line.getresponse()
        if self.response.status != 200:
            raise ConnectionError(f"the stream answers {self.response.status}")
        return self

    def next(self) -> Table:
        """The next partial; raises ConnectionError where the stream has ended."""
        response = self.response or self.open().response
        assert response is not None
        told: list[str] = []
        while True:
            line = response.readline().decode()
            if not line:
                raise ConnectionError("the stream has ended")
            if line.startswith("data: "):
                told.append(line[6:])
            elif line == "\n" and told:
                return read("".join(told))

    def reaches(self, version: int) -> bool:
        """Whether the stream brings the table of that version, and nothing beyond it."""
        shown = self.next().version
        while shown < version:
            shown = self.next().version
        return shown == version

    def ends(self) -> None:
        """Reads what has come, until the server has hung up; raises TimeoutError where it does not."""
        try:
            while True:
                self.next()
        except TimeoutError:
            raise
        except (OSError, http.client.HTTPException):
            return

    def close(self) -> None:
        if self.response is not None:
            self.response.close()
        self.line.close()


def stop_under_streams(house: House, *, streams: int) -> tuple[float, float, int]:
    """Seconds until a server with so many streams has ended, seconds until all have come back to another one, and how
    many were then shown the table as it is."""
    seated = [Traveller(house, Random(number)) for number in range(TABLES)]
    tables = [one.settled(one.move(one.sit_at("twoman"))) for one in seated]
    listeners = [
        Listener(seated[number % TABLES], tables[number % TABLES].version, name="web").open()
        for number in range(streams)
    ]
    took = house.stop("web")
    for one in listeners:
        one.ends()
    now = [one.settled(one.move(table)).version for one, table in zip(seated, tables, strict=True)]
    begun = time.monotonic()
    back = [
        Listener(seated[number % TABLES], tables[number % TABLES].version, name="web2").open()
        for number in range(streams)
    ]
    current = sum(one.reaches(now[number % TABLES]) for number, one in enumerate(back))
    took_back = time.monotonic() - begun
    for one in (*listeners, *back):
        one.close()
    house.start("web")
    return took, took_back, current


def unread_streams(house: House, *, streams: int, moves: int) -> tuple[float, int, int]:
    """The longest answer to somebody who plays while so many streams of the table are read by nobody; by how many
    bytes the server grew meanwhile; and how many database connections it holds more than before."""
    traveller = Traveller(house, Random(1))
    table = traveller.settled(traveller.move(traveller.sit_at("twoman")))
    table = traveller.play(table, 2)
    before, lines = house.memory("web"), _connections(house)
    deaf = [Listener(traveller, 0, name="web", narrow=True) for _ in range(streams)]
    traveller.slowest = 0.0
    for _ in range(moves):
        table = traveller.settled(table)
        if table.is_over:
            break
        table = traveller.move(table)
    grown = house.memory("web") - before
    held = _connections(house) - lines
    for one in deaf:
        one.close()
    return traveller.slowest, grown, held


def _connections(house: House) -> int:
    return int(house.ledger.rows("SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")[0][0])
