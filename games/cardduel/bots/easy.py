"""Easy Marta in Card Duel: she heals when she is low, attacks when she is strong, and counts no cards."""

from typing import TYPE_CHECKING, ClassVar, Final

from games.cardduel.bots.odds import defence
from games.cardduel.bots.sight import Sight, sight_of
from games.cardduel.score import Deed, Play
from games.cardduel.state import BLAZE, PLAY
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: At so many HP or fewer she would rather heal, or else cover herself.
_LOW: Final = 15
#: An attack of so much she does not keep back.
_STRONG: Final = 10
#: How often she plays whatever comes to hand.
_SLIPS: Final = 0.25


class EasyCardDuel:
    """A friendly opponent: sensible most of the time, and never afraid of what the other may hold."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        if sight.may_blaze and _blaze_is_sure(sight):
            return Action(BLAZE)
        if not sight.plays:
            return rng.choice([one for one in sight.view.legal if isinstance(one, Action)])
        if rng.random() < _SLIPS:
            return Action(PLAY, rng.choice(sight.plays).argument)
        return Action(PLAY, _plausible(sight).argument)


def _blaze_is_sure(sight: Sight) -> bool:
    """Whether not even the best cups and shields of a whole pack would save the other."""
    best = sorted((defence(one) for one in PACK), reverse=True)[: sight.held]
    return sight.swords - sum(best) >= sight.their_hp


def _plausible(sight: Sight) -> Play:
    """The strongest play of the deed she feels like; of equal ones the one offered first."""
    for deed in _wishes(sight):
        fitting = [play for play in sight.plays if play.deed is deed]
        if fitting:
            return max(fitting, key=lambda play: play.value)
    return min(sight.plays, key=lambda play: play.value)


def _wishes(sight: Sight) -> tuple[Deed, ...]:
    if sight.hp <= _LOW:
        return (Deed.HEAL, Deed.SHIELD, Deed.ATTACK)
    attack = max((play.value for play in sight.plays if play.deed is Deed.ATTACK), default=0)
    return (Deed.ATTACK, Deed.HEAL, Deed.SHIELD) if attack >= _STRONG else (Deed.HEAL, Deed.SHIELD, Deed.ATTACK)
