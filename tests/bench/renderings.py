"""Run by the bench beside a site's database: what it takes to draw a table, as JSON: milliseconds of a core by game.

Each step of two hands or so is drawn once, as the person at the table is sent it, after other games of the kind: as in
a process that has run for a while, and never the same table twice.
"""

import json
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from tests.visitor import KINDS

if TYPE_CHECKING:
    from games.snapshot import Snapshot

#: Games that are drawn to warm the process up, and those that are counted; and how far each has come.
WARM, COUNTED = 2, 2
#: To no such seat any answer has shown anything.
NOBODY: Final = 99
ENTRIES: Final = 120
LEVELS: Final = {"twoman": "easy", "spades": "normal", "bidwhist": "medium", "cardduel": "normal"}


def steps(key: str, person: Any) -> list["Snapshot"]:
    """Every moment of a new game of that kind, as the person sees it."""
    from games.services.log import logs
    from games.services.table import tables
    from games.snapshot import Status
    from tests.shots.posing import posed
    from tests.shots.positions import Position

    code = posed(Position(key, lambda log: log.version > ENTRIES, LEVELS[key]), person)
    place = tables.place_of(person=person, code=code)
    past, _now = logs.moves_since(place.game, 0, NOBODY)
    return [tables.passed(tables.snapshot(place, one.log, status=Status.PLAYING), one) for one in past]


def measure(key: str) -> float:
    from django.test import RequestFactory

    from accounts.people import Person
    from games.views import showing
    from training import demo

    person = Person(user=demo.person_named("Joanna").user)
    request: Any = RequestFactory().get("/")
    request.user, request._person = person.user, person
    for snapshot in [one for _ in range(WARM) for one in steps(key, person)]:
        showing.partial(request, snapshot)
    counted = [one for _ in range(COUNTED) for one in steps(key, person)]
    begun = time.process_time()
    for snapshot in counted:
        showing.partial(request, snapshot)
    return 1000 * (time.process_time() - begun) / len(counted)


def main() -> None:
    import django

    django.setup()
    json.dump({key: measure(key) for key in KINDS}, sys.stdout)


if __name__ == "__main__":
    main()
