"""Normal Marta who now and then plays whatever comes to hand: her duels come to every kind of standing.

Hard Marta's guess at the rounds to come is fitted to them (`training.teach_duellist`); nobody meets her at a table.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from games.cardduel.bots.normal import NormalCardDuel
from games.cardduel.bots.sight import sight_of
from games.cardduel.state import PLAY
from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: How often she does not choose.
_WAVERS: Final = 0.12


class WaveringCardDuel:
    """As normal Marta, but for one play in eight."""

    version: ClassVar[int] = 1

    def __init__(self) -> None:
        self._normal = NormalCardDuel()

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        if sight.plays and rng.random() < _WAVERS:
            return Action(PLAY, rng.choice(sight.plays).argument)
        return self._normal.choose(view, rng)
