"""`manage.py rebuild_day [DAY ...] [--every]`: rebuild the tallies of these days, or of every day.

The command first counts past days that have not been counted yet.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.commands.verify_games import day_written
from games.management.progress import watched
from games.statistics import tallies


class Command(BaseCommand):
    help = "Recount the hands and games of past days. Idempotent."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("days", metavar="DAY", nargs="*", help="like 2026-11-20")
        parser.add_argument("--every", action="store_true", help="every day with a hand or game")

    def handle(self, *args: Any, days: list[str], every: bool, **options: Any) -> None:
        counted = tallies.catch_up()
        if every:
            days = [str(day) for day in tallies.days_played()]
        for text in watched(days, total=len(days), unit="day"):
            try:
                tallies.rebuild_day(day=day_written(text))
            except tallies.NotOver as error:
                raise CommandError(f"{text} is not over.") from error
        self.stdout.write(f"Days that were not yet counted: {len(counted)}. Days counted again: {len(days)}.")
