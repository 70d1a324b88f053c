"""Processes that play at the same tables and compare their cached logs with the rows.

    python -m tests.table.log_players DATABASE FOLDER

Each process writes to its own file: a word for each action, "looks" for each comparison, WRONG where a cached log
differs from its rows, and a traceback if the process fails. Some processes are killed and replaced. All are forks of
one process, so Django is loaded once.
"""

# ruff: noqa: E402
import os
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import NoReturn

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import OperationalError, connection, transaction

from accounts.people import Person
from games import enqueue
from games.engine.actions import Action
from games.engine.state import DEALER
from games.table import logs, play, tables
from games.table.logs import LOG_CACHE
from games.table.models import Game, Seat
from games.table.move import Refused, Stale

#: The run makes more than `LOOKS` comparisons in all, and kills one process after every `LOOKS_PER_KILL` of them.
LOOKS, LOOKS_PER_KILL = 120, 30
PROCESSES = 3
ACTIONS = ("acts", "deal", "reply", "back", "rolled", "stale", "Stale")


def main(database: str, folder: Path) -> None:
    """Run the players until there are enough comparisons and more than five of each of `ACTIONS`, or a player fails."""
    connection.settings_dict["NAME"] = database
    enqueue.reply_soon = lambda code, version: None
    rng, found, kills = Random(1), Counter[str](), 0
    running = [begin(number, folder) for number in range(PROCESSES)]
    try:
        while found["looks"] <= LOOKS or any(found[action] <= 5 for action in ACTIONS):
            if "Traceback (most recent call last):" in found:
                break
            if found["looks"] > LOOKS_PER_KILL * (kills + 1):
                victim, kills = rng.randrange(PROCESSES), kills + 1
                kill(running[victim])
                running[victim] = begin(PROCESSES + kills, folder)
            time.sleep(0.1)
            found = Counter(line for file in folder.iterdir() for line in file.read_text().splitlines())
    finally:
        for pid in running:
            kill(pid)


def begin(number: int, folder: Path) -> int:
    return os.fork() or play_on(number, folder / f"{number}.txt")


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def play_on(seed: int, file: Path) -> NoReturn:
    with file.open("w") as sys.stdout:
        try:
            player = Player(Random(seed))
            while True:
                player.act_at_random()
        except BaseException:
            print(traceback.format_exc(), flush=True)
            os._exit(1)


class Player:
    """A player that makes random actions at random tables and compares the cached log after each action."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.codes = list(Game.objects.order_by("pk").values_list("code", flat=True))

    def act_at_random(self) -> None:
        """Act at a table and compare its log. Half of the actions are at a table that all processes share for 2 s."""
        together = self.rng.random() < 0.5
        code = self.codes[int(time.time() / 2) % len(self.codes)] if together else self.rng.choice(self.codes)
        guest = Seat.objects.select_related("guest").get(game__code=code, level="").guest
        self.place = tables.place_of(person=Person(guest=guest), code=code)
        actions = (self.submit, self.submit, self.submit, self.reply, self.take_back, self.submit_stale)
        try:
            print(self.roll_back() if self.rng.random() < 0.1 else self.rng.choice(actions)())
        except (Refused, Stale, OperationalError) as refused:
            print(type(refused).__name__)
        self.compare()

    def compare(self) -> None:
        """Print WRONG if the cached log, or the log that `logs.read` returns, differs from a log replayed from rows."""
        game = self.place.game
        known = LOG_CACHE.get(game.code)
        entries = list(game.entries.order_by("ordinal"))
        whole = logs.new_log(game).follow(*entries).stored()
        expected = logs.new_log(game).follow(*entries[: known.version]).stored() if known is not None else None
        read = logs.read(game)
        if expected != known or (read.version == whole.version and read != whole):
            print("WRONG", game.code, known, expected)
        print("looks", flush=True)

    def submit(self) -> str:
        log, seat = logs.read(self.place.game), self.place.seat
        if not log.rules.legal_actions(log.state, seat):
            if DEALER not in log.rules.waits_for(log.state):
                return self.reply()
            play.deal(place=self.place, seed="s", version=log.version)
            return "deal"
        time.sleep(self.rng.choice((0.0, 0.05)))  # so that another process may act between the read and the write
        chosen = self.rng.choice(log.rules.legal_actions(log.state, seat))
        play.submit(place=self.place, action=chosen.first, version=log.version)
        return "acts"

    def reply(self) -> str:
        return "reply" if play.reply(code=self.place.code, version=self.place.game.version) else "no reply"

    def take_back(self) -> str:
        play.take_back(place=self.place, version=self.place.game.version)
        return "back"

    def submit_stale(self) -> str:
        try:
            play.submit(place=self.place, action=Action("play", "KH"), version=max(0, self.place.game.version - 2))
        except Stale:
            return "stale"
        return "in time"

    def roll_back(self) -> str:
        try:
            with transaction.atomic():
                self.submit()
                raise ZeroDivisionError
        except ZeroDivisionError:
            return "rolled"


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
