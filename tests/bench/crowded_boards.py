"""Boards that very many have played, and a month of boards behind them; needs a Django process whose site has a history
(`filling`).
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any, Final

from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from accounts.models import Preferences, User
from games.models import Attempt, Board, Game
from games.services.boards import days, field
from games.services.counting import tallies
from tests.bench.filling import FIRST, KEY

MARGINS: Final = (-120, -80, -40, -20, 0, 10, 34, 52, 90, None)
BIDS: Final = tuple(f'["bid",{tricks}]' for tricks in range(8))
BATCH: Final = 5_000


def fill(results: int) -> None:
    """So many results of one board today and of one yesterday, which the night has not counted; and of every day of the
    last weeks one each of everybody who has an account.
    """
    today, first = tallies.today(), tallies.today() - timedelta(days=days.CALENDAR - 1)
    accounts = User.objects.filter(username__startswith=FIRST)
    accounts.update(date_joined=timezone.now() - timedelta(days=365))
    Preferences.objects.filter(user__in=accounts).update(shows_name=True)
    people = list(accounts.order_by("pk"))
    rng = Random(1)
    for passed in range(days.CALENDAR):
        for key in days.games():
            board = days.board_of(key=key, day=first + timedelta(days=passed))
            Attempt.objects.bulk_create(_attempts(board, people, rng), batch_size=BATCH)
    Attempt.objects.filter(board__day__lt=today).update(percentile=F("margin") / 2000.0 + 0.5)
    for passed in (0, 1):
        crowded = days.board_of(key=KEY, day=today - timedelta(days=passed))
        Attempt.objects.bulk_create(_attempts(crowded, [None] * results, rng), batch_size=BATCH)
        _look_back(crowded, people[0], passed)


def night() -> int:
    """How many attempts the night has counted for good."""
    yesterday = tallies.today() - timedelta(days=1)
    field.count_day(yesterday)
    cache.clear()
    return Attempt.objects.filter(board__day=yesterday).count()


def pages() -> dict[str, str]:
    """Names and addresses of the pages that are timed, as the first person sees them."""
    today = tallies.today()
    return {
        "front page": "/",
        "boards and the table of the month": "/boards/",
        "a board of today": _address(today),
        "a board of yesterday": _address(today - timedelta(days=1)),
    }


def _address(day: date) -> str:
    return f"/boards/{day.isoformat()}/{KEY}/"


def _attempts(board: Board, people: list[Any], rng: Random) -> Iterator[Attempt]:
    assert board.day is not None
    now = timezone.now()
    noon = min(datetime.combine(board.day, time(12), now.tzinfo), now)  # whoever ends in time to come is counted anew
    for user in people:
        row = {"margin": rng.choice(MARGINS), "bid": rng.choice(BIDS), "error_rate": rng.choice((0.5, 2.5, 7.0, None))}
        yield Attempt(board=board, user=user, begun_at=noon, ended_at=noon, **row)


def _look_back(board: Board, person: User, place: int) -> None:
    """The person’s own attempt has a game that can be looked at."""
    own = Game.objects.filter(seats__user=person, key=KEY, entries__ordinal=1, status="finished").order_by("pk")
    Attempt.objects.filter(board=board, user=person).update(game=own[place], margin=10)
