"""What a game brings to the page of its rules beside the template: worked examples and rows of cards.

The page is `templates/pages/rules_<key>.html`; where there is none, examples and options are told all the same. Values
and ranks come from the rules, so that a picture cannot say something else than the game does. Cards stand in brackets:
[QH].
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.engine.cards import Card
from games.viewmodel.cards import Face, face
from games.viewmodel.words import card_name

#: What happens, and what comes of it; of a heading of those that follow nothing does.
Example: TypeAlias = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """`spoken` names the cards, `words` says what they are; `icon` is the sign of a suit's role, where one has one."""

    faces: tuple[Face, ...]
    spoken: str
    words: str
    icon: str = ""


def drawn_row(held: tuple[Card, ...], words: str, icon: str = "") -> DrawnRow:
    return DrawnRow(tuple(map(face, held)), ", ".join(map(card_name, held)), words, icon)


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """`more` are examples of a rule that stands apart from the others; `drawn` makes the rows of cards."""

    examples: tuple[Example, ...] = ()
    more: tuple[Example, ...] = ()
    drawn: Callable[[], tuple[DrawnRow, ...]] = tuple
