"""The computer players' readiness. Touches no rows."""

from random import Random
from typing import Final

from games import registry
from games.bots.base import Bot, Prepared
from games.engine.actions import Pick
from games.engine.ruleset import Ruleset
from games.engine.state import DEALER, Phase
from games.review.decisions import LoggedAction
from games.review.hand import Finished, finished, review_hand

#: Those that are ready in this process.
_READY: Final[set[Bot]] = set()


def prepare() -> None:
    """Load and compile what the computer players need; seconds the first time on a machine, less than one after."""
    for key in registry.GAMES:
        for level in registry.levels(key):
            ready(key, level)


def prepare_reviews() -> None:
    """Have every evaluator review one hand, so that what it needs is compiled and kept before somebody waits for it."""
    for key in registry.GAMES:
        evaluator = registry.evaluator(key)
        if not evaluator.is_plain:
            review_hand(registry.ruleset(key), evaluator, _any_hand(registry.ruleset(key)), code=key)


def _any_hand(rules: Ruleset) -> Finished:
    """The first hand of a game in which everybody does the first thing that is offered."""
    state, chance, logged = rules.initial({}), Random(0), list[LoggedAction]()  # nosec B311
    begun = state
    while True:
        seat = min(rules.waits_for(state))
        if seat == DEALER:
            action = rules.chance(state, chance.randrange)
        else:
            first = rules.legal_actions(state, seat)[0]
            action = first.first if isinstance(first, Pick) else first
        logged.append(LoggedAction(len(logged), seat, action))
        state = rules.apply(state, seat, action).state
        hand = next(finished(rules, begun, logged), None) if state.phase in (Phase.DEAL, Phase.OVER) else None
        if hand is not None:
            return hand


def ready(key: str, level: str) -> Bot:
    """The player of that level, ready to choose; KeyError where the game has none."""
    player = registry.bot(key, level)
    if player not in _READY and isinstance(player, Prepared):
        player.prepare(Random(0))  # nosec B311
        _READY.add(player)
    return player
