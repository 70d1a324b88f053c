"""Make hands, bids, discards, tricks and plays anew from the logs: `manage.py rebuild_projections [--game CODE]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.management.progress import watched
from games.models import Game
from games.services.counting import tallies
from games.services.moves import store


class Command(BaseCommand):
    help = "Make the rows that are derived from the games' logs anew. `rebuild_day --every` then adds them up anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="CODE", help="only this game")

    def handle(self, *args: Any, game: str | None = None, **options: Any) -> None:
        games = Game.objects.filter(code=game) if game else Game.objects.all()
        # Lists show the lines of a day in the order in which they were written.
        pks = list(games.order_by("moved_at", "pk").values_list("pk", flat=True))
        if game and not pks:
            raise CommandError(f"There is no game {game}.")
        rebuilt = sum(_rebuilt(pk) for pk in watched(pks, total=len(pks), unit="game"))
        self.stdout.write(f"{rebuilt} games rebuilt.")


def _rebuilt(pk: int) -> bool:
    """False where somebody has removed the game meanwhile."""
    with transaction.atomic():
        # The row is taken first, so that no move can be made while its game is rebuilt.
        game = Game.objects.select_for_update().filter(pk=pk).first()
        if game is not None:
            tallies.hold()  # or its lines could be told of a guest who has become an account meanwhile
            store.rebuild(game)
        return game is not None
