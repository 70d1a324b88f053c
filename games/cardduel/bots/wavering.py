"""A normal player that now and then plays whatever comes to hand: its duels come to every kind of standing.

The hard player's guess at the rounds to come is fitted to them (`training.teach_duellist`); nobody meets it at a table.
"""

from typing import TYPE_CHECKING, Final

from games.cardduel.bots.knowledge import knowledge_of
from games.cardduel.bots.normal import NormalCardDuel
from games.cardduel.state import PLAY
from games.engine.actions import Action
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random

#: How often it does not choose.
_WAVERS: Final = 0.12


class WaveringCardDuel:
    """As the normal player, but for one play in eight."""

    def __init__(self) -> None:
        self._normal = NormalCardDuel()

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        if knowledge.plays and rng.random() < _WAVERS:
            return Action(PLAY, rng.choice(knowledge.plays).argument)
        return self._normal.choose(view, rng)
