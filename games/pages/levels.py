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
    # Not a level of bots: statistics use this key for games with other people.
    "people": _("people"),
}
LIKE: Mapping[str, Any] = {
    "easy": _("Friendly, good for a first game."),
    "casual": _("Bids carefully but doesn’t remember cards."),
    "medium": _("Counts cards."),
    "ruthless": _("Reads your bids and plays to win."),
    "hard": _("Remembers every card and figures out what you might hold."),
    "skilled": _("Tries out hands the others might hold."),
    "normal": _("Plays by simple rules."),
    "expert": _("Counts cards and plays out what could happen."),
}


def strength(levels: Sequence[str], won: Sequence[int], level: str) -> str:
    """Return a sentence on how often the level beats the level below; for the weakest, how often it loses to the next.

    `levels` are in order of strength, weakest first. `won` has, for each level from the second on, the wins in 100
    games against the level below. Empty if nothing was measured.
    """
    if not won:
        return ""
    place = levels.index(level)
    if place:
        words = {"n": won[place - 1], "level": LEVELS[levels[place - 1]]}
        return gettext("Beats %(level)s in %(n)s%% of games.") % words
    return gettext("Loses to %(level)s in %(n)s%% of games.") % {"n": won[0], "level": LEVELS[levels[1]]}


def level_name(level: str) -> str:
    """Return the level's name in lower case, for use within a sentence; for an unknown level its key."""
    return str(LEVELS.get(level, level))
