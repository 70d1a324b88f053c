"""The first actions of one hand of Bid Whist, so that everything is compiled and loaded before anybody waits for it."""

from typing import TYPE_CHECKING

from games.bidwhist.rules import BidWhist
from games.bots.base import Bot
from games.engine.ruleset import Start
from games.engine.state import DEALER, State

if TYPE_CHECKING:
    from random import Random

_START: Start = {"dealer": 0}
#: Four calls, the naming, the discard and two cards.
_ACTIONS = 8


def warm_up(bot: Bot, rng: "Random") -> None:
    """Lets the player call, name, discard and play."""
    rules = BidWhist()
    state: State = rules.initial({}, _START)
    state = rules.apply(state, DEALER, rules.chance(state, rng.randrange)).state
    for _ in range(_ACTIONS):
        seat = min(rules.waits_for(state))
        state = rules.apply(state, seat, bot.choose(rules.view(state, seat), rng)).state
