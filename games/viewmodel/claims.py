"""The words of a claim: what is offered, and how a hand that ended with one is told. Knows a hand and who looks."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine.state import Seat
from games.snapshot import HandSeen, Seen
from games.viewmodel.four import name_in
from games.viewmodel.words import tricks


def offered(seen: Seen) -> str:
    """What the button says; empty where nothing may be claimed."""
    return _("Claim %(tricks)s") % {"tricks": tricks(seen.claim)} if seen.claim else ""


def told(seen: Seen, hand: HandSeen) -> str:
    """Who claimed the rest of a finished hand, and how much of it; empty where nobody did."""
    return told_to(seen.seat, hand, lambda seat: name_in(seen, seat))


def told_to(own: Seat | None, hand: HandSeen | None, name_of: Callable[[Seat], str]) -> str:
    """The same for whoever looks on: `own` is the seat that is told of as "you"."""
    if hand is None or hand.claimer is None:
        return ""
    words = {"name": name_of(hand.claimer), "tricks": tricks(hand.claimed)}
    if hand.claimer == own:
        return _("You claim the rest: %(tricks)s.") % words
    return _("%(name)s claims the rest: %(tricks)s.") % words
