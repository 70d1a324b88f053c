"""The levels of computer players: by themselves, what each is like, and how strong one was measured to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

LEVELS: Mapping[str, Any] = {
    "easy": _("easy"),
    "medium": _("medium"),
    "ruthless": _("ruthless"),
    "hard": _("hard"),
    "normal": _("normal"),
    "expert": _("expert"),
    # No computer player's: under it games with people are counted.
    "people": _("people"),
}
LIKE: Mapping[str, Any] = {
    "easy": _("Friendly, for a first game."),
    "medium": _("Counts the cards."),
    "ruthless": _("Reads your bids and plays to win."),
    "hard": _("Remembers all, and weighs what you may hold."),
    "normal": _("Plays by simple rules."),
    "expert": _("Counts the cards and tries out what may come."),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Of 100 games of computer players, so many were won by the stronger level."""

    stronger: str
    weaker: str
    won: int


def strength(measured: Sequence[Measured], level: str) -> str:
    """How often the level won against its neighbour, or lost to it where it is the weakest; nothing is said of a level
    that nobody has played against another.
    """
    for one in reversed(measured):
        if level == one.stronger:
            return gettext("Wins %(n)s games of 100 against %(level)s.") % {"n": one.won, "level": LEVELS[one.weaker]}
        if level == one.weaker and all(level != other.stronger for other in measured):
            return gettext("Loses %(n)s games of 100 to %(level)s.") % {"n": one.won, "level": LEVELS[one.stronger]}
    return ""


def level_name(level: str) -> str:
    """In the middle of a sentence; a level nobody has words for by its own name."""
    return str(LEVELS.get(level, level))
