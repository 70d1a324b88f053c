"""`manage.py luck GAME`: print each seat's mean luck of random deals, which should be 0.

Also prints these means by the seat that begins, without the luck of beginning. With `--drawn` the weakest bot
plays each hand to its end, and cards drawn after the deal count, too. `--check` fails if a mean is far from 0.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from operator import sub
from random import Random
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.engine.state import DEALER, Dealt, Phase, Refilled, Seat, State
from games.evaluation.interface import SURE, Evaluator, seed_of
from games.management.progress import watched

#: A mean of this many standard errors or more is significantly different from 0.
FAR: Final = 3


class Command(BaseCommand):
    help = "Print the mean luck of random deals, by seat and by the seat that begins, with its standard error."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--deals", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--drawn", action="store_true", help="include draws after the deal")
        parser.add_argument("--check", action="store_true", help=f"fail at {FAR} standard errors or more from 0")

    def handle(self, *args: Any, game: str, deals: int, seed: int, drawn: bool, check: bool, **options: Any) -> None:
        if game not in registry.GAMES:
            raise CommandError(f"There is no game {game}. Games: {', '.join(registry.GAMES)}.")
        if deals < 2:
            raise CommandError("At least two deals are needed for a standard error.")
        evaluator, sums = registry.evaluator(game), list[tuple[int, ...]]()
        by_first, begun = dict[Seat, list[tuple[float, ...]]](), dict[Seat, tuple[float, ...]]()
        for deal in watched(range(deals), total=deals, unit="deal"):
            place = f"{seed}:{deal}"
            dealt, first = _dealt(game, place)
            chance = seed_of(game, place, evaluator.version)
            lucks = [evaluator.luck(dealt, chance)]
            if drawn:
                lucks += _drawn(game, evaluator, dealt, place)
            sums.append(tuple(map(sum, zip(*lucks, strict=True))))
            begun[first] = begun.get(first) or _luck_of_beginning(evaluator, dealt, chance)
            by_first.setdefault(first, []).append(tuple(map(sub, sums[-1], begun[first])))
        far = self._print("", sums)
        for first, some in sorted(by_first.items()):
            if len(some) > 1:
                far += self._print(f" where seat {first} begins", some)
        if check and far:
            raise CommandError(f"{FAR} standard errors or more from 0: {', '.join(far)}.")

    def _print(self, where: str, deals: Sequence[tuple[float, ...]]) -> list[str]:
        """Print the mean of each seat; return the names of seats whose mean is `FAR` standard errors or more from 0."""
        far = []
        for seat, luck in enumerate(zip(*deals, strict=True)):
            mean = sum(luck) / len(luck)
            error = sqrt(sum((one - mean) ** 2 for one in luck) / (len(luck) - 1) / len(luck))
            name = f"seat {seat}{where}"
            self.stdout.write(f"{name}: mean {mean / SURE:+.6f}, standard error {error / SURE:.6f}")
            if mean and abs(mean) >= FAR * error:
                far.append(name)
        return far


def _dealt(game: str, place: str) -> tuple[State, Seat]:
    """Return the first hand of a randomly dealt game, and the seat that leads or bids first."""
    rules, chance, first = registry.ruleset(game), Random(place), 0  # noqa: S311
    state = rules.initial({})
    while state.phase in (Phase.START, Phase.DEAL):
        step = rules.apply(state, DEALER, rules.chance(state, chance.randrange))
        state = step.state
        first = next((event.first for event in step.events if isinstance(event, Dealt)), first)
    return state, first


def _luck_of_beginning(evaluator: Evaluator, dealt: State, chance: int) -> tuple[float, ...]:
    """Return each seat's luck from the order of play alone: the mean over all rotations of the hands."""
    hands = dealt.hands
    turned = [replace(dealt, hands=(*hands[turn:], *hands[:turn])) for turn in range(len(hands))]
    return tuple(
        sum(one) / len(hands) for one in zip(*(evaluator.luck(state, chance) for state in turned), strict=True)
    )


def _drawn(game: str, evaluator: Evaluator, state: State, place: str) -> Iterator[tuple[int, ...]]:
    rules, chance, number = registry.ruleset(game), Random(f"{place}:played"), state.number  # noqa: S311
    player = registry.bot(game, registry.levels(game)[0])
    while state.number == number and state.phase not in (Phase.DEAL, Phase.OVER):
        seat = min(rules.waits_for(state))
        is_chance = seat == DEALER
        action = rules.chance(state, chance.randrange) if is_chance else player.choose(rules.view(state, seat), chance)
        step = rules.apply(state, seat, action)
        state = step.state
        if refills := tuple(event for event in step.events if isinstance(event, Refilled)):
            yield evaluator.drawn(state, refills)
