"""The medium computer player of Bid Whist: counts both directions for its bid, and plays by policy with a memory."""

from typing import TYPE_CHECKING

from games.bidwhist.bots.bids import call_of, evaluated, inferred, lowest_bids, odds, said
from games.bidwhist.bots.count import best_contract
from games.bidwhist.bots.knowledge import Knowledge
from games.bidwhist.bots.player import BidWhistPlayer
from games.bidwhist.score import Contract, Denomination
from games.engine.actions import Action

if TYPE_CHECKING:
    from random import Random


class MediumBidWhist(BidWhistPlayer):
    """Bids by length, honours, jokers and what was called; remembers cards and voids. It uses no chance."""

    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """The lowest bid of a denomination that the count is good for, or a pass."""
        evaluations = []
        for bid in lowest_bids(knowledge):
            mean = best_contract(knowledge.hand, bid.denomination)[0] + inferred(knowledge, bid.denomination)
            evaluations.append(evaluated(knowledge, bid, odds(mean)))
        return said(call_of(knowledge, evaluations) if evaluations else None)

    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        return best_contract(knowledge.hand, denomination)[1]
