"""Run by the bench beside a site's database: server time and SQL statements of one game's requests, as JSON."""

import json
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from games.management.progress import watched

ROUNDS = 240


class Counted:
    """Largest number of statements and all times, by kind of request."""

    def __init__(self) -> None:
        self.statements: dict[str, int] = {}
        self.seconds: list[float] = []

    def ask(self, name: str, work: Callable[[], Any]) -> Any:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as asked:
            answer = work()
        count = sum(not one["sql"].startswith(("BEGIN", "COMMIT")) for one in asked)
        self.statements[name] = max(self.statements.get(name, 0), count)
        return answer


def play(counted: Counted) -> None:
    """One game in this process; every other action is timed, the others are counted."""
    from django.test import Client

    from games import enqueue
    from games.services import play as moves
    from tests.reading import read

    enqueue.reply_soon = lambda code, version: None  # Marta's moves are a worker's, not the action's
    client, rng = Client(SERVER_NAME="localhost"), Random(4)
    code = client.post("/play/").headers["Location"].split("/")[2]
    url = f"/games/{code}/"

    def post(name: str, data: dict[str, Any]) -> Any:
        return client.post(f"{url}{name}/", data, HTTP_HX_REQUEST="true")

    for turn in watched(range(ROUNDS), unit="request"):
        table = read(counted.ask("a table", lambda: client.get(url)).content.decode())
        data = {"version": table.version}
        if table.may_act:
            action = table.choice(rng)
            data["action"] = json.dumps(action)
            if turn % 2:
                counted.ask(f"an action, {action[0]}", lambda data=data: post("act", data))  # type: ignore[misc]
                continue
            begun = time.perf_counter()
            post("act", data)
            counted.seconds.append(time.perf_counter() - begun)
        elif table.may_deal:
            data["seed"] = "s"
            counted.ask("an action, deal", lambda data=data: post("deal", data))  # type: ignore[misc]
        elif not moves.reply(code=code, version=table.version):
            return


def main() -> None:
    import django

    django.setup()
    from django.conf import settings

    # Counted as for people, with room for a robot.
    settings.LIMITS_APPLY, settings.LIMITS = True, {**settings.LIMITS, "moves": "1000000/s"}
    counted = Counted()
    play(counted)
    json.dump({"statements": counted.statements, "seconds": counted.seconds}, sys.stdout)


if __name__ == "__main__":
    main()
