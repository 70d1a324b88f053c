"""What a page of strategy is made of, the same for every game. Cards stand in brackets: [QH]."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.functional import lazy

from games.viewmodel.rules_page import DrawnRow
from games.viewmodel.words import Words, percent

#: A text in the reader's language, or a number.
Cell: TypeAlias = Any
_percent = lazy(percent, str)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph with its first words set apart."""

    lead: Any
    text: Any


@dataclass(frozen=True, slots=True)
class Listed:
    """Points of a list."""

    points: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards with a drawing each, in that order, and what is said of them."""

    cards: str
    words: Any


def percents(*cells: int) -> tuple[Cell, ...]:
    """A row of percentages."""
    return tuple(_percent(one / 100) for one in cells)


@dataclass(frozen=True, slots=True)
class Odds:
    """A table of numbers, the first column in words. A fraction is a number of tricks, a text stands as it is."""

    caption: Any
    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


#: A text is a paragraph. On a page `Drawn` has become a row of faces.
Block: TypeAlias = Words | Passage | Listed | Drawn | DrawnRow | Odds


@dataclass(frozen=True, slots=True)
class Part:
    """`key` is the part's anchor on the page."""

    key: str
    title: Any
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Strategy:
    """`marks`: the game's bag cards are told as such."""

    lead: Any
    parts: tuple[Part, ...]
    marks: bool = False


def part(key: str, title: Any, *blocks: Block) -> Part:
    return Part(key, title, blocks)


def strategy(lead: Any, *parts: Part, marks: bool = False) -> Strategy:
    return Strategy(lead, parts, marks)
