"""A bid that may be made, as templates show it beside the others."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.actions import Action
from games.engine.notation import action_text
from games.viewmodel.words import signed


@dataclass(frozen=True, slots=True)
class Offer:
    """One bid that may be made, with what it brings and costs."""

    value: str
    label: str
    swing: str
    action: str
    button: str
    made: str
    made_points: str
    made_note: str
    missed: str
    missed_points: str
    missed_note: str
    is_nil: bool = False


def bid_offer(action: Action, aim: int, won: int, lost: int, made_note: str, missed_note: str, **own: str) -> Offer:
    """Of a bid of tricks, of which it takes `aim`, or of nil; `own` is what a game says otherwise."""
    bid, none, words = action.number or 0, _("None"), {"n": aim if action.number else 1}
    or_more = _("%(n)s or more") % words
    if bid:
        said = {"label": str(bid), "button": _("Bid %(n)s") % {"n": bid}, "made": or_more}
        said["missed"] = _("Under %(n)s") % words if aim > 1 else none
    else:
        said = {"label": _("Nil"), "button": _("Bid nil"), "made": none, "missed": or_more}
    return Offer(
        value=str(bid),
        swing=f"±{-lost}" if won == -lost else signed(won),
        action=action_text(action),
        made_points=signed(won),
        made_note=made_note,
        missed_points=signed(lost),
        missed_note=missed_note,
        is_nil=not bid,
        **{**said, **own},
    )
