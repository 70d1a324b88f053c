"""Serialise decisions as JSON for rows of `Review` and `manage.py review`, and hints as actions of a log."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

from games.engine.actions import Action
from games.engine.notation import action_of, frozen, said_json
from games.engine.state import Seat, SeatView
from games.evaluation.decisions import Decision, Mark, best_of, compared, is_clear, why
from games.evaluation.hand import SeatReview
from games.evaluation.interface import SURE, Evaluator, Reason

#: The verb of a hint with a choice to compare. A hint without one has the verb of its own action.
HINT: Final = "hint"


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: the best action, and another one to compare.

    With `reasons` the other is worse; without it is about as good. `other` is None if there is no other action, or no
    reason that one is worse.
    """

    action: Action
    other: Action | None = None
    reasons: tuple[Reason, ...] = ()


def decision_json(decision: Decision) -> dict[str, Any]:
    """Serialise a decision for a row, in millionths of a game. `seat` is the row's, `beyond` is not stored."""
    return {
        "ordinal": decision.ordinal,
        "kind": decision.kind,
        "chosen": listed(decision.chosen),
        "best": listed(decision.best),
        "loss": decision.loss,
        "se": decision.error,
        "mark": decision.mark,
        "values": [[listed(action), worth] for action, worth in decision.values],
        "errors": list(decision.errors),
        "reasons": [list(reason) for reason in decision.reasons],
        "alike": [[listed(action) for action in actions] for actions in decision.alike],
        "examples": [[list(hand) for hand in layout] for layout in decision.examples],
    }


def decision_of(stored: Mapping[str, Any], seat: Seat) -> Decision:
    """Deserialise what `decision_json` wrote."""
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


# A game's review contains the same few cards thousands of times.
@lru_cache(maxsize=1_000)
def _of_words(*listed: str) -> Action:
    return action_of(list(listed))


def line(review: SeatReview, *, game: int) -> dict[str, Any]:
    """Return a line of the output of `manage.py review`."""
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
        "values": [[listed(action), worth / SURE] for action, worth in decision.values],
        "errors": [error / SURE for error in decision.errors],
    }


def listed(action: Action) -> list[object]:
    """Return the action as a record lists it, without its seat."""
    seat: Seat = 0
    return said_json(seat, action)[1:]


def advice_action(advice: Advice) -> Action:
    """Serialise a hint as the action that a log stores."""
    if advice.other is None:
        return advice.action
    reasons = [list(reason) for reason in advice.reasons]
    said = {"shown": listed(advice.action), "other": listed(advice.other), "reasons": reasons}
    return Action(HINT, frozen(said))


def advice_of(aside: Action) -> Advice:
    """Deserialise what `advice_action` wrote."""
    if aside.verb != HINT:
        return Advice(aside)
    said = cast(dict[str, Any], aside.argument)
    shown, other = (action_of(list(said[name])) for name in ("shown", "other"))
    return Advice(shown, other, tuple(Reason(*one) for one in said["reasons"]))


def advised(evaluator: Evaluator, view: SeatView, chosen: Action, seed: int) -> Advice:
    """Return a hint: the chosen action, or the best one if the choice is clearly worse."""
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
