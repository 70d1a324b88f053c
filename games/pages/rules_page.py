"""What a game adds to the template of its rules page: worked examples and rows of cards.

The template is `templates/pages/rules_<key>.html`; without it the page shows examples and options alone. Values and
ranks come from the rules, so that a picture cannot contradict the game. Cards are written in brackets: [QH].
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.engine.cards import Card
from games.pages.cards import Face, face
from games.pages.words import card_name

#: A situation and its outcome. An empty outcome makes it the heading of the next examples.
Example: TypeAlias = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row of cards. `spoken` names them, `words` says what they are, `icon` is the sign of their suit's role."""

    faces: tuple[Face, ...]
    spoken: str
    words: str
    icon: str = ""


def drawn_row(held: tuple[Card, ...], words: str, icon: str = "") -> DrawnRow:
    return DrawnRow(tuple(map(face, held)), ", ".join(map(card_name, held)), words, icon)


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """Examples and rows of cards. `more` are examples of a separate rule; `drawn` returns the rows."""

    examples: tuple[Example, ...] = ()
    more: tuple[Example, ...] = ()
    drawn: Callable[[], tuple[DrawnRow, ...]] = tuple
