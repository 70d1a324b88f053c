"""Normal Marta in Card Duel: she counts the cards and takes the play that changes most HP against an average hand."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from games.cardduel.bots.matrix import Floats
from games.cardduel.bots.odds import blaze_chance
from games.cardduel.bots.round import Line, Scene, effects_of, swing
from games.cardduel.bots.sight import Laid, Sight, sight_of
from games.cardduel.score import Play, total
from games.cardduel.state import PLAY
from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: A blaze that wins as often as this is likely enough.
_LIKELY: Final = 0.6


class NormalCardDuel:
    """Looks at this round alone; each unseen card is as likely as the next. She uses no chance."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        if not sight.plays or (sight.may_blaze and blaze_chance(sight) >= _LIKELY):
            return sight.blaze_or_any
        gains = _gains(sight, imagined(sight))
        best = max(zip(gains, sight.plays, strict=True), key=lambda one: (one[0], -total(one[1].cards)))
        return Action(PLAY, best[1].argument)


def imagined(sight: Sight) -> list[Play]:
    """What the other may have laid or may answer: the open play, each covered top, or each card on its own."""
    laid = sight.laid or Laid((), None)
    if laid.top is not None:
        return [Play(laid.top, laid.wands)]
    return [Play(one, laid.wands) for one in sight.unseen]


def _gains(sight: Sight, against: Sequence[Play]) -> list[float]:
    """What each play changes of own HP less what it changes of the other's, over all that is imagined.

    Of equal plays she takes the one that uses up less.
    """
    mine = Line[Floats](*effects_of(sight.plays)[:, :, None])
    theirs = Line[Floats](*effects_of(against)[:, None, :])
    if sight.laid is None:
        gained = swing(mine, theirs, Scene(sight.hp, sight.their_hp, sight.is_last))
    else:
        gained = -swing(theirs, mine, Scene(sight.their_hp, sight.hp, sight.is_last))
    gains: list[float] = gained.sum(axis=1).tolist()
    return gains
