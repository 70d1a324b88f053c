"""Run by the bench beside a database: `fill HANDS SHARE`, `ask`, `night HANDS`, `boards RESULTS` or `decisions COUNT`;
figures as JSON.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

REPEATS: Final = 7
#: A replay tells a game from its first entry: one is looked at that has about so many.
USUAL_LENGTH: Final = 500


def fill(hands: int, share: int) -> dict[str, Any]:
    """The history, and how much came of it."""
    from games.models import Hand, PersonLine
    from tests.bench import filling

    begun = time.perf_counter()
    filling.fill(hands, share)
    own = PersonLine.objects.filter(user__username=filling.FIRST, number__gt=0).count()
    return {"hands": Hand.objects.count(), "own": own, "seconds": time.perf_counter() - begun}


def night(hands: int) -> dict[str, Any]:
    """Seconds of the nightly task for yesterday."""
    from games.models import PersonLine
    from games.services.counting import tallies
    from tests.bench import filling

    filling.fill_yesterday(hands)
    begun = time.perf_counter()
    days = tallies.catch_up()
    took = time.perf_counter() - begun
    return {"hands": PersonLine.objects.filter(day__in=days, number__gt=0).count(), "seconds": took}


def pages() -> dict[str, str]:
    """Names and addresses of the pages that are timed, as the first person sees them."""
    from games.models import Game
    from tests.bench.filling import FIRST

    own = Game.objects.filter(seats__user__username=FIRST).order_by("pk")
    codes = list(own.values_list("code", flat=True))
    logged = own.filter(number__gte=3, entries__ordinal=1).values_list("version", "code")
    _, replayed = min(logged, key=lambda one: abs(one[0] - USUAL_LENGTH))
    return {
        "statistics": "/statistics/",
        "statistics, all time": "/statistics/?period=all",
        "statistics, a level": "/statistics/?period=all&level=medium",
        "hands behind a number": "/statistics/hands/?period=all&mark=overbid&mark=led",
        "hands behind a rare number": "/statistics/hands/?period=all&mark=blind",
        "leaderboard": "/statistics/everybody/?level=easy",
        "archive": "/games/",
        "archive, games lost": "/games/?result=lost",
        "archive, a level": "/games/?opponent=medium",
        "archive, since a day": f"/games/?since={_middle(own)}",
        "archive, a bid": "/games/?bid=4",
        "archive, far back": f"/games/?before={codes[len(codes) // 4 + 1]}",
        "a hand's replay": f"/games/{replayed}/hands/3/replay/",
    }


def _middle(own: Any) -> str:
    """A day in the middle of the history."""
    return str(own[own.count() // 2].started_at.date())


def boards(results: int) -> dict[str, Any]:
    """Seconds of the night that counts yesterday's boards, and the pages of boards that so many have played."""
    from tests.bench import crowded_boards

    crowded_boards.fill(results)
    begun = time.perf_counter()
    counted = crowded_boards.night()
    took = time.perf_counter() - begun
    return {"results": counted, "night": took, "pages": asked_of(crowded_boards.pages())}


def decisions(count: int) -> dict[str, Any]:
    """The pages of that many reviewed decisions of the first person."""
    from django.db import transaction

    from accounts.models import User
    from accounts.people import Person
    from games.models import DecisionLine, PersonLine
    from games.services.counting import tallies
    from tests.bench.filling import FIRST
    from tests.statistics import decided

    person, each = User.objects.get(username=FIRST), 10
    decided.filled(person, hands=count // each, each=each)
    days = set(PersonLine.objects.filter(user=person, weighed__isnull=False).values_list("day", flat=True))
    with transaction.atomic():
        tallies.count_late(person=Person(user=person), days=days)
    found = DecisionLine.objects.filter(user=person).count()
    pages = {
        "decisions and luck": "/statistics/decisions/?game=twoman&period=all",
        "of a kind and a level": "/statistics/decisions/?game=twoman&period=all&level=easy&decision=lead",
        "the decisions behind a number": "/statistics/decisions/list/?game=twoman&period=all&mark=led",
    }
    return {"decisions": found, "pages": asked_of(pages)}


def ask() -> dict[str, Any]:
    """The pages of a history."""
    return asked_of(pages())


def asked_of(addresses: dict[str, str]) -> dict[str, Any]:
    """Seconds of each page, several times over, and how many statements it takes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from tests.bench.filling import FIRST

    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username=FIRST))
    found: dict[str, Any] = {}
    for address in addresses.values():
        client.get(address)  # templates and modules are read once
    for name, address in addresses.items():
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answers {answer.status_code}")
        statements = len(asked)  # the next request forgets them
        found[name] = {"statements": statements, "seconds": [_seconds(client, address) for _ in range(REPEATS)]}
    return found


def _seconds(client: Any, address: str) -> float:
    begun = time.perf_counter()
    client.get(address)
    return time.perf_counter() - begun


def main() -> None:
    import django

    django.setup()
    what, *rest = sys.argv[1:]
    work: dict[str, Callable[..., dict[str, Any]]] = {
        "fill": fill,
        "night": night,
        "ask": ask,
        "boards": boards,
        "decisions": decisions,
    }
    json.dump(work[what](*map(int, rest)), sys.stdout)


if __name__ == "__main__":
    main()
