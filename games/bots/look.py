"""What every player's look at its view begins with: the seat, its cards, and what it is offered."""

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from games.bots.base import ImpossibleView
from games.engine.cards import Card
from games.engine.state import Seat, SeatView

V = TypeVar("V", bound=SeatView)


@dataclass(frozen=True)
class Look(Generic[V]):
    """One seat's look at the table. Holds nothing that is not in the view; what follows from it is worked out once."""

    view: V
    seat: Seat

    @property
    def hand(self) -> tuple[Card, ...]:
        """ImpossibleView where no cards are shown."""
        if self.view.hand is None:
            raise ImpossibleView("cards are wanted where none are shown")
        return self.view.hand

    @cached_property
    def legal(self) -> tuple[Card, ...]:
        """The cards offered, where cards are."""
        offered = (getattr(one, "card", None) for one in self.view.legal)
        return tuple(one for one in offered if one is not None)


def seat_view(view: SeatView, kind: type[V]) -> tuple[V, Seat]:
    """The view as that game's own, and its seat; ImpossibleView for any other, and where nothing is offered."""
    if not isinstance(view, kind) or view.seat is None:
        raise ImpossibleView(f"not a seat's {kind.__name__}")
    if not view.legal:
        raise ImpossibleView("nothing is offered to this seat")
    return view, view.seat
