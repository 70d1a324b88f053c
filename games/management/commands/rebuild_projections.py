"""`manage.py rebuild_projections [--game CODE]`: rebuild hands, lines and attempts from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.management.progress import watched
from games.records.verification import rebuild
from games.statistics import tallies
from games.table.models import Game


class Command(BaseCommand):
    help = "Rebuild the rows derived from the games' logs. Then run `rebuild_day --every` to recount the tallies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="CODE", help="only this game")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        games = Game.objects.filter(code=game) if game else Game.objects.all()
        # In the order of play, because lists show a day's lines in the order in which they were written.
        pks = list(games.order_by("moved_at", "pk").values_list("pk", flat=True))
        if game and not pks:
            raise CommandError(f"There is no game {game}.")
        rebuilt = sum(_rebuilt(pk) for pk in watched(pks, total=len(pks), unit="game"))
        self.stdout.write(f"{rebuilt} games rebuilt.")


def _rebuilt(pk: int) -> bool:
    """Rebuild one game; return False if it was deleted in the meantime."""
    with transaction.atomic():
        # Lock the row first, so that no move can be made during the rebuild.
        game = Game.objects.select_for_update().filter(pk=pk).first()
        if game is not None:
            tallies.hold()  # else lines could be written for a guest whom a user adopts concurrently
            rebuild(game=game)
        return game is not None
