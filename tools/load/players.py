"""Locust users that play over HTTP as guests, each with an event stream, and pause before each action.

`tools.load.crowd` starts this program as a separate process, so that the players' CPU time is measured apart from the
site's. This program prints `READY` once all players have started, and the statistics as JSON at the end.
"""

import itertools
import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from random import Random
from typing import Any, Final

import gevent
from locust import User, task
from locust.env import Environment

from tools.load import ACROSS, ACTION, BROKEN, READY, REPLY
from tools.pair import Pair
from tools.reading import Table
from tools.visitor import KINDS, EventStream, Visitor, board_of_today

#: Maximum seconds by which the measurement is extended if there has been no action yet.
PATIENCE: Final = 60.0
PERCENTILES: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


class Player(User):
    """Plays one game after another. The player's number determines the kind of the first game."""

    abstract = True
    numbers = itertools.count()

    def on_start(self) -> None:
        self.number, self.games = next(Player.numbers), 0
        self.options: Namespace = self.environment.parsed_options
        self.rng = Random(self.number)

    @property
    def kind(self) -> str:
        kinds: list[str] = self.options.kinds
        return kinds[(self.number + self.games) % len(kinds)]

    @task
    def play_a_game(self) -> None:
        self.think()
        try:
            self.play(self.kind)
        except Exception as error:  # recorded; the player continues with another game
            self.record(BROKEN, 0.0, error)
        self.games += 1

    def play(self, kind: str) -> None:
        raise NotImplementedError

    def think(self) -> None:
        gevent.sleep(self.rng.uniform(*self.options.think))

    def timed(self, name: str, work: Callable[[], Table]) -> Table:
        begun = time.perf_counter()
        table = work()
        self.record(name, time.perf_counter() - begun)
        return table

    def record(self, name: str, seconds: float, error: Exception | None = None) -> None:
        self.environment.events.request.fire(
            request_type="", name=name, response_time=1000 * seconds, response_length=0, exception=error, context={}
        )


class Guest(Player):
    """Plays against bots."""

    def on_start(self) -> None:
        super().on_start()
        self.visitor = Visitor(str(self.host), self.rng)

    def on_stop(self) -> None:
        self.visitor.close()

    def play(self, kind: str) -> None:
        self.play_to_the_end(lambda: self.visitor.sit_at(kind, strongest=self.options.strongest))

    def play_to_the_end(self, sit: Callable[[], Table]) -> None:
        table = self.timed("sit down", sit)
        stream = EventStream(self.visitor, table.version)
        try:
            while True:
                if not table.waits_for_me:
                    table = self.timed(REPLY, lambda table=table: stream.settled(table))  # type: ignore[misc]
                if table.is_over:
                    return
                self.think()
                table = self.timed(ACTION, lambda table=table: self.visitor.move(table))  # type: ignore[misc]
        finally:
            stream.close()


class BoardPlayer(Guest):
    """Plays today's boards in the same order as all others; after each, loads the board's page and the front page."""

    @property
    def kind(self) -> str:
        kinds: list[str] = self.options.kinds
        return kinds[self.games % len(kinds)]

    def play(self, kind: str) -> None:
        page = board_of_today(kind)
        self.play_to_the_end(lambda: self.visitor.begin(page))
        self.timed("the board's page", lambda: self.visitor.read(page))
        self.timed("the front page", lambda: self.visitor.read("/"))
        if kind == self.options.kinds[-1]:
            self.visitor.cookies.clear()  # comes back as a new guest


class TwoPeople(Player):
    """One Locust user for two players at one table."""

    def play(self, kind: str) -> None:
        pair = Pair(str(self.host), kind, seed=2 * self.number)
        try:
            while not pair.is_over:
                pair.act(self.think)
                for name, seconds in ((ACTION, pair.action_seconds()), (ACROSS, pair.seconds)):
                    for one in seconds:
                        self.record(name, one)
                    seconds.clear()
        finally:
            pair.close()


USERS: Final[dict[str, list[type[User]]]] = {"games": [Guest], "boards": [BoardPlayer], "pairs": [TwoPeople]}


def statistics_of(environment: Environment) -> dict[str, Any]:
    """Return count, failures and percentiles (seconds) of each request, and the number of each error."""
    requests = {
        entry.name: {
            "count": entry.num_requests,
            "failed": entry.num_failures,
            **{name: entry.get_response_time_percentile(share) / 1000 for name, share in PERCENTILES.items()},
        }
        for entry in environment.stats.entries.values()
    }
    errors = {error.to_name(): error.occurrences for error in environment.stats.errors.values()}
    return {"requests": requests, "errors": errors}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--crowd", choices=USERS, default="games")
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--arriving", type=float, default=6, help="players (in pairs: tables) that start per second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--think", type=float, nargs=2, default=(2, 6), help="minimum and maximum seconds before an action"
    )
    parser.add_argument("--kinds", nargs="*", default=KINDS, choices=KINDS)
    parser.add_argument("--strongest", action="store_true", help="in games: against the strongest bots")
    options = parser.parse_args()
    environment = Environment(user_classes=USERS[options.crowd], host=options.url, parsed_options=options)
    runner = environment.create_local_runner()
    users = max(1, options.players // 2) if options.crowd == "pairs" else options.players
    runner.start(users, spawn_rate=options.arriving)
    if runner.spawning_greenlet is not None:
        runner.spawning_greenlet.join()
    environment.stats.reset_all()
    print(READY, flush=True)
    gevent.sleep(options.seconds)
    patient_until = time.monotonic() + PATIENCE
    while not environment.stats.get(ACTION, "").num_requests and time.monotonic() < patient_until:
        gevent.sleep(0.1)
    found = statistics_of(environment)
    runner.quit()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
