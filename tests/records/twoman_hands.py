"""Games of Two-Man Spades told card by card, for tests of replays."""

from functools import cache
from random import Random

from tests.engine.positions import RULES
from tests.records.played import Told

START = {"parity": ("even", "odd")}
FAR_BEHIND = {"base": (-200, 0), "bags": (2, 1)}


class TwoManGame(Told):
    rules = RULES


@cache
def at_random(seed: int, *, behind: bool = False, blind: str = "", actions: int = 10_000) -> TwoManGame:
    """Anything legal by chance; with `behind` the near seat has the blind choice and takes what `blind` says."""
    rng, game = Random(seed), TwoManGame({}, **START, **(FAR_BEHIND if behind else {}))
    while RULES.result(game.state) is None and len(game.said) < actions:
        if -1 in RULES.waits_for(game.state):
            seat, action = -1, RULES.chance(game.state, rng.randrange)
        else:
            seat = rng.choice(sorted(RULES.waits_for(game.state)))
            offers = RULES.legal_actions(game.state, seat)
            action = next((one for one in offers if blind and one.verb == blind), rng.choice(offers)).first
        game.act(seat, action)
    return game
