"""The kinds of decisions in words, in the order of a hand."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.viewmodel.words import Words

KINDS: Final[Mapping[str, Words]] = {
    "blind": _("Before the cards are seen"),
    "bid": _("Bid"),
    "name": _("Naming"),
    "exchange": _("Exchange"),
    "jokers": _("Jokers"),
    "discard": _("Put aside"),
    "lead": _("Lead"),
    "follow": _("Follow suit"),
    "void": _("Cannot follow suit"),
    "play": _("Play"),
}
#: The end of a sentence: what costs clearly more than all else.
COSTLIEST: Final[Mapping[str, Words]] = {
    "blind": _("what you do before you see your cards costs the most"),
    "bid": _("your bids cost the most"),
    "name": _("your naming of trumps costs the most"),
    "exchange": _("your exchanges cost the most"),
    "jokers": _("your jokers cost the most"),
    "discard": _("what you put aside costs the most"),
    "lead": _("your leads cost the most"),
    "follow": _("following suit costs you the most"),
    "void": _("your choices when you cannot follow suit cost the most"),
    "play": _("your plays cost the most"),
}


def kind_name(kind: str) -> str:
    return str(KINDS.get(kind, kind))


def in_order(kinds: frozenset[str]) -> list[str]:
    return [kind for kind in KINDS if kind in kinds]
