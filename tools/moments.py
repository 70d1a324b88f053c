"""`python -m tools.moments FOLDER`: write thousands of pages of the site as HTML, one file each.

Guests play games of every kind, alone and in pairs. Written in English and German are: moments of each table as guests
and a spectator see it, replays, and other pages. The responses to the guests' moves are written in English only. Clock
and random numbers are fixed: two runs of the same code write the same bytes. To check a change:

    git diff --no-index --stat BEFORE AFTER
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.fresh import compiled
from tools.reading import Table
from tools.site import Site
from tools.visitor import HttpAnswer, Visitor

NOW: Final = datetime(2026, 6, 17, 12, 0, tzinfo=UTC)
LANGUAGES: Final = ("en", "de")
#: The games: name, key, whether a second person joins, maximum number of moments, and fields of the setup form.
GAMES: Final[tuple[tuple[str, str, bool, int, dict[str, str]], ...]] = (
    ("twoman", "twoman", False, 130, {"blind_deficit": "50"}),
    ("twoman-people", "twoman", True, 90, {}),
    ("spades", "spades", False, 90, {}),
    ("spades-solo", "spades", False, 80, {"variant": "solo"}),
    ("spades-suicide", "spades", False, 80, {"variant": "suicide"}),
    ("spades-mirrors", "spades", False, 80, {"variant": "mirrors"}),
    ("spades-custom", "spades", False, 90, {"variant": "custom1", "blind_nil_exchange": "2", "allow_misdeals": "on"}),
    ("spades-people", "spades", True, 70, {}),
    ("bidwhist", "bidwhist", False, 90, {}),
    ("bidwhist-renege", "bidwhist", False, 90, {"renege": "table", "kitty_shown": "on"}),
    ("bidwhist-people", "bidwhist", True, 70, {"renege": "table"}),
    ("cardduel", "cardduel", False, 60, {}),
    ("cardduel-people", "cardduel", True, 60, {}),
)
#: The pages of a past hand and game; `{step}` is replaced by each step of the replay.
PAGES: Final = {
    "hand": "/games/{code}/hands/1/",
    "replay": "/games/{code}/hands/1/replay/?step={step}",
    "hand-review": "/games/{code}/hands/1/review/",
    "proof": "/games/{code}/hands/1/verify/",
    "decisions": "/games/{code}/decisions/",
    "past": "/games/{code}/review/",
    "record": "/games/{code}/record/",
    "statistics": "/statistics/games/{code}/",
    "archive": "/games/",
}
_MASKED: Final = (
    re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+'),
    re.compile(r'(X-CSRFToken&quot;: &quot;|"X-CSRFToken": ")[\w-]+'),
    re.compile(r'(nonce=")[^"]+'),
)
_LAST_STEP: Final = re.compile(r"\?step=(\d+)")


class Writer:
    """Writes pages into a folder. `before`, called before each request, seeds random numbers and advances the clock."""

    def __init__(self, folder: Path, clock: Any, chance: Random) -> None:
        self.folder, self.clock, self.chance, self.count = folder, clock, chance, 0

    def before(self, name: str) -> None:
        self.chance.seed(name)
        self.clock.shift(timedelta(seconds=1))

    def write(self, name: str, status: int, body: str) -> None:
        for pattern in _MASKED:
            body = pattern.sub(r"\1-", body)
        path = self.folder / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{status}\n{body}", encoding="utf-8")
        self.count += 1


class RecordedGuest(Visitor):
    """Sends requests to Django's test client, and writes each response to a file with the guest's name and a number."""

    def __init__(self, writer: Writer, name: str, *, language: str = "en") -> None:
        from django.test import Client

        super().__init__("", Random(name))
        self.writer, self.name, self.number = writer, name, 0
        self.client = Client(SERVER_NAME="localhost", headers={"Accept-Language": language})

    def ask(self, method: str, path: str, data: dict[str, str] | None = None, *, htmx: bool = False) -> HttpAnswer:
        self.number += 1
        name = f"{self.name}/{self.number:03}"
        self.writer.before(name)
        headers = {"HX-Request": "true"} if htmx else {}
        came: Any = self.client.post(path, data, headers=headers) if data is not None else self.client.get(path)
        body = b"".join(came.streaming_content) if came.streaming else came.content
        self.writer.write(name, came.status_code, body.decode())
        return HttpAnswer(came.status_code, came.headers, body.decode(), 0.0, len(body))

    def also(self, name: str, path: str) -> str:
        """Write a page as NAME.en.html and NAME.de.html; return the German body."""
        body = ""
        for language in LANGUAGES:
            self.writer.before(f"{name}.{language}")
            came: Any = self.client.get(path, headers={"Accept-Language": language})
            body = (b"".join(came.streaming_content) if came.streaming else came.content).decode()
            self.writer.write(f"{name}.{language}", came.status_code, body)
        return body


@contextmanager
def held() -> Iterator[tuple[Any, Random]]:
    """Freeze the clock and seed this process's random numbers; queue no tasks, and fill reviews with random values."""
    import os
    import secrets
    from unittest import mock

    import time_machine

    from games import enqueue
    from games.reviews import reviewing
    from tests.reviews.quick import quick_review

    chance = Random(0)
    with (
        time_machine.travel(NOW, tick=False) as clock,
        mock.patch.object(os, "urandom", chance.randbytes),
        mock.patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
        mock.patch.object(secrets, "choice", chance.choice),
        mock.patch.object(enqueue, "reply_soon", lambda code, version: None),
        mock.patch.object(enqueue, "review_soon", lambda code: None),
        mock.patch.object(reviewing, "review_hand", quick_review),
    ):
        yield clock, chance


