"""Figures taken over HTTP: time of an action, whole games by many clients at once, weight of a page."""

import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from games.management.progress import bar
from tests.reading import Table
from tests.site import Site
from tests.visitor import Stream, Visitor

#: More actions than any hand of two has.
LONGEST = 60


@dataclass
class Tally:
    """What several visitors did together; `faults` say of each who gave up which one, and why."""

    seconds: list[float] = field(default_factory=list)
    moves: int = 0
    hands: int = 0
    took: float = 0.0
    faults: list[str] = field(default_factory=list)


def play_hands(visitor: Visitor, hands: int, over: Callable[[], object]) -> int:
    """Play whole hands with any offered action; how many moves of the visitor's that took. `over` hears of each."""
    table, moves, dealt = visitor.sit_down(), 0, 1
    stream = Stream(visitor, table.version)
    try:
        while not table.is_over:
            if table.may_deal:
                over()
                if dealt == hands:
                    break
            dealt, moves = dealt + table.may_deal, moves + table.may_act
            table = stream.settled(visitor.move(table) if table.waits_for_me else table)
        return moves
    finally:
        stream.close()
        visitor.close()


def many(site: Site, *, clients: int, hands: int) -> Tally:
    """So many clients at once, each with a stream open."""
    tally, lock = Tally(), threading.Lock()

    def run(seed: int) -> None:
        visitor, moves = Visitor(site.url, Random(seed)), 0
        try:
            moves = play_hands(visitor, hands, shown.update)
        except Exception as fault:  # in a thread of its own it would be lost otherwise
            with lock:
                tally.faults.append(f"visitor {seed} of {clients}, after {len(visitor.seconds)} moves: {fault!r}")
        with lock:
            tally.moves += moves
            tally.hands += hands if moves else 0
            tally.seconds += visitor.seconds

    begun = time.perf_counter()
    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(clients)]
    with bar(total=clients * hands, unit="hand") as shown:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    tally.took = time.perf_counter() - begun
    return tally


def across(url: str, *, hands: int) -> list[float]:
    """Seconds from one person's press to the other's screen, at a table of two: each has a stream open, and both the
    answer and the event must have come.
    """
    people = Visitor(url, Random(1)), Visitor(url, Random(2))
    people[1].join(people[0].open_room("twoman"), "Ama")
    seconds = list[float]()
    for one in people:
        one.start()
    tables = [one.look() for one in people]
    streams = [Stream(one, table.version) for one, table in zip(people, tables, strict=True)]
    try:
        for _ in range(LONGEST * hands):
            hands -= tables[0].may_deal
            if hands < 0 or tables[0].is_over:
                break
            mine = next(place for place in (0, 1) if tables[place].waits_for_me)
            _acts(people, tables, streams, mine, seconds)
    finally:
        for stream in streams:
            stream.close()
        for one in people:
            one.close()
    return seconds


def _acts(
    people: Sequence[Visitor], tables: list[Table], streams: Sequence[Stream], mine: int, seconds: list[float]
) -> None:
    """A deal is asked for by both; of an action it is measured until the other has it."""
    is_deal, other = tables[mine].may_deal, 1 - mine
    begun = time.perf_counter()
    tables[mine] = people[mine].move(tables[mine])
    if is_deal:
        tables[other] = people[other].move(tables[other])
        tables[mine] = people[mine].look()
        return
    while tables[other].version < tables[mine].version:
        tables[other] = streams[other].next()
    seconds.append(time.perf_counter() - begun)


def page_weight(site: Site) -> dict[str, int]:
    """Bytes as a browser is sent them at a first visit to a table: the page, scripts, styles; fonts and art apart; and
    of a move.
    """
    visitor = Visitor(site.url, None, **{"Accept-Encoding": "gzip, br"})
    table = visitor.sit_down()
    page = visitor.ask("GET", visitor.path)
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.body)))
    weight = {"page": page.bytes, "script": 0, "style": 0}
    for name in files:
        kind = {"js": "script", "css": "style"}.get(name.rsplit(".", 1)[-1])
        if kind is not None:
            weight[kind] += visitor.ask("GET", name).bytes
    weight["partial"] = visitor.post(table, "act", {"version": "0", "action": '["look"]'}).bytes
    visitor.close()
    return weight
