"""A hint: what a strong player chose, held against the next best choice by the same reckoning as a review.

It knows what the seat may know and nothing else, and counts its work.
"""

from dataclasses import dataclass

from games.engine.actions import Action
from games.engine.state import SeatView
from games.review.decisions import best_of, compared, is_clear, why
from games.review.face import Evaluator, Reason


@dataclass(frozen=True, slots=True)
class Advice:
    """A choice and what it is held against: with reasons the next best one, which is worse, without any another that is
    about as good; None where there is no other, or where nothing tells why it is worse.
    """

    action: Action
    other: Action | None = None
    reasons: tuple[Reason, ...] = ()


def advised(evaluator: Evaluator, view: SeatView, chosen: Action, seed: int) -> Advice:
    """What the player chose, or the best action where its choice is worse beyond doubt."""
    weighed = evaluator.weigh(view, chosen, seed)
    own = None if weighed is None else weighed.choice_of(chosen)
    if weighed is None or own is None:
        return Advice(chosen)
    best = best_of(weighed.full, weighed.weights)
    shown, action = (best, best.actions[0]) if is_clear(*compared(best, own, weighed)) else (own, chosen)
    others = [choice for choice in weighed.full if choice is not shown]
    if not others:
        return Advice(action, next((one for one in shown.actions if one != action), None))
    second = best_of(others, weighed.weights)
    other = second.actions[0]
    if not is_clear(*compared(shown, second, weighed)):
        return Advice(action, other)
    reasons = why(evaluator, view, (action, shown), (other, second), weighed.weights, seed)
    return Advice(action, other, reasons) if reasons else Advice(action)
