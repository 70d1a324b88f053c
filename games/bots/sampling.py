"""The cards a seat has not seen, and the chances of where they lie. Any game with one pack of 52."""

from math import comb

from games.bots.base import ImpossibleView
from games.engine.cards import PACK, Card
from games.engine.state import SeatView


def seen(view: SeatView) -> tuple[Card, ...]:
    """Own cards and those named in the hand's actions. ImpossibleView when one lies in two places."""
    named = [one for _, action in view.actions if (one := action.card) is not None]
    known = (*(view.hand or ()), *named)
    if len(set(known)) != len(known):
        raise ImpossibleView("a card stands twice in the view")
    return known


def unseen(view: SeatView) -> tuple[Card, ...]:
    """What the other seats and the undealt cards share, in the order of the pack."""
    known = set(seen(view))
    return tuple(one for one in PACK if one not in known)


def chance_of_none(pool: int, held: int, wanted: int) -> float:
    """How likely `held` cards out of `pool` unseen ones hold none of `wanted` particular ones."""
    if wanted > pool - held:
        return 0.0
    return comb(pool - wanted, held) / comb(pool, held)
