"""A review in plain values: as rows keep it, in millionths, and as the command line prints it, in parts of a game."""

from typing import Any

from games.engine.actions import Action
from games.engine.notation import said_json
from games.engine.state import Seat
from games.review.decisions import Decision
from games.review.face import SURE
from games.review.hand import SeatReview


def kept(decision: Decision) -> dict[str, Any]:
    """A decision as a row keeps it; its losses and values are whole millionths of a game."""
    return {
        "ordinal": decision.ordinal,
        "kind": decision.kind,
        "chosen": listed(decision.chosen),
        "best": listed(decision.best),
        "loss": decision.loss,
        "se": decision.error,
        "mark": None if decision.mark is None else str(decision.mark),
        "values": [[listed(action), worth] for action, worth in decision.values],
        "reasons": [[reason.code, reason.best, reason.chosen] for reason in decision.reasons],
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
    }


def listed(action: Action) -> list[object]:
    """The action as a record lists it, without its seat."""
    seat: Seat = 0
    return said_json(seat, action)[1:]
