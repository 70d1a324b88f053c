"""The games a person may choose from, each as a card with a few words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.registry import ruleset


@dataclass(frozen=True, slots=True)
class GameCard:
    """`suit` is the sign in its corner, `go` the words that lead to its table."""

    key: str
    title: str
    text: Any
    suit: str
    go: Any


_TEXTS: Mapping[str, tuple[Any, str, Any]] = {
    "twoman": (
        _("You against Marta. Ten tricks, one card put aside, bags that come and go. About 15 minutes."),
        "s",
        _("Choose level and rules"),
    ),
    "spades": (
        _("Four at the table: with a partner, solo, suicide or mirrors, or by your own house rules."),
        "c",
        _("Choose game and company"),
    ),
    "bidwhist": (
        _("Bid uptown, downtown or no trump, and take the kitty if you dare."),
        "d",
        _("Choose company and rules"),
    ),
    "cardduel": (_("One card against one card. Five minutes, and cruel."), "h", _("Choose level and rules")),
}
_NO_TEXT: tuple[Any, str, Any] = ("", "s", _("Choose level and rules"))


def cards(keys: Iterable[str]) -> tuple[GameCard, ...]:
    """A card for each of these games, in their order."""
    return tuple(GameCard(key, ruleset(key).title, *_TEXTS.get(key, _NO_TEXT)) for key in keys)
