"""Bots of Card Duel: easy ignores unseen cards, normal considers them, and wavering is a baseline for matches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import FirstPlay, Knowledge, blaze_chance, defence, knowledge_of
from games.cardduel.bots.round import Floats, PlayEffects, RoundStart, effects_of, swing
from games.cardduel.rules import BLAZE, PLAY
from games.cardduel.score import CardPlay, Purpose, total
from games.engine.actions import Action
from games.engine.cards import PACK
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: With this many HP or fewer, easy prefers healing, then shields, then attacks.
_LOW: Final = 15
#: With more HP than `_LOW`, easy prefers an attack if it has at least this value.
_STRONG: Final = 10
#: Normal invokes a blaze whose chance to win is at least this high.
_LIKELY: Final = 0.6
#: The chance that wavering plays at random.
_WAVERS: Final = 0.12


class EasyCardDuel:
    """Plays by fixed preferences and ignores which cards the opponent may hold."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        best = sorted(map(defence, PACK), reverse=True)[: knowledge.held]  # the best defence against a blaze
        if knowledge.may_blaze and knowledge.swords - sum(best) >= knowledge.their_hp:
            return Action(BLAZE)
        if not knowledge.plays:
            return rng.choice([one for one in knowledge.view.legal if isinstance(one, Action)])
        return Action(PLAY, _plausible(knowledge).argument)


def _plausible(knowledge: Knowledge) -> CardPlay:
    """Return the strongest play of the first possible purpose in the order of preference; else the weakest play."""
    attack = max((play.value for play in knowledge.plays if play.deed is Purpose.ATTACK), default=0)
    wishes = Purpose.HEAL, Purpose.SHIELD, Purpose.ATTACK
    if knowledge.hp > _LOW and attack >= _STRONG:
        wishes = Purpose.ATTACK, Purpose.HEAL, Purpose.SHIELD
    for deed in wishes:
        fitting = [play for play in knowledge.plays if play.deed is deed]
        if fitting:
            return max(fitting, key=lambda play: play.value)
    return min(knowledge.plays, key=lambda play: play.value)


class NormalCardDuel:
    """Maximises the HP gained on the opponent in this round if all unseen cards are equally likely. Deterministic."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if not knowledge.plays or (knowledge.may_blaze and blaze_chance(knowledge) >= _LIKELY):
            return knowledge.blaze_or_any
        gains = _gains(knowledge, imagined(knowledge))
        best = max(zip(gains, knowledge.plays, strict=True), key=lambda one: (one[0], -total(one[1].cards)))
        return Action(PLAY, best[1].argument)


def imagined(knowledge: Knowledge) -> list[CardPlay]:
    """Return the opponent's possible plays: an open play, or each unseen card alone or on the wands of its play."""
    first_play = knowledge.first_play or FirstPlay((), None)
    if first_play.top is not None:
        return [CardPlay(first_play.top, first_play.wands)]
    return [CardPlay(one, first_play.wands) for one in knowledge.unseen]


def _gains(knowledge: Knowledge, opponent_plays: Sequence[CardPlay]) -> list[float]:
    """Return for each play the `swing` in favour of this seat, summed over `opponent_plays`."""
    mine = PlayEffects[Floats](*effects_of(knowledge.plays)[:, :, None])
    theirs = PlayEffects[Floats](*effects_of(opponent_plays)[:, None, :])
    if knowledge.first_play is None:
        gained = swing(mine, theirs, RoundStart(knowledge.hp, knowledge.their_hp, knowledge.is_last))
    else:
        gained = -swing(theirs, mine, RoundStart(knowledge.their_hp, knowledge.hp, knowledge.is_last))
    gains: list[float] = gained.sum(axis=1).tolist()
    return gains


class WaveringCardDuel(NormalCardDuel):
    """The normal bot, except that about one play in eight is random."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.plays and rng.random() < _WAVERS:
            return Action(PLAY, rng.choice(knowledge.plays).argument)
        return super().choose(view, rng)
