"""`manage.py luck GAME`: that the luck of random deals has a mean of 0, for every seat and whoever leads.

With `--drawn` each hand is played to its end by the weakest player, and what is drawn after the deal counts, too.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.engine.state import DEALER, Phase, Refilled, State
from games.management.progress import watched
from games.review.face import SURE, Evaluator, seed_of


class Command(BaseCommand):
    help = "The mean of luck over random deals, by seat, with its standard error."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--deals", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--drawn", action="store_true", help="with what is drawn after the deal")

    def handle(self, *args: Any, game: str, deals: int, seed: int, drawn: bool, **options: Any) -> None:
        if game not in registry.GAMES:
            raise CommandError(f"There is no game {game}. Games: {', '.join(registry.GAMES)}.")
        if deals < 2:
            raise CommandError("Two deals at least are needed for a mean with its error.")
        evaluator, sums = registry.evaluator(game), list[tuple[int, ...]]()
        for deal in watched(range(deals), total=deals, unit="deal"):
            place = f"{seed}:{deal}"
            dealt = _dealt(game, place)
            lucks = [evaluator.luck(dealt, seed_of(game, place, evaluator.version))]
            if drawn:
                lucks += _drawn(game, evaluator, dealt, place)
            sums.append(tuple(map(sum, zip(*lucks, strict=True))))
        for seat, luck in enumerate(zip(*sums, strict=True)):
            mean = sum(luck) / deals
            error = sqrt(sum((one - mean) ** 2 for one in luck) / (deals - 1) / deals)
            self.stdout.write(f"seat {seat}: mean {mean / SURE:+.6f}, standard error {error / SURE:.6f}")


def _dealt(game: str, place: str) -> State:
    """The first hand of a game, as chance deals it."""
    rules, chance = registry.ruleset(game), Random(place)  # nosec B311
    state = rules.initial({})
    while state.phase in (Phase.START, Phase.DEAL):
        state = rules.apply(state, DEALER, rules.chance(state, chance.randrange)).state
    return state


def _drawn(game: str, evaluator: Evaluator, state: State, place: str) -> Iterator[tuple[int, ...]]:
    """The luck of everything that is drawn until the hand is over."""
    rules, chance, number = registry.ruleset(game), Random(f"{place}:played"), state.number  # nosec B311
    player = registry.bot(game, registry.levels(game)[0])
    while state.number == number and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(rules.waits_for(state))
        is_chance = seat == DEALER
        action = rules.chance(state, chance.randrange) if is_chance else player.choose(rules.view(state, seat), chance)
        step = rules.apply(state, seat, action)
        state = step.state
        if refills := tuple(event for event in step.events if isinstance(event, Refilled)):
            yield evaluator.drawn(state, refills)
