"""The tips of a first game of Bid Whist."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bidwhist.contract import Denomination, Direction
from games.bidwhist.state import BID, DIRECTION, DISCARD, TRUMP
from games.bidwhist.words import view_of
from games.snapshot import Seen
from games.viewmodel.lessons import Tip, follows, leads, offered, own_places, plays


def _is_downtown(seen: Seen) -> bool:
    table = view_of(seen).table
    return table.direction is Direction.DOWN or (table.contract or "").endswith(Denomination.DOWNTOWN)


def _has_trump(seen: Seen) -> bool:
    return view_of(seen).table.trump is not None


def _leads_with_trump(seen: Seen) -> bool:
    return leads(seen) and _has_trump(seen)


def _follows_with_trump(seen: Seen) -> bool:
    return follows(seen) and _has_trump(seen)


def _first_downtown(seen: Seen) -> bool:
    return plays(seen) and not own_places(seen) and _is_downtown(seen)


TIPS: Final = (
    Tip(offered(BID), _("A bid of 4 promises ten of thirteen books. Uptown high cards win, downtown low ones.")),
    Tip(offered(TRUMP), _("Name the suit of which you hold most; its cards beat every other suit.")),
    Tip(offered(DIRECTION), _("Up if your cards are high, down if they are low. Aces are best both ways.")),
    Tip(offered(DISCARD), _("What you put aside is your first book. Keep trumps, aces and long suits.")),
    Tip(_first_downtown, _("Downtown the ace is best, then two, three and up; kings are worst.")),
    Tip(_leads_with_trump, _("With the best trumps draw theirs first; then a long suit wins by itself.")),
    Tip(
        _follows_with_trump,
        _("Follow the suit that was led. Without a card of it a trump wins the book, if none is better."),
    ),
)
