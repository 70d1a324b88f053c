"""Times of the pages that show past games, and of the nightly count after a busy day. Runs in a site's shell."""

import time
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.zones import utc_today
from games.statistics import tallies
from games.statistics.models import PersonLine
from games.table.models import Game
from tools.history import FIRST, fill_yesterday

REPEATS: Final = 7
#: Approximate number of log entries of the game whose replay is timed.
USUAL_LENGTH: Final = 500


def night(hands: int) -> tuple[int, float]:
    """Store about `hands` hands of yesterday; return the number of counted hands and the seconds of the count.

    Yesterday in UTC is counted even if it has not ended in all time zones.
    """
    fill_yesterday(hands)
    begun = time.perf_counter()
    days = tallies.catch_up(until=utc_today() - timedelta(days=1))
    took = time.perf_counter() - begun
    return PersonLine.objects.filter(day__in=days, number__gt=0).count(), took


def pages() -> dict[str, str]:
    """Return the paths of the timed pages by name, for the games of the user `FIRST`."""
    own = Game.objects.filter(seats__user__username=FIRST).order_by("pk")
    codes = list(own.values_list("code", flat=True))
    logged = own.filter(number__gte=3, entries__ordinal=1).values_list("version", "code")
    _, replayed = min(logged, key=lambda one: abs(one[0] - USUAL_LENGTH))
    return {
        "statistics": "/statistics/",
        "statistics, all time": "/statistics/?period=all",
        "hands behind a number": "/statistics/hands/?period=all&mark=overbid&mark=led",
        "leaderboard": "/statistics/everybody/?level=easy",
        "archive": "/games/",
        "archive, since a day": f"/games/?since={own[own.count() // 2].started_at.date()}",
        "archive, a bid": "/games/?bid=4",
        "archive, far back": f"/games/?before={codes[len(codes) // 4 + 1]}",
        "a hand's replay": f"/games/{replayed}/hands/3/replay/",
    }


def ask() -> dict[str, dict[str, Any]]:
    """Return the number of SQL statements and the seconds of `REPEATS` requests of each page, after a warm-up."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username=FIRST))
    found: dict[str, dict[str, Any]] = {}
    for name, address in pages().items():
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200, f"{address}: status {answer.status_code}"
        found[name] = {"statements": len(queries), "seconds": [_seconds(client, address) for _ in range(REPEATS)]}
    return found


def _seconds(client: Client, address: str) -> float:
    begun = time.perf_counter()
    client.get(address)
    return time.perf_counter() - begun
