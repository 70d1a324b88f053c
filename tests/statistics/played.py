"""Histories for tests: games played on chosen days, and all rows that are counted, without their keys."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

import time_machine

from accounts.models import Guest, User
from games.facts import Facts, scores_after
from games.models import LeaderboardRow, PersonLine, Tally
from games.registry import GAMES
from tests.playing import person_of
from tests.records.played import Told
from training.demo import Player, play_one

DAYS = (date(2026, 8, 30), date(2026, 8, 31), date(2026, 9, 1), date(2026, 11, 3))
#: When all of them are over.
NEXT = DAYS[-1] + timedelta(days=1)


def on(day: date) -> time_machine.travel:
    return time_machine.travel(datetime.combine(day, time(12), tzinfo=UTC), tick=False)


def history(person: User | Guest, days: Iterable[date] = DAYS, *, level: str = "easy", hands: int = 99) -> None:
    """A game a day, or (given up) as many hands of one."""
    who = person_of(person)
    for seed, day in enumerate(days):
        at = datetime.combine(day, time(12), tzinfo=UTC)
        player = Player(who, "random")
        play_one(player=player, level=level, key="twoman", at=at, rng=Random(seed), most_hands=hands)


def measured(game: Told, seat: int, number: int = 1) -> Facts:
    """A hand of a game that was told action by action."""
    log = game.log
    before = scores_after(log.rules, log.hands[number - 2]) if number > 1 else ()
    return GAMES[log.rules.key].facts.hand(log.rules, log.state, log.hands[number - 1], before, seat)


def lines() -> list[Any]:
    names = ("game", "number", "seat", "user", "guest", "key", "level", "day", "at", "marks", "numbers", "is_ranked")
    return list(PersonLine.objects.order_by("game", "number", "seat").values_list(*names))


def tallies() -> list[Any]:
    names = ("user", "guest", "key", "span", "day", "level")
    return list(Tally.objects.order_by(*names).values_list(*names, "measures"))


def leaderboard() -> list[Any]:
    return list(
        LeaderboardRow.objects.order_by("user", "key", "level").values_list("user", "level", "games", "wins", "streak")
    )
