"""The kinds of decisions in words, in the order of a hand."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.registry import GAMES
from games.viewmodel.kinds import KindWords

KINDS: Final[Mapping[str, KindWords]] = {
    "blind": KindWords(_("Before the cards are seen"), _("what you do before you see your cards costs the most")),
    "bid": KindWords(_("Bid"), _("your bids cost the most"), _("What do you bid?")),
    "name": KindWords(_("Naming"), _("your naming of trumps costs the most"), _("What do you name?")),
    "exchange": KindWords(_("Exchange"), _("your exchanges cost the most")),
    "jokers": KindWords(_("Jokers"), _("your jokers cost the most")),
    "discard": KindWords(_("Put aside"), _("what you put aside costs the most"), _("What do you put aside?")),
    "lead": KindWords(_("Lead"), _("your leads cost the most")),
    "follow": KindWords(_("Follow suit"), _("following suit costs you the most")),
    "void": KindWords(_("Cannot follow suit"), _("your choices when you cannot follow suit cost the most")),
    "play": KindWords(_("Play"), _("your plays cost the most"), _("What do you play?")),
}


def kind_words(key: str, kind: str) -> KindWords:
    """As that game says it; no key stands for several games."""
    own = GAMES[key].kinds if key else {}
    return own.get(kind) or KINDS.get(kind) or KindWords(kind, "")


def kind_name(key: str, kind: str) -> str:
    return str(kind_words(key, kind).name)


def in_order(kinds: frozenset[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
