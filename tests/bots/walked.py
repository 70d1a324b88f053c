"""Games walked through by bots, position by position."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from games.bots.base import Chooser
from games.cardduel.bots.hard import Effort, HardCardDuel
from games.engine.options import Value, drawn
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Seat, State

#: A hard player of Card Duel for tests in which her strength is not asked for.
QUICK = HardCardDuel(Effort(theirs=8, mine=4, rounds=20))
NOTHING: Mapping[str, Value] = MappingProxyType({})


def positions(
    rules: Ruleset,
    players: Sequence[Chooser],
    options: Mapping[str, Value],
    rng: Random,
    *,
    start: Start | None = None,
    hands: int | None = None,
) -> Iterator[tuple[Any, Seat]]:
    """Yield each position of a game, or of its first hands, in which a seat chooses; the rules judge each action."""
    state: State = rules.initial(options, start)
    while (waiting := rules.waits_for(state)) and (hands is None or state.number <= hands):
        seat = min(waiting)
        if seat == DEALER:
            action = rules.chance(state, rng.randrange)
        else:
            yield state, seat
            action = players[seat % len(players)].choose(rules.view(state, seat), Random(rng.random()))
        state = rules.apply(state, seat, action).state


def any_options(rules: Ruleset, rng: Random, fixed: Mapping[str, Value] = NOTHING) -> dict[str, Value]:
    """Draw options until they can be played together."""
    while True:
        options = dict(drawn(rules.options, rng.randrange, fixed))
        if not rules.check(options):
            return options
