"""What is told to somebody who only looks on: in every game alike, of everybody by name, and nothing to choose."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.state import Phase
from games.snapshot import Snapshot, Status
from games.viewmodel.seats import clockwise, idle, lead_owed, name_in
from games.viewmodel.tricks import Trick, fell, won
from games.viewmodel.words import listed

#: Before, between and after hands; a hand in play is drawn alike in all its phases.
RESTING = ("first", "between", "over")


def stage(snapshot: Snapshot) -> str:
    """Where the game is, as its page is drawn: the phase of its hand, or one of those at rest."""
    if snapshot.result is not None or snapshot.status != Status.PLAYING:
        return "over"
    if snapshot.needs_deal:
        return "between" if snapshot.hands else "first"
    return str(snapshot.view.phase)


def template_of(name: str) -> str:
    return f"games/onlooker/{name if name in RESTING else 'play'}.html"


def message(snapshot: Snapshot, tricks: Sequence[Trick]) -> str:
    """What has just happened, and who is to act."""
    if snapshot.view.phase is not Phase.PLAY:
        return waiting(snapshot)
    owed = waiting(snapshot) if tricks and not tricks[-1].is_done else lead_owed(snapshot)
    return f"{happened(snapshot, tricks)} {owed}".strip()


def happened(snapshot: Snapshot, tricks: Sequence[Trick]) -> str:
    """The card that has just fallen or the trick that has just ended; empty before the first."""
    if not tricks:
        return ""
    return won(snapshot, tricks[-1]) if tricks[-1].is_done else fell(snapshot, tricks[-1])


def waiting(snapshot: Snapshot) -> str:
    """For whom the table waits, clockwise; empty where it waits for nobody."""
    if said := idle(snapshot):
        return said
    names = [name_in(snapshot, seat) for seat in clockwise(snapshot) if seat in snapshot.view.waits_for]
    if len(names) == 1:
        return _("It is %(name)s’s turn.") % {"name": names[0]}
    return _("The table waits for %(names)s.") % {"names": listed(names)} if names else ""
