"""Run by bench and tests beside a site's database: what a web process takes that has seen so many open games, as JSON.

The games are a few, played to the middle of a hand and written again under other codes with seals of their own. Each is
looked at by its person, so what a visit leaves behind in the process is left behind: its log, its seals, its parts.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

#: Entries of each: the middle of a second hand of Two-Man Spades.
ENTRIES: Final = 45
#: Games that were truly played.
KINDS: Final = 6


@dataclass(frozen=True, slots=True)
class Seen:
    """Megabytes of its own after so many games, and what of them the cache of logs holds."""

    games: int
    megabytes: float
    logs: int


def anonymous() -> float:
    """What this process has for itself alone, and cannot read again from a file."""
    for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) / 1000
    raise LookupError("no memory is told of this process")


def played(client: Any, rng: Random) -> Any:
    """The game that is written again: as a visitor without a worker plays it.

    A fallen blind nil may end a game in its first hands: then it is the next one.
    """
    from games.models import Game
    from games.services.moves import play
    from tests.reading import read

    code = client.post("/play/", {"another": "1"}).headers["Location"].split("/")[2]
    while True:
        table = read(client.get(f"/games/{code}/").content.decode())
        if table.is_over:
            return played(client, rng)
        if table.version >= ENTRIES and not table.may_deal:
            return Game.objects.get(code=code)
        if table.may_deal:
            client.post(f"/games/{code}/deal/", {"version": table.version, "seed": "s"}, HTTP_HX_REQUEST="true")
        elif table.may_act:
            data = {"version": table.version, "action": json.dumps(table.choice(rng))}
            client.post(f"/games/{code}/act/", data, HTTP_HX_REQUEST="true")
        else:
            play.reply(code=code, version=table.version)


def write_again(game: Any, number: int) -> str:
    """Such a game with every row that a table reads; its code."""
    rows = [*game.seats.all(), *game.entries.all(), *game.hands.all(), *game.seals.all()]
    game.pk, game.code, game._state.adding = None, f"again{number}", True
    game.save(force_insert=True)
    for row in rows:
        row.pk, row.game, row._state.adding = None, game, True
        if hasattr(row, "server_seed"):
            row.server_seed = f"{number:08}{row.number:02}".encode()
    for model in {type(row) for row in rows}:
        model.objects.bulk_create(row for row in rows if type(row) is model)
    return str(game.code)


def seen_after(counts: list[int]) -> Iterator[Seen]:
    """After each of these counts of games, the least first."""
    from django.db import transaction
    from django.test import Client

    from games import enqueue
    from games.models import Game, Seat
    from games.services.log.log_cache import LOG_CACHE

    enqueue.reply_soon = lambda code, version: None
    client, rng = Client(SERVER_NAME="localhost"), Random(4)
    first = [played(client, rng).pk for _ in range(KINDS)]
    for number in range(1, max(counts) + 1):
        with transaction.atomic():
            code = write_again(Game.objects.get(pk=first[number % KINDS]), number)
        assert client.get(f"/games/{code}/").status_code == 200
        # Nobody has thousands of games: each is left by its person once it was looked at.
        Seat.objects.filter(game__code=code).update(guest=None)
        if number in counts:
            yield Seen(number, anonymous(), len(LOG_CACHE))


def main() -> None:
    from django.conf import settings

    import spadesite.asgi  # noqa: F401  all that a web process loads

    settings.LIMITS_APPLY = False
    for seen in seen_after([int(one) for one in sys.argv[1:]]):
        print(json.dumps(asdict(seen)), flush=True)


if __name__ == "__main__":
    main()
