"""The tips of a first game of Two-Man Spades."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.snapshot import Seen
from games.twoman.seats import view_of
from games.twoman.state import BID, DISCARD, LOOK
from games.viewmodel.lessons import COUNT, FOLLOW, LEAD, Tip, follows, leads, offered


def _has_first_bag(seen: Seen) -> bool:
    table = view_of(seen).table
    bid = table.bids[seen.seat]
    return bool(bid) and table.bags[seen.seat] == 0 and table.tricks[seen.seat] - (bid or 0) == 1


TIPS: Final = (
    Tip(
        offered(LOOK),
        _("A blind bid counts twice, made or missed. Blind nil wins the game, or loses it at one trick."),
    ),
    Tip(offered(DISCARD), _("A lone low card is a good one to lose: without its suit you can trump it.")),
    Tip(offered(BID), COUNT),
    Tip(leads, LEAD),
    Tip(follows, FOLLOW),
    Tip(_has_first_bag, _("A trick over your bid is a bag: one point now, but seven bags cost 100.")),
)
