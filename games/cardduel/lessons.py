"""The tips of a first duel."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardduel.state import PLAY, CardDuelView
from games.snapshot import Seen
from games.viewmodel.lessons import Tip, offered, times


def _holds_coin_again(seen: Seen) -> bool:
    view = seen.view
    is_first_player = isinstance(view, CardDuelView) and view.table.coin == seen.seat
    return is_first_player and times(seen, PLAY) in (1, 2)


TIPS: Final = (
    Tip(
        offered(PLAY),
        _("Swords attack, cups heal you, shields stop an attack, wands strengthen the card on top."),
    ),
    Tip(
        _holds_coin_again,
        _("You hold the coin: your card on a wand lies face down until Marta has played. Bluff her."),
    ),
    Tip(
        offered(PLAY, said=3),
        _("A blaze ends the duel at once: your swords against her points, cups and shields."),
    ),
)
