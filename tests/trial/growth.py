"""A migration while people play, on a database with a long history: nobody is refused, and no lock lasts."""

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import psycopg

from tests.site import ROOT, Site
from tests.trial.house import House, on_servers
from tests.trial.traveller import Traveller

#: Seconds of play before and after the migration, and between two looks at who waits for a lock.
AROUND: Final = 5.0
LOOK_EVERY: Final = 0.05
#: So many of the newest migrations are taken back and made again.
STEPS: Final = 2
WAITING: Final = """
    SELECT COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - query_start)), 0)
    FROM pg_stat_activity WHERE wait_event_type = 'Lock'
"""


@dataclass
class Growth:
    """What people and the database saw of it."""

    hands: int = 0
    seconds: float = 0.0
    moves: int = 0
    slowest: float = 0.0
    longest_lock: float = 0.0
    refused: list[str] = field(default_factory=list)
    differ: str = ""


def migrate_under_moves(*, hands: int, players: int) -> Growth:
    growth, target = Growth(), before_the_newest()
    with on_servers() as house:
        house.fill(hands)
        growth.hands = house.ledger.count("hand")
        house.manage("migrate", "games", target, "--verbosity", "0")
        with house.as_before(target) as older:
            older.start()
            _play_on(house, older, growth, players)
    return growth


def _play_on(house: House, older: House, growth: Growth, players: int) -> None:
    """The servers know nothing of what the migration brings, as in a deploy."""
    done, lock = threading.Event(), threading.Lock()
    travellers = [Traveller(older, Random(seed)) for seed in range(players)]
    threads = [threading.Thread(target=_play, args=(one, done, growth, lock)) for one in travellers]
    threads.append(threading.Thread(target=_watch_locks, args=(house, done, growth)))
    for thread in threads:
        thread.start()
    time.sleep(AROUND)
    begun = time.monotonic()
    Site.manage(house, "migrate", "--verbosity", "0")
    growth.seconds = time.monotonic() - begun
    time.sleep(AROUND)
    done.set()
    for thread in threads:
        thread.join()
    older.kill()
    growth.differ = house.manage("verify_games", "--game", *(one.code for one in travellers))


def _play(traveller: Traveller, done: threading.Event, growth: Growth, lock: threading.Lock) -> None:
    """One long game: tables are opened before the migration, and moves come in all the while."""
    moves = 0
    try:
        table = traveller.sit_at("spades")
        while not done.is_set():
            table = traveller.settled(table)
            if table.is_over:
                break
            table, moves = traveller.move(table), moves + 1
    except (AssertionError, ConnectionError, TimeoutError) as fault:
        with lock:
            growth.refused.append(str(fault))
    with lock:
        growth.moves += moves
        growth.slowest = max(growth.slowest, traveller.slowest)
        growth.refused += [f"{count} times {status}" for status, count in traveller.statuses.items() if status >= 500]


def _watch_locks(house: House, done: threading.Event, growth: Growth) -> None:
    with psycopg.connect(house.environment["DATABASE_URL"], autocommit=True) as line:
        while not done.wait(LOOK_EVERY):
            found = line.execute(WAITING).fetchone()
            growth.longest_lock = max(growth.longest_lock, float(found[0]) if found else 0.0)


def before_the_newest() -> str:
    """The migration of games that was the last before the newest ones."""
    names = sorted(path.stem for path in Path(ROOT / "games" / "migrations").glob("[0-9]*.py"))
    return names[-1 - STEPS]
