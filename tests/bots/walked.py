"""Games that bots play, state by state."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from games.bots.base import Chooser
from games.cardduel.bots.hard import Effort, HardCardDuel
from games.engine.options import Value, draw_options
from games.engine.ruleset import Ruleset, Start
from games.engine.state import DEALER, Seat, State

#: A quick hard bot of Card Duel, for tests that do not depend on its strength.
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
    """Play a game, or its first `hands` hands. Yield each state in which a seat has to choose, and that seat."""
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
    """Return random options that the rules accept."""
    while True:
        options = dict(draw_options(rules.options, rng.randrange, fixed))
        if not rules.check(options):
            return options
