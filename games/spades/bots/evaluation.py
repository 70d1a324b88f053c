"""What the end of a hand of Spades is worth to a side: the game won or lost, or the chance to win it from there.

The hand itself is scored by the engine, so every option counts; only what comes after it is an estimate.
"""

from collections.abc import Sequence
from math import exp, sqrt

from games.spades.bots.knowledge import Knowledge
from games.spades.bots.learnt import learnt
from games.spades.options import Terms
from games.spades.score import Bid, SideLine, Standing, end_of_game, score_side
from games.spades.state import seats_of

#: A game is never thought to go on for longer.
_MOST_HANDS = 12.0


class Outlook:
    """What this hand may come to for the seat's side. Many imagined hands end alike, and what was judged is kept."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self._sides = [seats_of(knowledge.terms, side) for side in range(knowledge.terms.sides)]
        self._lines: dict[object, SideLine] = {}
        self._chances: dict[object, float] = {}

    def worth(self, bids: Sequence[Bid], tricks: Sequence[int]) -> float:
        """The chance to win the game, 0..1, after a hand of these bids and tricks by seat."""
        key = (*bids, *tricks)
        if key not in self._chances:
            self._chances[key] = self._chance([line.standing for line in self.lines(bids, tricks)])
        return self._chances[key]

    def winner(self, bids: Sequence[Bid], tricks: Sequence[int]) -> int | None:
        """The side for which such a hand wins the game; None where the game goes on."""
        end = end_of_game([line.score for line in self.lines(bids, tricks)], self.knowledge.terms)
        return None if end is None else end.winner

    def lines(self, bids: Sequence[Bid], tricks: Sequence[int]) -> tuple[SideLine, ...]:
        """The sheet of such a hand, a line for each side."""
        return tuple(self._line(side, bids, tricks) for side in range(len(self._sides)))

    def _line(self, side: int, bids: Sequence[Bid], tricks: Sequence[int]) -> SideLine:
        seats, table = self._sides[side], self.knowledge.table
        bid, taken = [bids[seat] for seat in seats], [tricks[seat] for seat in seats]
        key = (side, *bid, *taken)
        if key not in self._lines:
            before = Standing(table.score[side], table.bags[side])
            self._lines[key] = score_side(before, bid, taken, self.knowledge.terms)
        return self._lines[key]

    def _chance(self, after: Sequence[Standing]) -> float:
        knowledge = self.knowledge
        end = end_of_game([one.score for one in after], knowledge.terms)
        if end is not None:
            return float(end.winner == knowledge.side)
        return winning_chance(after, knowledge.side, knowledge.terms)


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
