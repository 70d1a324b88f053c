"""Changes of tables while people play, on a database with a long history: no request fails, and no lock lasts."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

import psycopg

from tests.trial.house import House, on_servers
from tests.trial.ledger import Answered
from tests.trial.locks import Watch, watched
from tests.trial.traveller import Traveller

#: Seconds of play before and after what is done to the tables.
AROUND: Final = 5.0
#: What a migration may do while the site runs (docs/running.md): a column with a default, an index, a constraint.
EXPAND: Final = (
    "ALTER TABLE games_game ADD COLUMN trial_note varchar(20) NOT NULL DEFAULT ''",
    "CREATE INDEX CONCURRENTLY trial_entries_by_time ON games_entry (at)",
    "CREATE INDEX CONCURRENTLY trial_plays_by_card ON games_play (card, hand_id)",
    "ALTER TABLE games_play ADD CONSTRAINT trial_a_place_is_small CHECK (place < 100) NOT VALID",
    "ALTER TABLE games_play VALIDATE CONSTRAINT trial_a_place_is_small",
)


@dataclass(frozen=True)
class Stretch:
    """From when to when something was done to the tables."""

    begun: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.begun


@dataclass
class Growth:
    """What people and the database saw of it; `rows` are those of the longest tables before it began."""

    rows: dict[str, int] = field(default_factory=dict)
    expanded: Stretch = field(default_factory=lambda: Stretch(0, 0))
    watch: Watch = field(default_factory=Watch)
    slowest: float = 0.0
    answered: list[Answered] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def moves_in(self, stretch: Stretch) -> int:
        """Answered moves of that time."""
        return sum(stretch.begun <= one.time <= stretch.ended for one in self.answered)


def migrate_under_moves(*, hands: int, players: int) -> Growth:
    growth = Growth()
    with on_servers() as house:
        house.fill(hands)
        growth.rows = {table: house.ledger.count(table) for table in ("hand", "entry", "play")}
        house.start()
        _play_on(house, growth, players)
        _verify(house, growth)
    return growth


def _play_on(house: House, growth: Growth, players: int) -> None:
    """Change the tables under servers that know nothing of it, as in a deploy."""
    done, lock, address = threading.Event(), threading.Lock(), house.environment["DATABASE_URL"]
    threads = [threading.Thread(target=_play, args=(house, seed, done, growth, lock)) for seed in range(players)]
    for thread in threads:
        thread.start()
    try:
        with watched(address) as growth.watch:
            time.sleep(AROUND)
            growth.expanded = _timed(lambda: _expand(address))
            time.sleep(AROUND)
    finally:
        done.set()
        for thread in threads:
            thread.join()


def _timed(done: Callable[[], object]) -> Stretch:
    begun = time.monotonic()
    done()
    return Stretch(begun, time.monotonic())


def _expand(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as line:
        for statement in EXPAND:
            line.execute(statement)


def _play(house: House, seed: int, done: threading.Event, growth: Growth, lock: threading.Lock) -> None:
    """Play one long game after the other until the tables have been changed."""
    traveller = Traveller(house, Random(seed))
    try:
        while not done.is_set():
            _play_one(traveller, done)
    except Exception as fault:  # nobody is above a thread: what is not told here is never heard of
        with lock:
            growth.faults.append(f"{traveller.code or 'nowhere'}: {fault!r}"[:400])
    refused = [f"{count} times {status}" for status, count in traveller.statuses.items() if status >= 500]
    with lock:
        growth.faults += refused
        growth.answered += traveller.answered
        growth.slowest = max(growth.slowest, traveller.slowest)


def _play_one(traveller: Traveller, done: threading.Event) -> None:
    table = traveller.sit_at("spades")
    while not (done.is_set() or table.is_over):
        table = traveller.settled(table)
        if not table.is_over:
            table = traveller.move(table)


def _verify(house: House, growth: Growth) -> None:
    """Every answered move stands in its log, and every game that was played follows from its own."""
    growth.faults += house.ledger.lost(growth.answered)
    codes = sorted({one.code for one in growth.answered})
    try:
        told = house.manage("verify_games", "--game", *codes) if codes else "nobody played"
    except RuntimeError as differ:
        told = str(differ)
    if told.strip() != f"{len(codes)} games verified, 0 differ.":
        growth.faults.append(told)
