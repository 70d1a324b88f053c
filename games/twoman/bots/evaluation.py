"""What the end of a hand is worth in Two-Man Spades: the chance to win the game from there.

Targets, mercy, denial and the bags' penalties are counted by the rules themselves; only what lies beyond
this hand is guessed.
"""

import math

from games.engine.cards import Card
from games.engine.options import Options, whole
from games.engine.state import Seat
from games.twoman.bots.knowledge import Knowledge
from games.twoman.score import Contract, Pile, Standing, bags_lost, end_of_game, score_hand
from games.twoman.state import NIL, TRICKS, standings_of

#: What a resting bag will cost, and what one below zero will bring, in points.
_BAG_COST = 12.0
_BAG_GAIN = 8.0
#: The points a seat gains in an ordinary hand, and how far the two seats drift apart in one.
_POINTS_A_HAND = 45.0
_DRIFT = 45.0


def winning_chance(standings: tuple[Standing, Standing], seat: Seat, options: Options) -> float:
    """From 0 to 1, for a game that stands so between two hands."""
    end = end_of_game(standings, options)
    if end is not None:
        return 0.5 if end.winner is None else float(end.winner == seat)
    ahead = _value(standings[seat]) - _value(standings[1 - seat])
    to_go = whole(options, "target") - max(standing.display for standing in standings)
    hands = max(1.0, to_go / _POINTS_A_HAND)
    return 1.0 / (1.0 + math.exp(-ahead / (_DRIFT * math.sqrt(hands))))


def _value(standing: Standing) -> float:
    bags = standing.bags
    return standing.display - (_BAG_COST * bags if bags > 0 else _BAG_GAIN * bags)


class HandEvaluation:
    """The rest of one hand: the chance to win the game for each number of tricks taken in it.

    `bids` are those of both seats, the open ones as guessed. The pile is known once bids are made.
    """

    def __init__(self, knowledge: Knowledge, bids: tuple[int, int], pile: tuple[Card, Card]) -> None:
        table = knowledge.table
        self._knowledge = knowledge
        self._pile = Pile(pile)
        self._winner = table.parity.index(self._pile.parity)
        self._before = standings_of(table.base, table.bags)
        blind = [isinstance(table.blind[seat], int) for seat in range(len(bids))]
        self._contracts = (Contract(bids[0], blind[0]), Contract(bids[1], blind[1]))
        lost = list(knowledge.bags_lost)
        lost[self._winner] += bags_lost(pile)
        self._lost = (lost[0], lost[1])

    def chance(self, tricks: int) -> float:
        """The chance to win the game if the hand ends with so many tricks for the seat."""
        seat = self._knowledge.seat
        mine, theirs = tricks, TRICKS - tricks
        if NIL in self._knowledge.table.blind:
            bidder = self._knowledge.table.blind.index(NIL)
            kept = (mine if bidder == seat else theirs) == 0
            return float(kept == (bidder == seat))
        sheet = score_hand(
            before=self._before,
            contracts=self._contracts,
            tricks=(mine, theirs) if seat == 0 else (theirs, mine),
            lost=self._lost,
            pile=self._pile,
            pile_winner=self._winner,
            options=self._knowledge.view.options,
        )
        return winning_chance(sheet.standings, seat, self._knowledge.view.options)
