"""The first actions of one hand of Spades, so that everything is compiled and loaded before anybody waits for it."""

from typing import TYPE_CHECKING

from games.bots.base import Bot
from games.engine.actions import deal
from games.engine.cards import PACK
from games.engine.options import Options
from games.engine.ruleset import Start
from games.engine.state import DEALER
from games.spades.rules import Spades
from games.spades.state import SEATS

if TYPE_CHECKING:
    from random import Random

_START: Start = {"dealer": 0, "score": (0, 0), "bags": (0, 0)}
_OPTIONS: Options = {"variant": "partner", "allow_blind_nils": False}
#: Four bids and three cards.
_ACTIONS = 7


def warm_up(bot: Bot, rng: "Random") -> None:
    """Lets the player bid and play once for each seat."""
    rules = Spades()
    hands = [PACK[seat :: len(SEATS)] for seat in SEATS]
    state = rules.apply(rules.initial(_OPTIONS, _START), DEALER, deal(hands)).state
    for _ in range(_ACTIONS):
        seat = min(rules.waits_for(state))
        state = rules.apply(state, seat, bot.choose(rules.view(state, seat), rng)).state
