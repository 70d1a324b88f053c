"""A review in plain values: as rows keep it, in millionths, and as the command line prints it, in parts of a game; and
a hint, as a log keeps it.
"""

from typing import Any, Final, cast

from games.engine.actions import Action
from games.engine.notation import action_of, frozen, said_json
from games.engine.state import Seat
from games.review.advising import Advice
from games.review.decisions import Decision
from games.review.face import SURE, Reason
from games.review.hand import SeatReview

#: The verb of a hint that is held against another choice. Any other verb is that of a choice that stands alone.
HINT: Final = "hint"


def kept(decision: Decision) -> dict[str, Any]:
    """A decision as a row keeps it; its losses, values and errors are whole millionths of a game."""
    return {
        "ordinal": decision.ordinal,
        "kind": decision.kind,
        "chosen": listed(decision.chosen),
        "best": listed(decision.best),
        "loss": decision.loss,
        "se": decision.error,
        "mark": None if decision.mark is None else str(decision.mark),
        "values": [[listed(action), worth] for action, worth in decision.values],
        "errors": list(decision.errors),
        "reasons": [list(reason) for reason in decision.reasons],
        "alike": [[listed(action) for action in actions] for actions in decision.alike],
        "examples": [[list(hand) for hand in layout] for layout in decision.examples],
    }


def line(review: SeatReview, *, game: int) -> dict[str, Any]:
    """A line of `manage.py review`."""
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
        **kept(decision),
        "loss": decision.loss / SURE,
        "se": decision.error / SURE,
        "values": [[listed(action), worth / SURE] for action, worth in decision.values],
        "errors": [error / SURE for error in decision.errors],
    }


def listed(action: Action) -> list[object]:
    """The action as a record lists it, without its seat."""
    seat: Seat = 0
    return said_json(seat, action)[1:]


def advice_kept(advice: Advice) -> Action:
    if advice.other is None:
        return advice.action
    reasons = [list(reason) for reason in advice.reasons]
    said = {"shown": listed(advice.action), "other": listed(advice.other), "reasons": reasons}
    return Action(HINT, frozen(said))


def advice_of(aside: Action) -> Advice:
    if aside.verb != HINT:
        return Advice(aside)
    said = cast(dict[str, Any], aside.argument)
    shown, other = (action_of(list(said[name])) for name in ("shown", "other"))
    return Advice(shown, other, tuple(Reason(*one) for one in said["reasons"]))
