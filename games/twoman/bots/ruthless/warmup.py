"""The first actions of one hand, so that everything is compiled and loaded before anybody waits for it."""

from typing import TYPE_CHECKING

from games.bots.base import Bot
from games.engine.actions import Action, deal
from games.engine.cards import cards
from games.engine.options import complete
from games.engine.ruleset import Start
from games.engine.state import DEALER, Phase
from games.twoman.rules import TwoMan
from games.twoman.state import LOOK

if TYPE_CHECKING:
    from random import Random

_HANDS = ("AS TS 4S KH 8H 3H QC 7C 2C JD 5D", "KS 9S 2S AH 9H 4H KC 8C 3C QD 6D")
_START: Start = {"parity": ("odd", "even"), "base": (0, 200), "bags": (0, 0)}
#: A look, two discards, two bids, and two cards.
_ACTIONS = 7


def warm_up(bot: Bot, rng: "Random") -> None:
    """Lets the player make every kind of choice once, blind ones too."""
    rules = TwoMan()
    state = rules.apply(
        rules.initial(complete(rules.options, {}), _START), DEALER, deal([cards(hand) for hand in _HANDS])
    ).state
    for _ in range(_ACTIONS):
        seat = min(rules.waits_for(state))
        action = bot.choose(rules.view(state, seat), rng)
        state = rules.apply(state, seat, Action(LOOK) if state.phase is Phase.BLIND else action).state
