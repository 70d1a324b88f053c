"""What is said of moves of Card Duel: why one is good, what was done, and the tips of a first duel."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cardduel.state import BLAZE, PLAY, CardDuelView
from games.engine.actions import Action
from games.snapshot import Snapshot
from games.viewmodel.lessons import Tip, offered, times
from games.viewmodel.moves import Done, Hint, HintWords
from games.viewmodel.seats import name_in
from games.viewmodel.words import the_card

_STACK: Final = HintWords(
    gettext_lazy("Hint: play the cards that are ringed."),
    gettext_lazy("Of all plays they do best against what the other side may hold."),
)


def _play(_snapshot: Snapshot, action: Action) -> HintWords:
    """A single card is named, a stack only ringed."""
    if action.card is None:
        return _STACK
    what = _("Hint: play %(card)s.") % {"card": the_card(action.card)}
    return HintWords(what, _("Of all plays it does best against what the other side may hold."))


HINTS: Final[Mapping[str, Hint]] = {
    PLAY: _play,
    BLAZE: HintWords(
        gettext_lazy("Hint: go out in a blaze of glory."), gettext_lazy("It wins more often here than any play.")
    ),
}
DONE: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("goes out in a blaze of glory")}
CHOICES: Final[Mapping[str, Done]] = {BLAZE: gettext_lazy("a blaze of glory")}


# -- tips ------------------------------------------------------------------------------------------------


def _holds_coin_again(snapshot: Snapshot) -> bool:
    view = snapshot.view
    is_first_player = isinstance(view, CardDuelView) and view.table.coin == snapshot.seat
    return is_first_player and times(snapshot, PLAY) in (1, 2)


def _bluff(snapshot: Snapshot) -> str:
    words = {"name": name_in(snapshot, 1 - snapshot.seat, first=False)}
    return _("You hold the coin: your card on a wand lies face down until %(name)s has played. Bluff.") % words


TIPS: Final = (
    Tip(
        offered(PLAY),
        gettext_lazy("Swords attack, cups heal you, shields stop an attack, wands strengthen the card on top."),
    ),
    Tip(_holds_coin_again, _bluff),
    Tip(
        offered(PLAY, said=3),
        gettext_lazy(
            "A blaze ends the duel at once: your swords against the points, cups and shields of the other side."
        ),
    ),
)
