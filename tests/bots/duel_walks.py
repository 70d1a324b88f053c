"""Duels walked through by computer players, position by position."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.bots.base import Chooser
from games.cardduel.bots.hard import Effort, HardCardDuel
from games.cardduel.score import Play
from games.cardduel.state import CardDuelState, named
from games.engine.actions import Action
from games.engine.state import Seat
from tests.bots import walked
from tests.engine.cardduel_positions import RULES

#: A hard player for tests in which her strength is not asked for.
QUICK = HardCardDuel(Effort(theirs=8, mine=4, rounds=20))


def positions(players: tuple[Chooser, Chooser], seed: int, **options: Any) -> Iterator[tuple[CardDuelState, Seat]]:
    """Of one duel; without options they are drawn."""
    rng = Random(seed)
    return walked.positions(RULES, players, options or walked.any_options(RULES, rng), rng)


def play_of(action: Action) -> Play:
    return Play.of(named(action.argument))
