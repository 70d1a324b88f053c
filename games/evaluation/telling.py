"""Compute hints; serialise hints as actions of a log, and decisions as JSON for `Review` and `manage.py review`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

from games.engine.actions import Action
from games.engine.notation import action_json, action_of, frozen
from games.engine.state import Seat, SeatView
from games.evaluation.decisions import Decision, Mark, best_of, compared, is_clear, reasons_for
from games.evaluation.hand import SeatReview
from games.evaluation.interface import SURE, Evaluator, Reason

#: The verb of a stored hint that compares two actions. A hint without comparison is stored as its action.
HINT: Final = "hint"


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the action to take, and another one to compare it with.

    With `reasons`, `other` is worse; without any, it is about as good. `other` is None if no other action was valued,
    or if the others are worse but no reason can be named.
    """

    action: Action
    other: Action | None = None
    reasons: tuple[Reason, ...] = ()


def decision_json(decision: Decision) -> dict[str, Any]:
    """Serialise a decision for a row of `Review`, in millionths of a game.

    The seat is a column of the row. `beyond` is not stored.
    """
    return {
        "ordinal": decision.ordinal,
        "kind": decision.kind,
        "chosen": action_json(decision.chosen),
        "best": action_json(decision.best),
        "loss": decision.loss,
        "se": decision.error,
        "mark": decision.mark,
        "values": [[action_json(action), worth] for action, worth in decision.values],
        "errors": list(decision.errors),
        "reasons": [list(reason) for reason in decision.reasons],
        "alike": [[action_json(action) for action in actions] for actions in decision.alike],
        "examples": [[list(hand) for hand in layout] for layout in decision.examples],
    }


def decision_of(stored: Mapping[str, Any], seat: Seat) -> Decision:
    """Return the decision that `decision_json` serialised; `seat` is the seat of the row."""
    mark = stored["mark"]
    return Decision(
        ordinal=stored["ordinal"],
        seat=seat,
        kind=stored["kind"],
        chosen=_action(stored["chosen"]),
        best=_action(stored["best"]),
        loss=stored["loss"],
        error=stored["se"],
        mark=None if mark is None else Mark(mark),
        values=tuple([(_action(listed), worth) for listed, worth in stored["values"]]),
        errors=stored["errors"],
        reasons=tuple([Reason(*one) for one in stored["reasons"]]),
        examples=stored["examples"],
        alike=tuple([tuple(map(_action, group)) for group in stored["alike"]]),
    )


def _action(listed: list[Any]) -> Action:
    return _of_words(*listed) if isinstance(listed[-1], str) else action_of(listed)


# The reviews of a game contain the same few actions thousands of times.
@lru_cache(maxsize=1_000)
def _of_words(*listed: str) -> Action:
    return action_of(list(listed))


def line(review: SeatReview, *, game: int) -> dict[str, Any]:
    """Return what `manage.py review` prints as one line: a hand's review from one seat, in fractions of a game."""
    return {
        "game": game,
        "hand": review.number,
        "seat": review.seat,
        "evaluator": review.evaluator,
        "before": review.before / SURE,
        "after": review.after / SURE,
        "luck": review.luck / SURE,
        "partners": review.partners / SURE,
        "rivals": review.rivals / SURE,
        "rest": review.rest / SURE,
        "decisions": [_printed(one) for one in review.decisions],
    }


def _printed(decision: Decision) -> dict[str, Any]:
    return {
        **decision_json(decision),
        "loss": decision.loss / SURE,
        "se": decision.error / SURE,
        "values": [[action_json(action), worth / SURE] for action, worth in decision.values],
        "errors": [error / SURE for error in decision.errors],
    }


def advice_action(advice: Advice) -> Action:
    """Serialise a hint as the action that a log stores."""
    if advice.other is None:
        return advice.action
    reasons = [list(reason) for reason in advice.reasons]
    serialised = {"shown": action_json(advice.action), "other": action_json(advice.other), "reasons": reasons}
    return Action(HINT, frozen(serialised))


def advice_of(aside: Action) -> Advice:
    """Return the hint that `advice_action` serialised."""
    if aside.verb != HINT:
        return Advice(aside)
    stored = cast(dict[str, Any], aside.argument)
    shown, other = (action_of(list(stored[name])) for name in ("shown", "other"))
    return Advice(shown, other, tuple(Reason(*one) for one in stored["reasons"]))


def best_advice(evaluator: Evaluator, view: SeatView, chosen: Action, seed: int) -> Advice:
    """Return a hint: the bot's `chosen` action, or the best action if `chosen` is clearly worse."""
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
    reasons = reasons_for(evaluator, view, (action, shown), (other, second), weighed.weights, seed)
    return Advice(action, other, reasons) if reasons else Advice(action)
