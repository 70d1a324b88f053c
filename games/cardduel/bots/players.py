"""Bots of Card Duel: easy counts no cards, normal does, wavering is normal with random moves, for training only."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import FirstPlay, Knowledge, blaze_chance, defence, knowledge_of
from games.cardduel.bots.matrix import Floats
from games.cardduel.bots.round import Line, RoundStart, effects_of, swing
from games.cardduel.score import Deed, Play, total
from games.cardduel.state import BLAZE, PLAY
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: With this many HP or fewer the easy player heals if it can, or else shields.
_LOW: Final = 15
#: An attack this strong is always made.
_STRONG: Final = 10
#: A blaze at least this likely to win is made.
_LIKELY: Final = 0.6
#: How often the wavering player moves at random.
_WAVERS: Final = 0.12


class EasyCardDuel:
    """A friendly opponent: usually sensible, and heedless of what the other hand may hold."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.may_blaze and _blaze_is_sure(knowledge):
            return Action(BLAZE)
        if not knowledge.plays:
            return rng.choice([one for one in knowledge.view.legal if isinstance(one, Action)])
        return Action(PLAY, _plausible(knowledge).argument)


def _blaze_is_sure(knowledge: Knowledge) -> bool:
    """Return whether even the best cups and shields of a whole pack would not save the opponent."""
    best = sorted((defence(one) for one in PACK), reverse=True)[: knowledge.held]
    return knowledge.swords - sum(best) >= knowledge.their_hp


def _plausible(knowledge: Knowledge) -> Play:
    """Return the strongest play of the preferred deed, the first of equal ones."""
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


class NormalCardDuel:
    """Plays for this round alone, with all unseen cards equally likely. Uses no random numbers."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if not knowledge.plays or (knowledge.may_blaze and blaze_chance(knowledge) >= _LIKELY):
            return knowledge.blaze_or_any
        gains = _gains(knowledge, imagined(knowledge))
        best = max(zip(gains, knowledge.plays, strict=True), key=lambda one: (one[0], -total(one[1].cards)))
        return Action(PLAY, best[1].argument)


def imagined(knowledge: Knowledge) -> list[Play]:
    """Return what the opponent may have played or may reply: the open play, each covered top, or each single card."""
    first_play = knowledge.first_play or FirstPlay((), None)
    if first_play.top is not None:
        return [Play(first_play.top, first_play.wands)]
    return [Play(one, first_play.wands) for one in knowledge.unseen]


def _gains(knowledge: Knowledge, against: Sequence[Play]) -> list[float]:
    """Return by play the gain in own HP less the opponent's, summed over all imagined plays."""
    mine = Line[Floats](*effects_of(knowledge.plays)[:, :, None])
    theirs = Line[Floats](*effects_of(against)[:, None, :])
    if knowledge.first_play is None:
        gained = swing(mine, theirs, RoundStart(knowledge.hp, knowledge.their_hp, knowledge.is_last))
    else:
        gained = -swing(theirs, mine, RoundStart(knowledge.their_hp, knowledge.hp, knowledge.is_last))
    gains: list[float] = gained.sum(axis=1).tolist()
    return gains


class WaveringCardDuel:
    """The normal player with one random play in eight."""

    def __init__(self) -> None:
        self._normal = NormalCardDuel()

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.plays and rng.random() < _WAVERS:
            return Action(PLAY, rng.choice(knowledge.plays).argument)
        return self._normal.choose(view, rng)
