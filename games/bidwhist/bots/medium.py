"""The medium computer player of Bid Whist: counts both directions for its bid, and plays by policy with a memory."""

from typing import TYPE_CHECKING, ClassVar

from games.bidwhist.bots.bids import call_of, evaluated, inferred, lowest_bids, odds, said
from games.bidwhist.bots.count import best_contract
from games.bidwhist.bots.knowledge import Knowledge, knowledge_of
from games.bidwhist.bots.policy import card_by_policy, discard_by_policy, names_contract, reviewed
from games.bidwhist.bots.warmup import warm_up
from games.bidwhist.state import PLAY
from games.engine.actions import Action
from games.engine.state import Phase, SeatView

if TYPE_CHECKING:
    from random import Random


class MediumBidWhist:
    """Bids by length, honours, jokers and what was called; remembers cards and voids. It uses no chance."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        review = reviewed(knowledge)
        if review is not None:
            return review
        match view.phase:
            case Phase.BID:
                return counted_call(knowledge)
            case Phase.NAME:
                return names_contract(knowledge, best_contract(knowledge.hand, knowledge.contract.bid.denomination)[1])
            case Phase.DISCARD:
                return discard_by_policy(knowledge)
        return Action(PLAY, card_by_policy(knowledge).text)

    def prepare(self, rng: "Random") -> None:
        """Compiles the kernels, or takes them from the disk: some seconds the first time."""
        warm_up(self, rng)


def counted_call(knowledge: Knowledge) -> Action:
    """The lowest bid of a denomination that the count is good for, or a pass."""
    evaluations = []
    for bid in lowest_bids(knowledge):
        mean = best_contract(knowledge.hand, bid.denomination)[0] + inferred(knowledge, bid.denomination)
        evaluations.append(evaluated(knowledge, bid, odds(mean)))
    return said(call_of(knowledge, evaluations) if evaluations else None)
