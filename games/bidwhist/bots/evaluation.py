"""What the end of a hand of Bid Whist is worth to a side: the game won or lost, or the chance to win it from there.

The hand itself is scored by the engine, so every option counts; only what comes after it is an estimate.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.options import Terms
from games.bidwhist.play import books_moved
from games.bidwhist.score import Contract, Pair, end_of_game, score_hand
from games.bidwhist.state import TRICKS
from games.bots.compiling import Floats
from games.engine.state import plus

#: The points that a hand brings or costs the side that declares it, and how often, by what has been played out.
_ENDS: Final = ((4, 0.28), (5, 0.2), (6, 0.13), (7, 0.07), (-4, 0.26), (-5, 0.06))
#: How many of the hands are doubled in no trump.
_NO_TRUMPS: Final = 0.1
#: The most points that a hand can move.
_FAR: Final = 14
#: A table is good once no chance moves by more.
_ENOUGH: Final = 1e-4
#: What a book more is worth where the game is decided alike: as between people, nobody stops counting.
_A_BOOK: Final = 0.002


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How a hand ends: whether the bid is made, the score then, and which side has won the game, if one has."""

    is_made: bool
    score: Pair
    winner: int | None


def outcome(knowledge: Knowledge, contract: Contract, tricks: int) -> HandEnd:
    """By the tricks that seats 0 and 2 have taken in the end, 0..12."""
    terms = knowledge.terms
    declared = tricks if contract.side == 0 else TRICKS - tricks
    moved = books_moved(knowledge.view.called, contract.side, penalty=terms.penalty)
    line = score_hand(contract.bid, tricks=declared, moved=moved, terms=terms)
    score = plus(knowledge.table.score, contract.side, line.points)
    end = end_of_game(score, (0, 0), side=contract.side, line=line, terms=terms)
    return HandEnd(line.is_made, score, None if end is None else end.winner)


def chances(knowledge: Knowledge, contract: Contract) -> list[float]:
    """By the same tricks the chance of this seat's side to win the game, 0..1."""
    ends = (outcome(knowledge, contract, tricks) for tricks in range(TRICKS + 1))
    return [_chance(knowledge, end) for end in ends]


def worths(knowledge: Knowledge, contract: Contract) -> list[float]:
    """The same with something for each book, for whoever plays."""
    found = chances(knowledge, contract)
    return [
        chance + _A_BOOK * (tricks if knowledge.side == 0 else TRICKS - tricks) for tricks, chance in enumerate(found)
    ]


def _chance(knowledge: Knowledge, end: HandEnd) -> float:
    if end.winner is None:
        return winning_chance(end.score, knowledge.side, knowledge.terms)
    return float(end.winner == knowledge.side)


def winning_chance(score: Pair, side: int, terms: Terms) -> float:
    """The chance before the next hand, for a score within the game."""
    table = _chances(terms.win, terms.lose, terms.nt_double)
    return float(table[score[side] - terms.lose - 1, score[1 - side] - terms.lose - 1])


@cache
def _chances(win: int, lose: int, doubles: bool) -> Floats:
    """By the own score and the rivals', from the lowest: each side declares every second hand, until nothing moves."""
    ends = _ends(doubles)
    size = win - lose - 1
    within = slice(_FAR, _FAR + size)
    table = np.full((size + 2 * _FAR, size + 2 * _FAR), 0.5)
    table[:, :_FAR] = 1.0
    table[:, _FAR + size :] = 0.0
    table[:_FAR, :] = 0.0
    table[_FAR + size :, :] = 1.0
    while True:
        fresh = np.zeros((size, size))
        for points, often in ends:
            beyond = slice(_FAR + points, _FAR + points + size)
            fresh += often / 2 * (table[beyond, within] + table[within, beyond])
        change = np.abs(fresh - table[within, within]).max()
        table[within, within] = fresh
        if change < _ENOUGH:
            return fresh


def _ends(doubles: bool) -> list[tuple[int, float]]:
    if not doubles:
        return [*_ENDS]
    plain = [(points, often * (1 - _NO_TRUMPS)) for points, often in _ENDS]
    return plain + [(2 * points, often * _NO_TRUMPS) for points, often in _ENDS]
