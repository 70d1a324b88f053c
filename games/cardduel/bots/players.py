"""Bots of Card Duel: easy ignores unseen cards, normal considers them, and wavering is a baseline for matches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import FirstPlay, Knowledge, blaze_chance, defence, knowledge_of
from games.cardduel.bots.matrix import Floats
from games.cardduel.bots.round import PlayEffects, RoundStart, effects_of, swing
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
        if knowledge.may_blaze and _blaze_is_sure(knowledge):
            return Action(BLAZE)
        if not knowledge.plays:
            return rng.choice([one for one in knowledge.view.legal if isinstance(one, Action)])
        return Action(PLAY, _plausible(knowledge).argument)


def _blaze_is_sure(knowledge: Knowledge) -> bool:
    """Return whether a blaze would win against the best cups and shields of the pack."""
    best = sorted((defence(one) for one in PACK), reverse=True)[: knowledge.held]
    return knowledge.swords - sum(best) >= knowledge.their_hp


def _plausible(knowledge: Knowledge) -> CardPlay:
    """Return the strongest play of the first possible purpose in `_wishes`; without one, the weakest play."""
    for deed in _wishes(knowledge):
        fitting = [play for play in knowledge.plays if play.deed is deed]
        if fitting:
            return max(fitting, key=lambda play: play.value)
    return min(knowledge.plays, key=lambda play: play.value)


def _wishes(knowledge: Knowledge) -> tuple[Purpose, ...]:
    if knowledge.hp <= _LOW:
        return (Purpose.HEAL, Purpose.SHIELD, Purpose.ATTACK)
    attack = max((play.value for play in knowledge.plays if play.deed is Purpose.ATTACK), default=0)
    return (
        (Purpose.ATTACK, Purpose.HEAL, Purpose.SHIELD)
        if attack >= _STRONG
        else (Purpose.HEAL, Purpose.SHIELD, Purpose.ATTACK)
    )


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
    """Return the opponent's possible plays.

    After the opponent's play: an open play, or its wands with each unseen card as covered top. Before it: each unseen
    card alone.
    """
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


class WaveringCardDuel:
    """The normal bot, except that about one play in eight is random."""

    def __init__(self) -> None:
        self._normal = NormalCardDuel()

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.plays and rng.random() < _WAVERS:
            return Action(PLAY, rng.choice(knowledge.plays).argument)
        return self._normal.choose(view, rng)