def play(writer: Writer, name: str, key: str, among_people: bool, most: int, chosen: dict[str, str]) -> None:
    """Play a game for at most `most` moments; at each, write the table as each person and a spectator see it."""
    people = [RecordedGuest(writer, f"{name}/press-{seat}") for seat in range(1 + among_people)]
    if among_people:
        link = people[0].open_room(key, **chosen)
        people[1].join(link, "Ama")
        people[0].also(f"{name}/room", people[0].room)
        for person in people:
            person.start()
        table = people[0].look()
    else:
        table = people[0].sit_at(key, strongest=False, **chosen)
    look_on = _link_to_look_on(people[0].code)
    for moment in range(most):
        place = f"{name}/{moment:03}"
        for seat, person in enumerate(people):
            person.also(f"{place}-seat-{seat}", person.path)
        people[0].also(f"{place}-onlooker", look_on)
        if table.is_over:
            break
        table = _go_on(people, moment)
    people[0].ask("POST", f"{people[0].path}abandon/", {"version": str(table.version)})
    _write_past(people[0], name)


def _link_to_look_on(code: str) -> str:
    from games.table.models import Game
    from games.table.room_models import WaitingRoom

    game = Game.objects.get(code=code)
    fields = {"key": game.key, "options": game.options, "onlookers": True}
    room, _ = WaitingRoom.objects.update_or_create(game=game, defaults=fields)
    return f"/t/{room.token}/look/"


def _go_on(people: list[RecordedGuest], moment: int) -> Table:
    """Let a person on turn deal, act, undo or ask for a hint, or else the bots act. Return the new table."""
    from games.table import play

    for person in people:
        table = person.look()
        if table.is_over or not (table.may_deal or table.may_act):
            continue
        if table.may_act and moment % 17 in (5, 11) and len(people) == 1:
            person.post(table, "hint" if moment % 17 == 5 else "take-back", {})
        else:
            person.post(table, *person.choice(table))
        return person.look()
    play.reply(code=people[0].code, version=people[0].look().version)
    return people[0].look()


def _write_past(guest: RecordedGuest, name: str) -> None:
    """Write the pages of the past game and of its first hand, and each step of that hand's replay."""
    from games.reviews import reviewing

    reviewing.review(code=guest.code)
    for page, path in PAGES.items():
        if "{step}" not in path:
            guest.also(f"{name}/{page}", path.replace("{code}", guest.code))
            continue
        step = last = 0
        while step <= last:
            shown = guest.also(
                f"{name}/{page}-{step:03}", path.replace("{code}", guest.code).replace("{step}", f"{step}")
            )
            last, step = max([last, *map(int, _LAST_STEP.findall(shown))]), step + 1


def screens(writer: Writer) -> None:
    """Write every screen of `tools.pictures` that opens without a press, as the player or a visitor sees it."""
    import io
    import json
    from contextlib import redirect_stdout

    from tools.pictures.posing import pose_all
    from tools.pictures.screens import SCREENS

    writer.before("screens")
    with redirect_stdout(io.StringIO()) as printed:
        pose_all()
    found = json.loads(printed.getvalue())
    person, visitor = RecordedGuest(writer, "screens/person"), RecordedGuest(writer, "screens/visitor")
    person.client.cookies["sessionid"] = found["session"]
    for screen in SCREENS:
        if not screen.presses:
            path = screen.path.replace("{code}", found["codes"].get(screen.position, ""))
            (person if screen.person else visitor).also(f"screens/{screen.name}", path)


def write(folder: str) -> None:
    """Write all pages and print their number. Runs in a site's shell."""
    with held() as (clock, chance):
        writer = Writer(Path(folder), clock, chance)
        for game in GAMES:
            play(writer, *game)
        screens(writer)
        print(writer.count)


def main(folder: str) -> None:
    with TemporaryDirectory(prefix="spadesite-moments-") as name:
        site = Site(Path(name), NUMBA_CACHE_DIR=compiled())
        try:
            site.prepare()
            print(
                site.shell(f"from tools.moments import write; write({str(Path(folder).resolve())!r})").strip(), "pages"
            )
        finally:
            site.kill()


if __name__ == "__main__":
    main(sys.argv[1])
