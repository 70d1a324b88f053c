"""`manage.py teach_marta`: plays Two-Man Spades and makes what ruthless Marta knows anew; docs/marta.md tells more."""

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand

from games.arena.fitting import reading_of, standings_of
from games.arena.lessons import lessons_of
from games.arena.match import Game, Match
from games.arena.recording import in_order
from games.arena.shares import played
from games.bots.ruthless import learnt
from games.management.progress import watched

#: Who plays whom, so that she learns to read more than herself.
_PAIRS = (("ruthless", "plain"), ("ruthless", "medium"), ("medium", "easy"))
_ENDS = 200


class Command(BaseCommand):
    help = "Play games and learn from them what ruthless Marta reads and what each standing is worth."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=200, help="games of each pair of players")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--jobs", type=int, default=2)
        parser.add_argument("--into", type=Path, default=Path(learnt.__file__).parent / learnt.DATA)

    def handle(self, *args: Any, games: int, seed: int, jobs: int, into: Path, **options: Any) -> None:
        lessons = lessons_of(self._games(games, seed, jobs))
        np.savez(into / learnt.READING, allow_pickle=False, **reading_of(lessons))
        self.stdout.write(f"{into / learnt.READING}: from {len(lessons.bids)} bids")
        chosen = Random(seed).sample(range(len(lessons.ends)), min(_ENDS, len(lessons.ends)))  # nosec B311
        worth = standings_of(np.array([lessons.ends[i] for i in chosen]), self._tell)
        small = ((worth + learnt.STEP // 2) // learnt.STEP).astype(np.uint16)
        np.savez_compressed(into / learnt.STANDINGS, allow_pickle=False, leads=small)
        self.stdout.write(f"{into / learnt.STANDINGS}: from {len(chosen)} hands")

    def _games(self, games: int, seed: int, jobs: int) -> list[Game]:
        found: list[Game] = []
        for pair in _PAIRS:
            self.stdout.write(f"{games} games of {pair[0]} and {pair[1]}")
            match = Match("twoman", pair, games, seed=seed, duplicate=True)
            found += in_order(watched(played(match, jobs), total=games, unit="game"))
        return found

    def _tell(self, sweep: int, change: float) -> None:
        self.stdout.write(f"sweep {sweep}: largest change {change:.4f}")
