"""The normal player of Card Duel: counts the cards and takes the play that changes most HP against an average hand."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import FirstPlay, Knowledge, knowledge_of
from games.cardduel.bots.matrix import Floats
from games.cardduel.bots.odds import blaze_chance
from games.cardduel.bots.round import Line, RoundStart, effects_of, swing
from games.cardduel.score import Play, total
from games.cardduel.state import PLAY
from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: A blaze that wins as often as this is likely enough.
_LIKELY: Final = 0.6


class NormalCardDuel:
    """Looks at this round alone; each unseen card is as likely as the next. Uses no chance."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if not knowledge.plays or (knowledge.may_blaze and blaze_chance(knowledge) >= _LIKELY):
            return knowledge.blaze_or_any
        gains = _gains(knowledge, imagined(knowledge))
        best = max(zip(gains, knowledge.plays, strict=True), key=lambda one: (one[0], -total(one[1].cards)))
        return Action(PLAY, best[1].argument)


def imagined(knowledge: Knowledge) -> list[Play]:
    """What the other may have laid or may answer: the open play, each covered top, or each card on its own."""
    first_play = knowledge.first_play or FirstPlay((), None)
    if first_play.top is not None:
        return [Play(first_play.top, first_play.wands)]
    return [Play(one, first_play.wands) for one in knowledge.unseen]


def _gains(knowledge: Knowledge, against: Sequence[Play]) -> list[float]:
    """What each play changes of own HP less what it changes of the other's, over all that is imagined.

    Of equal plays it takes the one that uses up less.
    """
    mine = Line[Floats](*effects_of(knowledge.plays)[:, :, None])
    theirs = Line[Floats](*effects_of(against)[:, None, :])
    if knowledge.first_play is None:
        gained = swing(mine, theirs, RoundStart(knowledge.hp, knowledge.their_hp, knowledge.is_last))
    else:
        gained = -swing(theirs, mine, RoundStart(knowledge.their_hp, knowledge.hp, knowledge.is_last))
    gains: list[float] = gained.sum(axis=1).tolist()
    return gains
