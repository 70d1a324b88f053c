"""The levels of computer players: by themselves, what each is like, and how strong one was measured to be."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

LEVELS: Mapping[str, Any] = {
    "easy": _("easy"),
    "casual": _("casual"),
    "medium": _("medium"),
    "ruthless": _("ruthless"),
    "hard": _("hard"),
    "skilled": _("skilled"),
    "normal": _("normal"),
    "expert": _("expert"),
    # No computer player's: under it games with people are counted.
    "people": _("people"),
}
LIKE: Mapping[str, Any] = {
    "easy": _("Friendly, for a first game."),
    "casual": _("Bids with care, and remembers no card."),
    "medium": _("Counts the cards."),
    "ruthless": _("Reads your bids and plays to win."),
    "hard": _("Remembers all, and weighs what you may hold."),
    "skilled": _("Tries out a few of the hands the others may hold."),
    "normal": _("Plays by simple rules."),
    "expert": _("Counts the cards and tries out what may come."),
}


def strength(levels: Sequence[str], won: Sequence[int], level: str) -> str:
    """How often the level won against the one below it, or the weakest lost to its neighbour: `won` are games of 100,
    from the second level on. Nothing is said of levels that nobody has measured.
    """
    if not won:
        return ""
    place = levels.index(level)
    if place:
        words = {"n": won[place - 1], "level": LEVELS[levels[place - 1]]}
        return gettext("Wins %(n)s games of 100 against %(level)s.") % words
    return gettext("Loses %(n)s games of 100 to %(level)s.") % {"n": won[0], "level": LEVELS[levels[1]]}


def level_name(level: str) -> str:
    """In the middle of a sentence; a level nobody has words for by its own name."""
    return str(LEVELS.get(level, level))
