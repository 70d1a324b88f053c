"""Many at once at tables of every game, for minutes, with somebody killed every few seconds."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games.registry import GAMES
from tests.trial.house import House, until
from tests.trial.ledger import Answered
from tests.trial.traveller import PATIENCE, Traveller
from tests.visitor import Unanswered

#: Seconds between two kills, and between two of somebody's moves.
KILL_EVERY: Final = 6.0
THINKING: Final = 0.4
VICTIMS: Final = ("web", "worker", "web2", "worker2")


@dataclass
class Crowd:
    """What came of it."""

    kills: int = 0
    codes: list[str] = field(default_factory=list)
    answered: list[Answered] = field(default_factory=list)
    waited: float = 0.0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)


def play_together(house: House, *, players: int, seconds: float, kills: bool) -> Crowd:
    """So many at once for so long; in the end every move that was answered has to stand in its log."""
    crowd, lock, end = Crowd(), threading.Lock(), time.monotonic() + seconds
    threads = [threading.Thread(target=_play, args=(house, seed, end, crowd, lock)) for seed in range(players)]
    for thread in threads:
        thread.start()
    try:
        until_the_end(house, lambda: time.monotonic() > end, crowd, kills=kills)
    finally:
        for thread in threads:
            thread.join()
    crowd.faults += house.ledger.lost(crowd.answered) if crowd.answered else ["no move was answered"]
    return crowd


def until_the_end(
    house: House, is_over: Callable[[], bool], crowd: Crowd, *, kills: bool, victims: Sequence[str] = VICTIMS
) -> None:
    """One of them is killed every few seconds, in turn."""
    for victim in itertools.cycle(victims):
        time.sleep(KILL_EVERY)
        if is_over():
            return
        if kills:
            house.again(victim)
            crowd.kills += 1


def _play(house: House, seed: int, end: float, crowd: Crowd, lock: threading.Lock) -> None:
    """Game after game until the time is up."""
    rng = Random(seed)
    kinds = itertools.cycle(rng.sample(list(GAMES), len(GAMES)))
    while time.monotonic() < end:
        traveller = Traveller(house, rng)
        try:
            _play_one(traveller, next(kinds), end)
        except Unanswered:
            pass  # a server died before there was a table
        except Exception as fault:  # nobody is above a thread: what is not told here is never heard of
            with lock:
                crowd.faults.append(f"{traveller.code or 'nowhere'}: {fault!r}"[:400])
        with lock:
            _add(crowd, traveller)


def _add(crowd: Crowd, traveller: Traveller) -> None:
    crowd.codes += [traveller.code] if traveller.code else []
    crowd.answered += traveller.answered
    crowd.waited = max(crowd.waited, traveller.waited)
    crowd.slowest = max(crowd.slowest, traveller.slowest)
    for status, count in traveller.statuses.items():
        crowd.statuses[status] = crowd.statuses.get(status, 0) + count


def _play_one(traveller: Traveller, kind: str, end: float) -> None:
    table = traveller.sit_at(kind)
    while time.monotonic() < end:
        table = traveller.settled(table)
        if table.is_over:
            return
        time.sleep(THINKING * traveller.rng.random())
        try:
            table = traveller.move(table)
        except Unanswered:
            table = traveller.look()


def come_to_rest(house: House) -> float:
    """Seconds until no computer player owes anything any more."""
    return until(lambda: not house.ledger.owed(), 2 * PATIENCE)


@contextmanager
def quick_beats(house: House) -> Iterator[None]:
    """Two beats at once, which notify of whoever is late each second in place of each minute."""
    house.start("quickbeat", "quickbeat2")
    try:
        yield
    finally:
        house.kill("quickbeat", "quickbeat2")


def forgotten_by_the_broker(house: House, *, games: int) -> list[str]:
    """So many games in which a computer player owes an action and nobody notifies of it: the broker has lost it all."""
    assert house.redis is not None
    house.kill("worker", "worker2")
    codes = []
    for number in range(games):
        traveller = Traveller(house, Random(number))
        traveller.move(traveller.sit_at("twoman"))
        codes.append(traveller.code)
    house.redis.crash()
    house.redis.start()
    return codes


def fill_with_stale_notices(house: House, codes: list[str], *, notices: int) -> None:
    """Messages for versions gone by, versions to come and games that never were."""
    script = (
        "from games import enqueue\n"
        f"for code in {codes!r} + ['nowhere']:\n"
        f"    for version in range({notices}):\n"
        "        enqueue.reply_soon(code, version if version % 2 else 1000 + version)\n"
    )
    house.manage("shell", "-c", script)
