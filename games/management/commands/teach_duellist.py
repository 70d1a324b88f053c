"""`manage.py teach_duellist`: plays Card Duel and fits hard Marta's guess at the rounds to come; docs/players.md."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.arena.duel_lessons import lessons_of, weights_of
from games.arena.match import Match
from games.arena.recording import in_order
from games.arena.shares import played
from games.management.progress import watched


class Command(BaseCommand):
    help = "Play duels and print the weights that hard Marta’s outlook takes from them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=8_000, help="duels of a wavering player against itself")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--jobs", type=int, default=2)

    def handle(self, *args: Any, games: int, seed: int, jobs: int, **options: Any) -> None:
        duels = played(Match("cardduel", ("wavering", "wavering"), games, seed=seed), jobs)
        rows, won = lessons_of(in_order(watched(duels, total=games, unit="duel")))
        self.stdout.write(f"{len(won)} rounds of {games} duels: WEIGHTS of games/bots/cardduel_outlook.py")
        self.stdout.write(", ".join(f"{one:.2f}" for one in weights_of(rows, won)))
