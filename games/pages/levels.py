"""Levels of computer players: names, descriptions and measured strength."""

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
    # Not a computer player's: statistics count games with people under it.
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
    """Return how often the level beats the one below, or the weakest loses to the next; empty if not measured.

    `won` are wins in 100 games, from the second level on.
    """
    if not won:
        return ""
    place = levels.index(level)
    if place:
        words = {"n": won[place - 1], "level": LEVELS[levels[place - 1]]}
        return gettext("Wins %(n)s games of 100 against %(level)s.") % words
    return gettext("Loses %(n)s games of 100 to %(level)s.") % {"n": won[0], "level": LEVELS[levels[1]]}


def level_name(level: str) -> str:
    """Return the level's name as within a sentence; the key if it has none."""
    return str(LEVELS.get(level, level))
