"""A page of strategy: the parts of one game's advice, cards drawn and numbers as the reader's language writes them.

Knows no row and no game that is being played.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.cards import cards
from games.registry import GAMES, ruleset
from games.viewmodel.rules_page import DrawnRow, drawn_row
from games.viewmodel.strategy import Block, Cell, Drawn, Listed, Odds, Passage
from games.viewmodel.words import decimal


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BlockShown:
    """One of them: a paragraph with its first words set apart, a list, drawn cards, a table."""

    lead: str = ""
    text: str = ""
    points: tuple[str, ...] = ()
    drawn: DrawnRow | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class PartShown:
    key: str
    title: str
    blocks: tuple[BlockShown, ...]


@dataclass(frozen=True, slots=True)
class StrategyShown:
    """`marks`: bag cards are told as such."""

    key: str
    title: str
    lead: str
    parts: tuple[PartShown, ...]
    marks: bool


def strategy_page(key: str) -> StrategyShown | None:
    """The page of that game; None where there is none."""
    advice = GAMES[key].strategy if key in GAMES else None
    if advice is None:
        return None
    return StrategyShown(
        key=key,
        title=_("How to play %(game)s well") % {"game": ruleset(key).title},
        lead=str(advice.lead),
        parts=tuple(PartShown(part.key, str(part.title), tuple(map(_block, part.blocks))) for part in advice.parts),
        marks=advice.marks,
    )


def _block(block: Block) -> BlockShown:
    match block:
        case Passage():
            return BlockShown(lead=str(block.lead), text=str(block.text))
        case Listed():
            return BlockShown(points=tuple(map(str, block.points)))
        case Drawn():
            return BlockShown(drawn=drawn_row(cards(block.cards), str(block.words)))
        case Odds():
            rows = tuple(tuple(map(_cell, row)) for row in block.rows)
            return BlockShown(table=Table(str(block.caption), tuple(map(_cell, block.heads)), rows))
    return BlockShown(text=str(block))


def _cell(cell: Cell) -> str:
    return decimal(cell) if isinstance(cell, float) else str(cell)
