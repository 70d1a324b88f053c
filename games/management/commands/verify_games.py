"""`manage.py verify_games [--game CODE …] [--since DAY]`: replay logs and compare them with the stored rows.

Without `--game` it also compares the totals with their rows. Exits with 1 if anything differs or cannot be checked.
"""

import sys
from argparse import ArgumentParser
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import beside_the_bar, watched
from games.records import verification
from games.table.models import Game


class Command(BaseCommand):
    help = "Compare stored games, and the totals counted from them, with their logs and seals. Writes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="CODE", nargs="+", default=[], help="only these games")
        parser.add_argument("--since", metavar="DAY", help="only games changed since that day, like 2026-11-20")

    def handle(self, *args: Any, game: list[str], since: str | None = None, **options: Any) -> None:
        games = Game.objects.filter(code__in=game) if game else Game.objects.all()
        if len({*game}) > games.count():
            raise CommandError("One or more of these games do not exist.")
        if since:
            games &= verification.touched(since=day_written(since), until=datetime.now(UTC).date())
        count = wrong = 0
        for code, differences in watched(verification.verify(games=games), total=games.count(), unit="game"):
            count += 1
            if differences:
                wrong += 1
                with beside_the_bar():
                    self.stderr.write(f"{code}: {', '.join(differences)}")
        totals = [] if game else list(verification.wrong_totals())
        for name in totals:
            self.stderr.write(f"{name} differ")
        self.stdout.write(f"{count} games verified, {wrong} differ.")
        if wrong or totals:
            sys.exit(1)


def day_written(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"“{text}” is not a day: write it like 2026-11-20.") from error
