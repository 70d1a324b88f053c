"""Several processes that play at the same tables, comparing what they keep with the rows at each look.

    python -m tests.moves.keeping DATABASE

Is told a line at a time to begin another one (a seed, and the file for its words) or to kill one (its number). Each
says a word a line for what it did, WRONG where a kept log is not the one that follows from the rows, and goes on until
it is killed. They begin from one that has loaded all they need: a start takes longer than all that they do.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NoReturn

import django


def main(database: str) -> None:
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    from games import enqueue
    from games.services.moves import play  # noqa: F401

    enqueue.reply_soon = lambda code, version: None
    for line in sys.stdin:
        match line.split():
            case [seed, file]:
                print(os.fork() or plays(int(seed), Path(file)), flush=True)
            case [number]:
                os.kill(int(number), signal.SIGKILL)
                print(os.waitpid(int(number), 0)[0], flush=True)


def plays(seed: int, file: Path) -> NoReturn:
    with file.open("w") as sys.stdout:
        try:
            player = Player(Random(seed))
            while True:  # until it is killed
                player.do_something()
        except BaseException:
            print(traceback.format_exc(), flush=True)
            os._exit(1)


class Player:
    """Whatever may happen at a table, in any order."""

    def __init__(self, rng: Random) -> None:
        from games.models import Game

        self.rng = rng
        self.codes = list(Game.objects.order_by("pk").values_list("code", flat=True))
        self.deeds: tuple[Callable[[], str], ...] = (
            self.acts,
            self.acts,
            self.acts,
            self.replies,
            self.goes_back,
            self.stale,
        )

    def do_something(self) -> None:
        """At the table where all meet just now, or at any; and a look at it afterwards."""
        from django.db import OperationalError

        from accounts.people import Person
        from games.models import Seat
        from games.services.moves import play
        from games.services.table import tables

        near = self.rng.random() < 0.5
        code = self.codes[int(time.time() / 2) % len(self.codes)] if near else self.rng.choice(self.codes)
        guest = Seat.objects.select_related("guest").get(game__code=code, level="").guest
        self.place = tables.place_of(person=Person(guest=guest), code=code)
        try:
            print(self.rolled_back() if self.rng.random() < 0.1 else self.rng.choice(self.deeds)())
        except (play.Refused, play.Stale, OperationalError) as refused:
            print(type(refused).__name__)
        self.looks()

    def looks(self) -> None:
        """What is kept, and what is read with its help, against a log replayed from rows."""
        from games.services.log import logs
        from games.services.log.log_cache import LOG_CACHE

        game = self.place.game
        known = LOG_CACHE.get(game.code)
        entries = list(game.entries.order_by("ordinal"))
        whole = logs.replayed(game, entries).stored()
        then = logs.replayed(game, entries[: known.version]).stored() if known is not None else None
        read = logs.read(game)
        if then != known or (read.version == whole.version and read != whole):
            print("WRONG", game.code, known, then)
        print("looks", flush=True)

    def acts(self) -> str:
        from games.engine.state import DEALER
        from games.services.log import logs
        from games.services.moves import play

        log, seat = logs.read(self.place.game), self.place.seat
        if not log.rules.legal_actions(log.state, seat):
            if DEALER not in log.rules.waits_for(log.state):
                return self.replies()
            play.deal(place=self.place, seed="s", version=log.version)
            return "deal"
        time.sleep(self.rng.choice((0.0, 0.05)))  # whoever chooses takes a while, in which another may act
        chosen = self.rng.choice(log.rules.legal_actions(log.state, seat))
        play.submit(place=self.place, action=chosen.first, version=log.version)
        return "acts"

    def replies(self) -> str:
        from games.services.moves import play

        return "reply" if play.reply(code=self.place.code, version=self.place.game.version) else "no reply"

    def goes_back(self) -> str:
        from games.services.moves import play

        play.take_back(place=self.place, version=self.place.game.version)
        return "back"

    def stale(self) -> str:
        from games.engine.actions import Action
        from games.services.moves import play

        try:
            play.submit(place=self.place, action=Action("play", "KH"), version=max(0, self.place.game.version - 2))
        except play.Stale:
            return "stale"
        return "in time"

    def rolled_back(self) -> str:
        from django.db import transaction

        try:
            with transaction.atomic():
                self.acts()
                raise ZeroDivisionError
        except ZeroDivisionError:
            return "rolled"


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    main(sys.argv[1])
