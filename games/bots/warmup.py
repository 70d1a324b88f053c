"""The first actions of a hand, so that everything is compiled and loaded before anybody waits for it."""

from typing import TYPE_CHECKING

from games.bots.base import Chooser
from games.engine.ruleset import Ruleset
from games.engine.state import Phase, State

if TYPE_CHECKING:
    from random import Random


def warm_up(bot: Chooser, rng: "Random", rules: Ruleset, state: State, actions: int) -> None:
    """Lets the player make so many choices, one after another; a blind bid is thought over and never made."""
    for _ in range(actions):
        seat = min(rules.waits_for(state))
        view = rules.view(state, seat)
        chosen = bot.choose(view, rng)
        state = rules.apply(state, seat, view.legal[0].first if state.phase is Phase.BLIND else chosen).state
