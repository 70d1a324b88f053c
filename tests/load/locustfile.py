"""Guests for locust: each plays game after game, its stream open, and thinks as long as people do.

`make load` starts it against a site of its own. Alone, against a site that runs with SPADESITE_LIMITS=0:
`locust -f tests/load/locustfile.py --headless --users 20 --spawn-rate 2 --run-time 5m --host http://127.0.0.1:8000`.
"""

import json
import os
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import gevent
from locust import User, events, task
from locust.env import Environment

from tests.load.company import PATIENCE, Company, Person
from tests.reading import Table
from tests.visitor import KINDS, Stream, Visitor, board_of_today

#: Names a file that is made when all players sit.
BEGAN = "LOAD_BEGAN"
#: What may happen to a request or a stream; the player goes on with another game.
FAULTS = (OSError, RuntimeError)


@events.init_command_line_parser.add_listener
def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--think-least", type=float, default=2.0, help="seconds before an action, at least")
    parser.add_argument("--think-most", type=float, default=6.0, help="and at most")
    parser.add_argument("--kinds", default=",".join(KINDS), help="games that are played, divided by commas")
    parser.add_argument("--people", type=float, default=0, help="of 100 players so many sit at tables of two people")
    parser.add_argument("--boards", action="store_true", help="today's boards, everybody in the same order")
    parser.add_argument("--strongest", action="store_true", help="against the strongest level of each game")
    parser.add_argument("--actions", type=int, default=0, help="stop after so many actions")
    parser.add_argument("--figures", default="", help="a file for the figures")


@events.spawning_complete.add_listener
def _all_sit(user_count: int, **kwargs: Any) -> None:
    if began := os.environ.get(BEGAN):
        Path(began).touch()


@events.user_error.add_listener
def _keep_fault(user_instance: "Guest", exception: Exception, **kwargs: Any) -> None:
    """One that nobody foresaw, of which the log alone would tell."""
    user_instance.note("a game broken off", 0.0, exception)


@events.quitting.add_listener
def _keep_figures(environment: Environment, **kwargs: Any) -> None:
    options = environment.parsed_options
    if options is None or not options.figures:
        return
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {
        entry.name: {
            "count": entry.num_requests,
            "failed": entry.num_failures,
            **{name: entry.get_response_time_percentile(share) / 1000 for name, share in shares.items()},
        }
        for entry in environment.stats.entries.values()
    }
    faults = {fault.to_name(): fault.occurrences for fault in environment.stats.errors.values()}
    Path(options.figures).write_text(json.dumps({"asked": found, "faults": faults}), encoding="utf-8")


class Guest(User):
    """One person. Which games they play and how long they think follows from the order in which they came."""

    came = 0
    waiting: Company | None = None

    def on_start(self) -> None:
        share = self.environment.parsed_options.people / 100
        self.in_company = int((Guest.came // 2 + 1) * share) > int(Guest.came // 2 * share)  # by twos
        rng = Random(Guest.came)
        kinds = self.environment.parsed_options.kinds.split(",")
        first = 0 if self.environment.parsed_options.boards else Guest.came % len(kinds)
        self.kinds = kinds[first:] + kinds[:first]
        Guest.came += 1
        assert self.host is not None
        self.visitor, self.games = Visitor(self.host, rng), 0

    def on_stop(self) -> None:
        self.visitor.close()

    @task
    def play_a_game(self) -> None:
        kind = self.kinds[self.games % len(self.kinds)]
        self.games += 1
        self.think()
        if self.in_company:
            self.play_in_company(kind)
            return
        options = self.environment.parsed_options
        try:
            if options.boards:
                self.play_the_board(kind)
            else:
                self.play_to_the_end(lambda: self.visitor.sit_at(kind, strongest=options.strongest))
        except FAULTS as fault:
            self.note("a game broken off", 0.0, fault)

    def play_the_board(self, kind: str) -> None:
        """Today's, and then its page and the front page are read; whoever has played them all comes as somebody new."""
        page = board_of_today(kind)
        self.play_to_the_end(lambda: self.visitor.begin(page))
        self.timed("the board's page", lambda: self.visitor.read(page))
        self.timed("the front page", lambda: self.visitor.read("/"))
        if self.games % len(self.kinds) == 0:
            self.visitor.cookies.clear()

    def play_to_the_end(self, sits: Callable[[], Table]) -> None:
        table = self.timed("sit down", sits)
        stream = Stream(self.visitor, table.version)
        try:
            self.play(table, stream)
        finally:
            stream.close()

    def play_in_company(self, kind: str) -> None:
        """With whoever waits for a second person, else at a table of the own, for whoever comes next.

        Who is whose company is settled before anything is asked, or all who come together would open tables.
        """
        company, Guest.waiting = Guest.waiting, None
        try:
            if company is not None:
                self.sit_down_with(company)
            else:
                Guest.waiting = Company(kind, self.note_across)
                self.receive(Guest.waiting)
        except FAULTS as fault:
            self.note("a game broken off", 0.0, fault)

    def receive(self, company: Company) -> None:
        try:
            company.link = self.visitor.open_room(company.kind)
            company.opened.set()
            has_come = company.joined.wait(PATIENCE)
        finally:
            Guest.waiting = None if Guest.waiting is company else Guest.waiting
        if has_come:
            self.visitor.start()
            company.began.set()
            self.share(Person(self.visitor, company, 0))

    def sit_down_with(self, company: Company) -> None:
        if not company.opened.wait(PATIENCE):
            return
        self.visitor.join(company.link, "Ama")
        company.joined.set()
        if company.began.wait(PATIENCE):
            self.visitor.start()
            self.share(Person(self.visitor, company, 1))

    def share(self, person: Person) -> None:
        try:
            while person.await_turn():
                self.think()
                if person.is_asked:
                    self.timed("an action", person.act)
        finally:
            person.leave()

    def note_across(self, seconds: float) -> None:
        self.note("one's press on the other's screen", seconds, None)

    def play(self, table: Table, stream: Stream) -> None:
        """A board is dealt before its page shows, and others may be the first to act."""
        while True:
            table = table if table.waits_for_me else self.reply(stream, table)
            if table.is_over:
                return
            self.think()
            table = self.timed("an action", lambda table=table: self.visitor.move(table))  # type: ignore[misc]

    def reply(self, stream: Stream, table: Table) -> Table:
        """The table once it is the player's turn again: after one computer player's action, or after three."""
        return self.timed("until my turn again", lambda: stream.settled(table))

    def think(self) -> None:
        options = self.environment.parsed_options
        gevent.sleep(self.visitor.rng.uniform(options.think_least, options.think_most))

    def timed(self, name: str, work: Callable[[], Table]) -> Table:
        begun = time.perf_counter()
        try:
            table = work()
        except FAULTS as fault:
            self.note(name, time.perf_counter() - begun, fault)
            raise
        self.note(name, time.perf_counter() - begun, None)
        return table

    def note(self, name: str, seconds: float, fault: Exception | None) -> None:
        self.environment.events.request.fire(
            request_type="", name=name, response_time=1000 * seconds, response_length=0, exception=fault, context={}
        )
        most = self.environment.parsed_options.actions
        if most and self.environment.stats.get("an action", "").num_requests == most and name == "an action":
            gevent.spawn(self.environment.runner.quit)  # it waits for all players to stop, so it cannot be one of them
