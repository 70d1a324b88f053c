"""A player of every game that takes any legal action, each as likely as the others."""

from typing import TYPE_CHECKING, ClassVar

from games.bots.base import ImpossibleView
from games.engine.actions import Action, Pick
from games.engine.state import SeatView

if TYPE_CHECKING:
    from random import Random


class AnyLegal:
    """It needs nothing of its view but what is offered, so it plays any game."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        """ImpossibleView where nothing is offered."""
        if not view.legal:
            raise ImpossibleView("nothing is offered to this seat")
        offer = rng.choice(view.legal)
        if isinstance(offer, Pick):
            return offer.with_free(rng.sample(offer.free, offer.count - len(offer.must)))
        return offer
