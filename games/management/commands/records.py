"""`manage.py records check|export|import`: games as records, one JSON object a line.

`check` referees records from their deals and actions alone and touches no database.
"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.people import Person
from games.management.files import lines
from games.management.progress import beside_the_bar, watched
from games.records.referee import check
from games.services.past import imports, records
from games.services.past.record_files import BadFile


class Command(BaseCommand):
    help = "Work with game records, one JSON object a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True)
        checking = does.add_parser("check", help="referee every record; exit 0 only if all are right")
        checking.add_argument("files", nargs="+", metavar="FILE", help="a file of records, or - for standard input")
        exporting = does.add_parser("export", help="write the records of games that are over")
        whose = exporting.add_mutually_exclusive_group(required=True)
        whose.add_argument("--user", metavar="NAME", help="all games of this account")
        whose.add_argument("--game", metavar="CODE", help="this game alone")
        importing = does.add_parser("import", help="put the new games of a file into somebody's history")
        importing.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
        importing.add_argument("--user", metavar="NAME", required=True)
        importing.add_argument("--seat", type=int, help="the person's, where two people sat and neither has the name")

    def handle(self, *args: Any, does: str, **options: Any) -> None:
        match does:
            case "check":
                self._check(options["files"])
            case "export":
                self._export(options["user"], options["game"])
            case "import":
                self._import(options["file"], options["user"], options["seat"])

    def _check(self, files: list[str]) -> None:
        all_right = True
        for name in files:
            for number, line in enumerate(watched(lines(name), total=None, unit="record"), start=1):
                if line.strip():
                    verdict = check(line)
                    all_right = all_right and verdict.wrong is None
                    with beside_the_bar():
                        self._say(verdict.as_json(number))
        if not all_right:
            sys.exit(1)

    def _export(self, user: str | None, game: str | None) -> None:
        if user is not None:
            for text in records.chunks(person=_person(user)):
                self.stdout.write(text, ending="")
            return
        try:
            self.stdout.write(records.game_line(code=str(game)))
        except records.NoSuchGame as error:
            raise CommandError(f"There is no game {game}.") from error
        except records.StillPlayed as error:
            raise CommandError(f"The game {game} goes on. It has a record once it is over.") from error

    def _import(self, file: str, user: str, seat: int | None) -> None:
        try:
            done = imports.import_file(person=_person(user), lines=lines(file), seat=seat)
        except BadFile as bad:
            self._say(bad.wrong.as_json(bad.line))
            sys.exit(1)
        self._say({"ok": True, "games": list(done.codes), "unproved": done.unproved, "known": done.known})

    def _say(self, line: dict[str, object]) -> None:
        # As ASCII, because a record may hold half a surrogate, which no encoding can print.
        self.stdout.write(json.dumps(line))


def _person(name: str) -> Person:
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no account {name}.")
    return Person(user=user)
