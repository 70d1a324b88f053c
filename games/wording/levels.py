"""The levels of computer players: by themselves, and with what each is like."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

#: Levels by themselves, where there is no room for what they are like.
LEVELS: Mapping[str, Any] = {
    "easy": _("easy"),
    "medium": _("medium"),
    "ruthless": _("ruthless"),
    "hard": _("hard"),
    "normal": _("normal"),
    "expert": _("expert"),
}
LEVELS_TOLD: Mapping[str, Any] = {
    "easy": _("Easy: friendly, for a first game"),
    "medium": _("Medium: counts the cards"),
    "ruthless": _("Ruthless: reads your bids and plays to win"),
    "hard": _("Hard: remembers every card"),
    "normal": _("Normal: plays by simple rules"),
    "expert": _("Expert: counts the cards"),
}


def level_name(level: str) -> str:
    """In the middle of a sentence; a level nobody has words for by its own name."""
    return str(LEVELS.get(level, level))
