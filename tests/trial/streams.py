"""Event streams by the dozen: how a server ends with them open, and what one costs that nobody reads."""

import time
from contextlib import suppress
from random import Random
from typing import Final

from tests.trial.house import House
from tests.trial.traveller import Traveller
from tests.visitor import Stream

#: Games that the streams belong to, several tabs at each.
TABLES: Final = 5


def reaches(stream: Stream, version: int) -> bool:
    """Whether the stream brings the table of that version, and nothing beyond it."""
    shown = stream.next().version
    while shown < version:
        shown = stream.next().version
    return shown == version


def ends(stream: Stream) -> None:
    """Reads what has come, until the server has hung up; raises TimeoutError where it does not."""
    with suppress(ConnectionError):
        while True:
            stream.next()


def stop_under_streams(house: House, *, streams: int) -> tuple[float, float, int]:
    """Seconds until a server with so many streams has ended, seconds until all have come back to another one, and how
    many were then shown the table as it is."""
    seated = [Traveller(house, Random(number)) for number in range(TABLES)]
    tables = [one.settled(one.move(one.sit_at("twoman"))) for one in seated]
    listeners = [
        Stream(seated[number % TABLES], tables[number % TABLES].version, url=house.url_of("web"))
        for number in range(streams)
    ]
    took = house.stop("web")
    for one in listeners:
        ends(one)
    now = [one.settled(one.move(table)).version for one, table in zip(seated, tables, strict=True)]
    begun = time.monotonic()
    back = [
        Stream(seated[number % TABLES], tables[number % TABLES].version, url=house.url_of("web2"))
        for number in range(streams)
    ]
    current = sum(reaches(one, now[number % TABLES]) for number, one in enumerate(back))
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
    deaf = [Stream(traveller, 0, url=house.url_of("web"), narrow=True) for _ in range(streams)]
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
