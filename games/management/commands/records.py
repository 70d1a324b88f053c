"""`manage.py records check|export`: games as records, one JSON object per line.

`check` replays the deals and actions of each record by the rules; it uses no database.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.people import Person
from games.management.progress import beside_the_bar, watched
from games.records import export
from games.records.referee import check


class Command(BaseCommand):
    help = "Check or export game records, one JSON object per line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True)
        checking = does.add_parser("check", help="check every record by the rules; exit with 1 if any is wrong")
        checking.add_argument("files", nargs="+", metavar="FILE", help="a file of records, or - for standard input")
        exporting = does.add_parser("export", help="write the records of games that are over")
        whose = exporting.add_mutually_exclusive_group(required=True)
        whose.add_argument("--user", metavar="NAME", help="all games of this account")
        whose.add_argument("--game", metavar="CODE", help="only this game")

    def handle(self, *args: Any, does: str, **options: Any) -> None:
        if does == "check":
            self._check(options["files"])
        else:
            self._export(options["user"], options["game"])

    def _check(self, files: list[str]) -> None:
        all_right = True
        for name in files:
            for number, line in watched(lines(name), unit="record"):
                verdict = check(line)
                all_right = all_right and verdict.wrong is None
                with beside_the_bar():
                    self.stdout.write(json.dumps(verdict.as_json(number)))
        if not all_right:
            sys.exit(1)

    def _export(self, user: str | None, game: str | None) -> None:
        if user is not None:
            account = User.objects.filter(username=user).first()
            if account is None:
                raise CommandError(f"There is no account {user}.")
            for text in export.chunks(person=Person(user=account)):
                self.stdout.write(text, ending="")
            return
        try:
            self.stdout.write(export.game_line(code=str(game)))
        except export.NoSuchGame as error:
            raise CommandError(f"There is no game {game}.") from error
        except export.GameNotOver as error:
            raise CommandError(f"The game {game} is still in progress. It has a record once it is over.") from error


def lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield number and text of each line with text in a file, or in standard input for “-”.

    The texts are bytes, so that one that is not UTF-8 is an error of its record alone. Raises CommandError if the file
    cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            yield from ((number, line) for number, line in enumerate(file, start=1) if line.strip())
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
