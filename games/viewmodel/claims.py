"""The words of a claim: what is offered, and how a hand that ended with one is told."""

from django.utils.translation import gettext as _

from games.snapshot import HandSeen, Seen
from games.viewmodel.seats import Moment, name_in
from games.viewmodel.words import tricks


def offered(seen: Seen) -> str:
    """What the button says; empty where nothing may be claimed."""
    return _("Claim %(tricks)s") % {"tricks": tricks(seen.claim)} if seen.claim else ""


def told(moment: Moment, hand: HandSeen | None) -> str:
    """Who claimed the rest of a finished hand, and how much of it; empty where nobody did."""
    if hand is None or hand.claimer is None:
        return ""
    words = {"name": name_in(moment, hand.claimer), "tricks": tricks(hand.claimed)}
    if hand.claimer == moment.own:
        return _("You claim the rest: %(tricks)s.") % words
    return _("%(name)s claims the rest: %(tricks)s.") % words
