"""What a game needs is taken away and given back: the database, the broker, the folder of the queue."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from random import Random

from tests.trial.house import House
from tests.trial.kills import Outcome, _judge
from tests.trial.traveller import Traveller


@dataclass
class Pause:
    """What people saw while the database was away, and how long it took to go on."""

    outcome: Outcome = field(default_factory=Outcome)
    pages: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    longest_answer: float = 0.0
    back_after: float = 0.0


def crash_in_mid_hand(house: House, kind: str, *, crashes: int, moves: int, seed: int) -> Pause:
    """So many times the database dies while an action is under way, with so many moves between."""
    assert house.postgresql is not None
    pause, rng = Pause(), Random(seed)
    traveller = Traveller(house, rng)
    table = traveller.sit_at(kind)
    for _ in range(crashes):
        table = traveller.play(table, moves)
        while table.is_over:  # a duel may last no longer
            table = traveller.play(traveller.sit_at(kind), moves)
        _one_crash(house, traveller, pause, rng)
        table = traveller.look()
    pause.outcome.slowest = traveller.waited
    return pause


def _one_crash(house: House, traveller: Traveller, pause: Pause, rng: Random) -> None:
    assert house.postgresql is not None
    before = house.ledger.entries(traveller.code)
    table = traveller.look()
    name, data = traveller.choice(table)
    sent = traveller.sent(table, name, data)
    time.sleep(rng.uniform(0, 0.02))
    house.postgresql.crash()
    try:
        _ask_meanwhile(traveller, pause)
        status = sent.result()
    finally:
        house.postgresql.start()  # what comes after this part needs it, whatever was wrong
    begun = time.monotonic()
    traveller.look()
    pause.back_after = max(pause.back_after, time.monotonic() - begun)
    after = house.ledger.entries(traveller.code)
    pause.outcome.actions += 1
    pause.outcome.unanswered += status != 200
    _judge(pause.outcome, before, after, data if name == "act" else None, status)


def _ask_meanwhile(traveller: Traveller, pause: Pause) -> None:
    """A whole page and a partial at once, since each waits for the database a while; what both look like is kept."""
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda htmx: copy(traveller).ask("GET", traveller.path, htmx=htmx), (False, True)))
    for answer in answers:
        pause.statuses.append(answer.status)
        pause.pages.append(answer.body)
        pause.longest_answer = max(pause.longest_answer, answer.seconds)


@contextmanager
def without_redis(house: House) -> Iterator[None]:
    assert house.redis is not None
    house.redis.crash()
    try:
        yield
    finally:
        house.redis.start()


@contextmanager
def with_a_silent_redis(house: House) -> Iterator[None]:
    assert house.redis is not None
    house.redis.freeze()
    try:
        yield
    finally:
        house.redis.thaw()


@contextmanager
def without_the_queues_folder(house: House) -> Iterator[None]:
    """A file stands in its place: nothing can be written there, by root neither."""
    folder = house.folder / "queue" / "tasks"
    aside = folder.with_name("tasks-aside")
    folder.rename(aside)
    folder.write_text("no folder")
    try:
        yield
    finally:
        folder.unlink()
        aside.rename(folder)


def replies_again(house: House, kind: str, *, seed: int) -> float:
    """Seconds until a worker's action comes once everything is back; the longest of some moves."""
    traveller = Traveller(house, Random(seed))
    table = traveller.settled(traveller.move(traveller.sit_at(kind)))
    traveller.waited = 0.0
    for _ in range(3):
        table = traveller.settled(traveller.move(table))
    return traveller.waited
