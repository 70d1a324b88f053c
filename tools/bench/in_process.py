"""Measure costs inside one Django process, without server and worker. Runs in a site's shell (`Site.shell`)."""

import time
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from urllib3 import HTTPHeaderDict

from games import enqueue
from games.arena.match import ArenaTable, Match, seated
from games.bots.base import Chooser
from games.engine.actions import Action
from games.engine.state import SeatView
from games.evaluation.hand import review_hand
from games.registry import evaluator, levels, ruleset
from games.snapshot import Snapshot, Status
from games.table import logs, play, tables, views
from games.table.logs import LOG_CACHE
from games.table.models import Game, Seat
from games.table.players import ready
from games.table.replay import finished_hands
from games.table.tables import Place
from tools.history import Template, store
from tools.reading import Table
from tools.visitor import HttpAnswer, Visitor
from training import demo

#: A seat number that no game has. For it `moves_since` returns the moves of all seats.
NO_SEAT: Final = 99
#: Number of log entries of an open game: Two-Man Spades is then in the middle of its second hand.
ENTRIES: Final = 45


class InProcessVisitor(Visitor):
    """Sends its requests to Django's test client instead of a server."""

    def __init__(self, seed: int) -> None:
        super().__init__("", Random(seed))
        self.client = Client(SERVER_NAME="localhost")
        settings.LIMITS_APPLY, settings.LIMITS = (
            True,
            dict.fromkeys(settings.LIMITS, "1000000/s"),
        )  # requests are counted, but no limit is reached
        # The benchmark makes the bots' replies itself. On a slow machine a request for the table would make late ones.
        enqueue.reply_soon = lambda code, version: None
        tables.PATIENCE = timedelta(days=1)

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> HttpAnswer:
        begun = time.perf_counter()
        headers = {"HX-Request": "true"} if htmx else {}
        came = self.client.post(path, data, headers=headers) if method == "POST" else self.client.get(path)
        seconds, answered = time.perf_counter() - begun, HTTPHeaderDict(came.headers.items())
        return HttpAnswer(came.status_code, answered, came.content.decode(), seconds, len(came.content))

    def reply(self, table: Table) -> None:
        play.reply(code=self.code, version=table.version)


# ---------- statements and server time ----------
def requests(kind: str, rounds: int) -> dict[str, Any]:
    """Play games; return the maximum number of SQL statements by kind of request, and the seconds of actions.

    Timed actions are those without a count of statements, because the count costs time.
    """
    visitor, statements, seconds = InProcessVisitor(4), dict[str, int](), list[float]()

    def count(name: str, work: Callable[[], Any]) -> Table:
        with CaptureQueriesContext(connection) as queries:
            work()
        number = sum(not query["sql"].startswith(("BEGIN", "COMMIT")) for query in queries)
        after = visitor.look()
        if name in ("an action", "a reply") and _is_between(after):
            name = "a game's end" if after.is_over else "a hand's end"
        statements[name] = max(statements.get(name, 0), number)
        return after

    table = visitor.sit_at(kind)
    for turn in range(rounds):
        table = count("a table between hands" if _is_between(table) else "a table", visitor.look)
        if table.is_over:
            table = visitor.sit_at(kind)
        elif table.may_deal:
            table = count("a deal", partial(visitor.move, table))
        elif not table.may_act:
            table = count("a reply", partial(visitor.reply, table))
        elif turn % 12 in (0, 6):
            table = count("an action", partial(visitor.post, table, "take-back" if turn % 12 else "hint", {}))
        elif turn % 2:
            table = count("an action", partial(visitor.move, table))
        else:
            table = visitor.move(table)
            seconds.append(visitor.seconds[-1])
    return {"statements": statements, "seconds": seconds}


def _is_between(table: Table) -> bool:
    return table.may_deal or table.is_over


# ---------- drawing and reviews ----------
def _played(kind: str, level: str, hands: int, seed: int) -> Place:
    """Store a game of at most `hands` hands in which the bot of that level plays every seat."""
    person, at = demo.person_named("Joanna"), timezone.now() - timedelta(hours=1)
    player = demo.Player(person, level)
    demo.play_one(player=player, level=level, key=kind, started_at=at, rng=Random(seed), most_hands=hands)
    return tables.place_of(person=person, code=Game.objects.latest("pk").code)


