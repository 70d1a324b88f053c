"""Sentences for refused actions that games share."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Suit
from games.pages.words import ONE_OF, Words

SPADES_NOT_BROKEN: Final = gettext_lazy("Spades are not broken yet, so lead another suit.")
#: Refusals by the rules, by code.
REFUSED: Final[Mapping[str, Words]] = {
    "GAME_OVER": gettext_lazy("The game is over."),
    "NOT_IN_HAND": gettext_lazy("That card is not in your hand."),
    "DUPLICATE": gettext_lazy("The same card was chosen twice."),
    "SPADES_NOT_BROKEN": SPADES_NOT_BROKEN,
}
#: Refusals by the table of what the rules allow, by code.
BY_THE_TABLE: Final[Mapping[str, Words]] = {
    "NO_DEAL": gettext_lazy("There is nothing to deal now."),
    "NO_HINT": gettext_lazy("There is no hint to give now."),
    "WARMING_UP": gettext_lazy("Hints are still warming up. Ask again in a minute."),
    "NOTHING_DONE": gettext_lazy("You have nothing to take back in this hand."),
    "ACTED_SINCE": gettext_lazy(
        "Somebody has acted since. Among people only a choice that nobody has answered can be taken back."
    ),
    "DRAWN_SINCE": gettext_lazy("Cards have been drawn since, so this can no longer be taken back."),
    "FEW_CARDS": gettext_lazy("With three cards or fewer left, nothing can be taken back."),
    "OFTEN_ENOUGH": gettext_lazy("You have taken back 200 times in this hand, and that is the limit."),
    "LONG_ENOUGH": gettext_lazy("After 2,000 moves only what ends the game can be done. You can also give it up."),
    "HANDS_ENOUGH": gettext_lazy("A game has 200 hands at most. Give this one up and open another."),
    "COMPARED": gettext_lazy("On a board that counts, nothing can be taken back."),
    "NO_CLAIM": gettext_lazy("It is not certain that every trick left is yours."),
    "GIVEN_UP": gettext_lazy("The game was given up."),
    "HAS_LEFT": gettext_lazy("You have left this table. Take your seat back first."),
    "STOOD_IN": gettext_lazy("A computer player plays for you. Take your seat back first."),
    "NOT_MISSING": gettext_lazy("Nobody is missing there any more, so there is nothing to decide."),
    "OWN_TURN": gettext_lazy("It is your turn, too: act first."),
    "STILL_ASKED": gettext_lazy("Another question is still open. Wait until it is settled."),
    "JUST_REFUSED": gettext_lazy("That was refused a moment ago. You can ask again in a few seconds."),
    "TOO_MANY_GAMES": gettext_lazy("You have many games open. Finish or give up one of them first."),
    "NOT_ASKED": gettext_lazy("That question is no longer open."),
}


def must_follow(led: Suit | None) -> str:
    """Return why a card of another suit than the led one may not be played."""
    one = _("a card of that suit") if led is None else ONE_OF[led]
    return _("You hold %(one)s, so you must play one.") % {"one": one}
