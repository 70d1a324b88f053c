"""A page of strategy: the parts of one game's advice, cards drawn and numbers as the reader's language writes them.

Knows no row and no game that is being played.
"""

from dataclasses import replace

from games.engine.cards import cards
from games.registry import GAMES
from games.viewmodel.rules_page import drawn_row
from games.viewmodel.strategy import Block, Cell, Drawn, Listed, Odds, Passage, Strategy
from games.viewmodel.words import decimal


def strategy_page(key: str) -> Strategy | None:
    """That of the game, drawn and worded; None where there is none."""
    advice = GAMES[key].strategy if key in GAMES else None
    if advice is None:
        return None
    return replace(advice, parts=tuple(replace(part, blocks=tuple(map(_shown, part.blocks))) for part in advice.parts))


def _shown(block: Block) -> Block:
    match block:
        case Passage():
            return Passage(str(block.lead), str(block.text))
        case Listed():
            return Listed(tuple(map(str, block.points)))
        case Drawn():
            return drawn_row(cards(block.cards), str(block.words))
        case Odds():
            return Odds(str(block.caption), _cells(block.heads), tuple(map(_cells, block.rows)))
    return Passage("", str(block))


def _cells(row: tuple[Cell, ...]) -> tuple[str, ...]:
    return tuple(decimal(cell) if isinstance(cell, float) else str(cell) for cell in row)
