"""Why an action is refused, in the player's words: what games share of it, each saying what it words itself."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.actions import Refusal
from games.engine.cards import Suit
from games.snapshot import Snapshot
from games.viewmodel.seats import turn_sentence
from games.viewmodel.words import ONE_OF, Words

#: Sentences by the code of a refusal, or what makes one of what the seat sees.
Refused: TypeAlias = "Mapping[str, Words | Callable[[Snapshot], str]]"

SPADES_NOT_BROKEN: Final = gettext_lazy("Spades are not broken yet, so lead another suit.")
_SHARED: Final[Refused] = {
    "GAME_OVER": gettext_lazy("The game is over."),
    "NOT_YOUR_TURN": turn_sentence,
    "NOT_IN_HAND": gettext_lazy("That card is not in your hand."),
    "DUPLICATE": gettext_lazy("The same card was chosen twice."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
}
_OTHERWISE: Final = gettext_lazy("That cannot be done at this point of the hand.")


def refusal_sentence(snapshot: Snapshot, refusal: Refusal, own: Refused, *, otherwise: Words = _OTHERWISE) -> str:
    """The sentence for a refusal: the game's `own`, or the one of all games, or `otherwise`."""
    words = own.get(refusal.code) or _SHARED.get(refusal.code, otherwise)
    return words(snapshot) if callable(words) else str(words)


def must_follow(led: Suit | None) -> str:
    """Why another suit than the one that was led may not be played."""
    one = _("a card of that suit") if led is None else ONE_OF[led]
    return _("You hold %(one)s, so you must play one.") % {"one": one}
