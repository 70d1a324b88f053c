"""What is said of moves of Card Duel: why Marta would make one, and what was done."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cardduel.state import BLAZE, PLAY
from games.viewmodel.moves import Done, Hint

HINTS: Final[Mapping[str, Hint]] = {
    PLAY: _("Marta would play the cards that are ringed: of all plays they do best against what the other may hold."),
    BLAZE: _("Marta would go out in a blaze of glory: it wins more often here than any play."),
}
DONE: Final[Mapping[str, Done]] = {BLAZE: _("goes out in a blaze of glory")}
