"""Histories for tests: games played on chosen days, and all rows that are counted, without their keys."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

import time_machine

from accounts.models import Guest, User
from accounts.people import Person
from games.facts import Facts, scores_after
from games.models import Game, LeaderboardRow, PersonLine, Tally
from games.registry import GAMES, levels
from games.services.counting.measures import Measures
from games.services.statistics import reading
from games.services.statistics.reading import Stretch
from games.services.table.seating import ComputerSeat
from tests.playing import person_of
from tests.records.played import Told
from training.demo import Player, play_one

DAYS = (date(2026, 8, 30), date(2026, 8, 31), date(2026, 9, 1), date(2026, 11, 3))
#: When all of them are over.
NEXT = DAYS[-1] + timedelta(days=1)


def on(day: date) -> time_machine.travel:
    return time_machine.travel(datetime.combine(day, time(12), tzinfo=UTC), tick=False)


def demo_game(
    person: User | Guest,
    key: str = "twoman",
    day: date = DAYS[0],
    *,
    seed: Any = 1,
    hour: int = 12,
    level: str = "",
    seating: Sequence[ComputerSeat] = (),
    hands: int = 99,
    **chosen: Any,
) -> Game:
    """A game of that day, or (given up) so many hands of one, in which any legal action is made for the person; the
    others are of the game’s first level, unless told otherwise.
    """
    play_one(
        player=Player(person_of(person), "random"),
        level=level or levels(key)[0],
        key=key,
        at=datetime.combine(day, time(hour), tzinfo=UTC),
        rng=Random(seed),
        most_hands=hands,
        chosen=chosen,
        seating=seating,
    )
    return Game.objects.latest("pk")


def history(person: User | Guest, days: Iterable[date] = DAYS, *, level: str = "easy", hands: int = 99) -> None:
    """A game a day, or (given up) as many hands of one."""
    for seed, day in enumerate(days):
        demo_game(person, day=day, seed=seed, level=level, hands=hands)


def game_of_a_day(person: User, key: str, day: int, *, level: str = "", **chosen: Any) -> None:
    """Up to six hands on that of the days, otherwise set up than usual."""
    seed = repr((day, level, sorted((name, told) for name, told in chosen.items() if name != "seating")))
    demo_game(person, key, DAYS[day], seed=seed, level=level, hands=6, **chosen)


def whole(person: User, key: str = "twoman", **asked: Any) -> Measures:
    return reading.personal(person=Person(user=person), stretch=Stretch(key, **asked)).whole


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
    rows = LeaderboardRow.objects.order_by("user", "key", "level")
    return list(rows.values_list("user", "level", "games", "wins", "streak"))
