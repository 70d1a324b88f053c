"""What the end of a hand of Spades is worth to a side: the game won or lost, or the chance to win it from there.

The hand itself is scored by the engine, so every option counts; only what comes after it is an estimate.
"""

from collections.abc import Sequence
from math import exp, sqrt

from games.spades.bots.knowledge import Knowledge
from games.spades.bots.learnt import learnt
from games.spades.options import Terms
from games.spades.score import Bid, Standing, end_of_game, score_side
from games.spades.state import seats_of

#: A game is never thought to go on for longer.
_MOST_HANDS = 12.0


def worth(knowledge: Knowledge, bids: Sequence[Bid], tricks: Sequence[int]) -> float:
    """The chance of the seat's side to win the game, 0..1, after a hand of these bids and tricks by seat."""
    found = []
    for side in range(knowledge.terms.sides):
        seats = seats_of(knowledge.terms, side)
        before = Standing(knowledge.table.score[side], knowledge.table.bags[side])
        line = score_side(before, [bids[seat] for seat in seats], [tricks[seat] for seat in seats], knowledge.terms)
        found.append(line.standing)
    end = end_of_game([one.score for one in found], knowledge.terms)
    if end is not None:
        return float(end.winner == knowledge.side)
    return winning_chance(found, knowledge.side, knowledge.terms)


def winning_chance(standings: Sequence[Standing], side: int, terms: Terms) -> float:
    """The chance before the next hand, by what separates the sides and how far the game still has to go.

    A logistic curve; what a running bag will cost, the points of a hand and how far sides drift apart in one were
    learnt from games (`learnt`).
    """
    learned = learnt()
    standing = [one.score - learned.bag * one.bags for one in standings]
    hands_left = max(1.0, (terms.win - max(standing)) / learned.per_hand)
    scale = learned.drift * sqrt(min(hands_left, _MOST_HANDS))
    weights = [exp((one - max(standing)) / scale) for one in standing]
    return weights[side] / sum(weights)
