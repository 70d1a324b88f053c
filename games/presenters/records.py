"""What is wrong with a file that somebody sent, in the order in which one looks for it: line, hand, action, reason."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.services.imports import BadFile


@dataclass(frozen=True, slots=True)
class Fault:
    where: str
    reason: str
    code: str


def fault(bad: BadFile) -> Fault:
    """Lines, hands and actions as people count them, from 1."""
    places = [_("line %(n)s") % {"n": bad.line}]
    if bad.wrong.hand is not None:
        places.append(_("hand %(n)s") % {"n": bad.wrong.hand + 1})
    if bad.wrong.action is not None:
        places.append(_("action %(n)s") % {"n": bad.wrong.action + 1})
    return Fault(", ".join(places), bad.wrong.reason, bad.wrong.code)