def drawing(kind: str, games: int = 2) -> float:
    """Return the mean milliseconds of CPU to present and draw a step of a game.

    Draws twice `games` games. The first half warms up the process, the second half is measured.
    """
    places = [_played(kind, levels(kind)[0], 2, seed) for seed in range(2 * games)]
    request: Any = RequestFactory().get("/")
    request._person, request.user = places[0].person, places[0].person.user
    for some in (places[:games], places[games:]):
        snapshots = [snapshot for place in some for snapshot in _steps(place)]
        begun = time.process_time()
        for snapshot in snapshots:
            views.partial(request, snapshot)
        taken = 1000 * (time.process_time() - begun) / len(snapshots)
    return taken


def _steps(place: Place) -> list[Snapshot]:
    """Return the moments of a game as the person sees them."""
    past, _now = logs.moves_since(place.game, 0, NO_SEAT)
    shown = ((tables.snapshot(place, log, status=Status.PLAYING), played) for log, played in past)
    return [tables.as_past(one, is_played_out=played) for one, played in shown]


def reviews(kind: str, hands: int) -> list[float]:
    """Return the milliseconds of CPU per seat for the review of each of `hands` hands, after a warm-up."""
    rules, times, seed = ruleset(kind), list[float](), 0
    while len(times) <= hands:
        game, seed = _played(kind, levels(kind)[1], hands, seed).game, seed + 1
        for hand in finished_hands(game):
            begun = time.process_time()
            review_hand(rules, evaluator(kind), hand, code=game.code)
            times.append(1000 * (time.process_time() - begun) / rules.seats)
    return times[1 : 1 + hands]


class Timed:
    """A bot whose choices are timed by phase, in milliseconds of CPU."""

    def __init__(self, player: Chooser) -> None:
        self.player, self.taken = player, defaultdict[str, list[float]](list)

    def choose(self, view: SeatView, rng: Random) -> Action:
        begun = time.thread_time()
        action = self.player.choose(view, rng)
        self.taken[str(view.phase)].append(1000 * (time.thread_time() - begun))
        return action


def ruthless_marta(games: int) -> dict[str, list[float]]:
    """Return the milliseconds of CPU of each of ruthless Marta's choices, by phase."""
    ready("twoman", "ruthless")
    match = Match("twoman", ("ruthless", "medium"), games=games, seed=7, duplicate=True)
    marta, other = seated(match)
    timed = Timed(marta)
    for index in range(games):
        ArenaTable(match, index, (timed, other)).play()
    return timed.taken


# ---------- open games ----------
def open_games(*counts: int, played: int = 6) -> list[dict[str, float]]:
    """Show open games; return megabytes and cached logs of this process at each number of games in `counts`.

    The open games are copies of `played` games. Showing a game puts its log, seals and rendered parts into the caches.
    """
    visitor, found = InProcessVisitor(4), []
    templates = [Template(_opened(visitor), Template.LOGGED) for _ in range(played)]
    base = templates[-1].game.pk
    for number in range(1, max(counts) + 1):
        with transaction.atomic():
            store(templates[number % played].copied(base + number))
        answer = visitor.ask("GET", f"/games/c{base + number}/")
        assert answer.status == 200, f"the table has status {answer.status}"
        Seat.objects.filter(game=base + number).update(guest=None)  # a guest may not have thousands of open games
        if number in counts:
            found.append({"games": number, "megabytes": _anonymous_megabytes(), "logs": len(LOG_CACHE)})
    return found


def _opened(visitor: InProcessVisitor) -> Game:
    """Play a game of Two-Man Spades into its second hand."""
    table = visitor.sit_at("twoman")
    while table.version < ENTRIES or table.may_deal:
        if table.is_over:  # a blind nil may end the game in its first hand
            table = visitor.sit_at("twoman")
        elif table.waits_for_me:
            table = visitor.move(table)
        else:
            visitor.reply(table)
            table = visitor.look()
    return Game.objects.get(code=visitor.code)


def _anonymous_megabytes() -> float:
    """Return the memory of this process that is not backed by a file."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Anonymous:"))
