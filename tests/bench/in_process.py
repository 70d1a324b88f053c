"""Run by the bench beside a site's database: server time and SQL statements of one game's requests, as JSON."""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from games.management.progress import watched

ROUNDS = 240
#: Behind the name of what ended a hand, and of a table between hands.
ENDS = ", the hand is over"


class Counted:
    """Largest number of statements and all times, by kind of request."""

    def __init__(self) -> None:
        self.statements: dict[str, int] = {}
        self.seconds: list[float] = []

    def ask(self, name: str, work: Callable[[], Any], ends: Callable[[Any], bool] = lambda _answer: False) -> Any:
        """`ends` tells of the answer whether a hand is over with it."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as asked:
            answer = work()
        count = sum(not one["sql"].startswith(("BEGIN", "COMMIT")) for one in asked)
        name += ENDS if ends(answer) else ""
        self.statements[name] = max(self.statements.get(name, 0), count)
        return answer


def play(counted: Counted) -> None:
    """One game in this process; every other action is timed, the others are counted."""
    from django.test import Client

    from games import enqueue
    from games.services.moves import play as moves
    from tests.reading import read

    enqueue.reply_soon = lambda code, version: None  # Marta's moves are a worker's, not the action's
    client, rng = Client(SERVER_NAME="localhost"), Random(4)
    code = client.post("/play/").headers["Location"].split("/")[2]
    url = f"/games/{code}/"

    def post(name: str, data: dict[str, Any]) -> Any:
        return client.post(f"{url}{name}/", data, HTTP_HX_REQUEST="true")

    def is_between(answer: Any) -> bool:
        table = read(answer.content.decode())
        return table.may_deal or table.is_over

    def look() -> Any:
        return client.get(url)

    look()  # from here on this process has seen the table before
    for turn in watched(range(ROUNDS), unit="request"):
        table = read(counted.ask("a table", look, is_between).content.decode())
        data: dict[str, Any] = {"version": table.version}
        if table.may_act:
            action = table.choice(rng)
            data["action"] = json.dumps(action)
            if turn % 12 == 0:
                counted.ask("an action, hint", lambda data=data: post("hint", data))  # type: ignore[misc]
            elif turn % 12 == 6:
                counted.ask("an action, take back", lambda data=data: post("take-back", data))  # type: ignore[misc]
            elif turn % 2:
                counted.ask(f"an action, {action[0]}", lambda data=data: post("act", data), is_between)  # type: ignore[misc]
            else:
                begun = time.perf_counter()
                post("act", data)
                counted.seconds.append(time.perf_counter() - begun)
        elif table.may_deal:
            data["seed"] = "s"
            counted.ask("an action, deal", lambda data=data: post("deal", data))  # type: ignore[misc]
        else:
            reply = partial(moves.reply, code=code, version=table.version)
            if not counted.ask("a reply", reply, lambda _made: is_between(look())):
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
