"""The medium player's bid in Two-Man Spades, which wins the game most often with the other's bid heard; blind, by the
scores alone, for the cards are not there yet.
"""

from functools import cached_property

from games.engine.actions import Action
from games.twoman.bots.count import expected
from games.twoman.bots.evaluation import HandEvaluation, winning_chance
from games.twoman.bots.knowledge import Knowledge
from games.twoman.bots.odds import bid_tricks, nil_chance, nil_tricks, weights
from games.twoman.score import Contract, after_bags
from games.twoman.state import BIDS, BLIND, BLIND_BIDS, BLIND_NIL, LOOK, TRICKS, standings_of

#: How far the tricks of a whole hand stray from those expected, before and after the other's bid is heard.
_UNKNOWN, _KNOWN = 1.3, 1.0
#: How much of the difference between both seats' hopes shows in the tricks.
_HEED = 0.8
#: A bid usually lies so far under what its seat hopes for.
_CAUTION = 0.8
#: How often a nil of the other seat succeeds.
_NIL_HELD = 0.45


def bid_of(knowledge: Knowledge) -> int:
    """The bid with the best chance to win the game."""
    their_bid = knowledge.table.bids[knowledge.other]
    hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
    if their_bid is None:
        mean, spread, other = hope, _UNKNOWN, min(9, max(1, round(TRICKS - hope - _CAUTION)))
    else:
        mean, spread, other = TRICKS / 2 + _HEED * (hope - their_bid - _CAUTION), _KNOWN, their_bid
    mean = min(9.5, max(0.5, mean))
    best: tuple[float, int] = (-1.0, 0)
    for bid in BIDS:
        evaluation = HandEvaluation(knowledge, (bid, other) if knowledge.seat == 0 else (other, bid), knowledge.pile)
        if bid == 0:
            tricks = nil_tricks(nil_chance(knowledge.hand))
        elif their_bid == 0:
            tricks = {TRICKS - n: weight for n, weight in nil_tricks(_NIL_HELD).items()}
        else:
            tricks = bid_tricks(mean, spread, bid)
        value = sum(weight * evaluation.chance(n) for n, weight in tricks.items())
        best = max(best, (value, bid))
    return best[1]


# -- blind -----------------------------------------------------------------------------------------------

#: What the other seat is taken to bid.
_THEIRS = Contract(4)
#: How far hands differ in the tricks they hope for, and the tricks from that hope.
_HANDS, _TRICKS = 1.1, 1.3
#: Both together: the tricks of a hand nobody has looked at.
_UNSEEN = 1.7
#: How often a nil holds that was bid without a look.
_BLIND_NIL_HOLDS = 0.04
#: So much a blind choice must win more often: a hand that is looked at is bid better than can be foretold.
_FOR_A_LOOK = 0.03


class Blind:
    """The choices of a seat that may bid blind, each with its chance to win the game."""

    def __init__(self, knowledge: Knowledge) -> None:
        table = knowledge.table
        self._seat = knowledge.seat
        self._options = knowledge.view.options
        self._before = standings_of(table.base, table.bags)

    def choose(self) -> Action:
        """A look unless a blind choice wins more often."""
        choices = [
            (self._looked + self._margin, Action(LOOK)),
            *((self._blind(bid), Action(BLIND, bid)) for bid in BLIND_BIDS),
            (_BLIND_NIL_HOLDS, Action(BLIND_NIL)),
        ]
        return max(choices, key=lambda choice: choice[0])[1]

    @property
    def _margin(self) -> float:
        """Less where little is left to win, so that the last chance is taken."""
        return _FOR_A_LOOK * min(1.0, self._looked / 0.2)

    def _blind(self, bid: int) -> float:
        chances = self._chances(Contract(bid, blind=True))
        return sum(weight * chances[n] for n, weight in bid_tricks(TRICKS / 2, _UNSEEN, bid).items())

    @cached_property
    def _looked(self) -> float:
        """Over all hands that may turn up: the best bid for each."""
        rows = {bid: self._chances(Contract(bid)) for bid in BIDS if bid}
        total = 0.0
        for hope, likely in weights(TRICKS / 2, _HANDS, 1, TRICKS - 1).items():
            total += likely * max(
                sum(weight * row[n] for n, weight in bid_tricks(hope, _TRICKS, bid).items())
                for bid, row in rows.items()
            )
        return total

    def _chances(self, mine: Contract) -> list[float]:
        """The chance to win the game by the tricks taken under the bid."""
        return [self._chance(mine, tricks) for tricks in range(TRICKS + 1)]

    def _chance(self, mine: Contract, tricks: int) -> float:
        own = after_bags(self._before[self._seat], mine, tricks, 0, self._options)
        theirs = after_bags(self._before[1 - self._seat], _THEIRS, TRICKS - tricks, 0, self._options)
        standings = (own, theirs) if self._seat == 0 else (theirs, own)
        return winning_chance(standings, self._seat, self._options)
