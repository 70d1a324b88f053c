"""Duels walked through by computer players, position by position."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.bots.base import Bot
from games.cardduel.score import Play
from games.cardduel.state import CardDuelState, named
from games.engine.actions import Action
from games.engine.options import drawn
from games.engine.state import DEALER, Seat
from tests.engine.cardduel_positions import RULES


def positions(players: tuple[Bot, Bot], seed: int, **options: Any) -> Iterator[tuple[CardDuelState, Seat]]:
    """Every position of one duel in which a seat is to choose; the duel is refereed on the way."""
    rng = Random(seed)
    state = RULES.initial(options or dict(drawn(RULES.options, rng.randrange, {})))
    while waiting := RULES.waits_for(state):
        seat = min(waiting)
        if seat == DEALER:
            action = RULES.chance(state, rng.randrange)
        else:
            yield state, seat
            action = players[seat].choose(RULES.view(state, seat), Random(rng.random()))
        step = RULES.apply(state, seat, action).state
        assert isinstance(step, CardDuelState)
        state = step


def play_of(action: Action) -> Play:
    return Play.of(named(action.argument))
