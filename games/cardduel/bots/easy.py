"""The easy player of Card Duel: heals when it is low, attacks when it is strong, and counts no cards."""

from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import Knowledge, knowledge_of
from games.cardduel.bots.odds import defence
from games.cardduel.score import Deed, Play
from games.cardduel.state import BLAZE, PLAY
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: At so many HP or fewer it would rather heal, or else cover itself.
_LOW: Final = 15
#: An attack of so much it does not keep back.
_STRONG: Final = 10


class EasyCardDuel:
    """A friendly opponent: sensible most of the time, and never afraid of what the other may hold."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.may_blaze and _blaze_is_sure(knowledge):
            return Action(BLAZE)
        if not knowledge.plays:
            return rng.choice([one for one in knowledge.view.legal if isinstance(one, Action)])
        return Action(PLAY, _plausible(knowledge).argument)


def _blaze_is_sure(knowledge: Knowledge) -> bool:
    """Whether not even the best cups and shields of a whole pack would save the other."""
    best = sorted((defence(one) for one in PACK), reverse=True)[: knowledge.held]
    return knowledge.swords - sum(best) >= knowledge.their_hp


def _plausible(knowledge: Knowledge) -> Play:
    """The strongest play of the deed it feels like; of equal ones the one offered first."""
    for deed in _wishes(knowledge):
        fitting = [play for play in knowledge.plays if play.deed is deed]
        if fitting:
            return max(fitting, key=lambda play: play.value)
    return min(knowledge.plays, key=lambda play: play.value)


def _wishes(knowledge: Knowledge) -> tuple[Deed, ...]:
    if knowledge.hp <= _LOW:
        return (Deed.HEAL, Deed.SHIELD, Deed.ATTACK)
    attack = max((play.value for play in knowledge.plays if play.deed is Deed.ATTACK), default=0)
    return (Deed.ATTACK, Deed.HEAL, Deed.SHIELD) if attack >= _STRONG else (Deed.HEAL, Deed.SHIELD, Deed.ATTACK)
