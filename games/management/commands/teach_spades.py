"""`manage.py teach_spades`: plays Spades and makes the numbers of its players anew; docs/players.md tells more."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand

from games.arena import spades_fitting as fitting
from games.arena import spades_lessons as lessons
from games.arena.match import Match
from games.arena.recording import in_order
from games.arena.shares import played
from games.bots import spades_learnt
from games.management.progress import watched


class Command(BaseCommand):
    help = "Play Spades and learn from it what a hand takes, what a nil risks and what a score is worth."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=int, default=100_000, help="hands for the tricks and the nils")
        parser.add_argument("--games", type=int, default=500, help="games for the scores")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--jobs", type=int, default=2)
        parser.add_argument("--into", type=Path, default=Path(spades_learnt.__file__).with_name(spades_learnt.NUMBERS))

    def handle(self, *args: Any, hands: int, games: int, seed: int, jobs: int, into: Path, **options: Any) -> None:
        deals = lessons.dealt(hands, np.random.default_rng(seed))
        tricks = fitting.trick_weights(deals.ravel(), lessons.fought(deals).ravel())
        nils = lessons.nils_tried(deals, fitting.hopes(deals, tricks))
        self.stdout.write(f"{len(nils.kept)} nils, {nils.kept.mean():.0%} of them kept")
        match = Match("spades", ("normal", "normal"), games, seed=seed)
        stands = lessons.stands_of(in_order(watched(played(match, jobs), total=games, unit="game")))
        self.stdout.write(f"{len(stands.won)} standings")
        found = fitting.learnt_from(tricks, fitting.nil_weights(nils), fitting.curve(stands))
        into.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="ascii")
        self.stdout.write(f"{into}: a bag {found.bag:.0f}, a hand {found.per_hand:.0f}, drift {found.drift:.0f}")
