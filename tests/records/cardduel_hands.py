"""Duels played at random, and their records."""

import json
from functools import cache
from random import Random
from typing import Any

from games import dealing
from games.cardduel.state import CardDuelState
from games.engine.actions import Action, Argument
from games.engine.cards import Draw
from games.engine.options import Options
from games.engine.state import DEALER, Said, Seat
from games.records.writing import record_of
from tests.engine.cardduel_positions import RULES, offers
from tests.records.played import PEOPLE, actions, as_read, proof_of

SECRET = bytes(range(32))
SEED = "a seed"


def duel(options: Options, start: dict[str, Any] | None, seed: int, *, blazes: bool = False) -> dict[str, Any]:
    """A duel played at random, its cards drawn from the two seeds; with `blazes` it may end by one."""
    rng, state, said = Random(seed), RULES.initial(options, start), list[Said]()
    events = 0 if start is None else 1
    while RULES.result(state) is None:
        seat, action = _next(state, rng, dealing.draws(SECRET, SEED, hand=1, event=events), blazes=blazes)
        events += seat == DEALER
        said.append((seat, action))
        state = RULES.apply(state, seat, action).state  # type: ignore[assignment]
    proofs = {1: proof_of(SECRET, SEED)}
    return as_read(record_of(key="cardduel", options=options, start=start, said=said, seats=PEOPLE[:2], proofs=proofs))


def soon_blazed(hp: int) -> dict[str, Any]:
    """Two rounds and a blaze, both with so many hit points."""
    start: dict[str, Argument] = {"hp": (hp, hp), "coin": 0}
    state, said = RULES.initial({}, start), list[Said]()
    for place in range(6):
        seat, action = _next(state, Random(1), dealing.draws(SECRET, SEED, hand=1, event=1), blazes=False)
        said.append((seat, Action("blaze") if place == 5 else action))
        state = RULES.apply(state, *said[-1]).state  # type: ignore[assignment]
    return as_read(record_of(key="cardduel", options={}, start=start, said=said, seats=PEOPLE[:2]))


def _next(state: CardDuelState, rng: Random, draw: Draw, *, blazes: bool) -> tuple[Seat, Action]:
    if DEALER in RULES.waits_for(state):
        return DEALER, RULES.chance(state, draw)
    listed = [one for one in offers(state, state.turn) if blazes or one.verb == "play"]
    return state.turn, rng.choice(listed)


@cache
def _long() -> str:
    """Sixty rounds with some reshuffles in them, and nobody is near 0."""
    return json.dumps(duel({"max_rounds": 60}, {"hp": (900, 800), "coin": 1}, 1))


def long() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(_long())
    return game


def reshuffles(game: Any) -> list[int]:
    """The places of the reshuffles among the actions."""
    return [place for place, action in enumerate(actions(game)) if action[0] is None]


def stack(game: Any) -> int:
    """The place of the first stack of two wands or more."""
    return next(i for i, action in enumerate(actions(game)) if isinstance(action[2], list) and len(action[2]) > 2)
