"""The medium computer player of Bid Whist: counts both directions for its bid, and plays by habit with a memory."""

from typing import TYPE_CHECKING, ClassVar

from games.bidwhist.bots.bids import call_of, heard, lowest_bids, odds, prospect, said
from games.bidwhist.bots.count import best_contract
from games.bidwhist.bots.habits import card_by_habit, discard_by_habit, names_contract, reviewed
from games.bidwhist.bots.practice import practise
from games.bidwhist.bots.sight import Sight, sight_of
from games.bidwhist.state import PLAY
from games.engine.actions import Action
from games.engine.state import Phase, SeatView

if TYPE_CHECKING:
    from random import Random


class MediumBidWhist:
    """Bids by length, honours, jokers and what was called; remembers cards and voids. It uses no chance."""

    version: ClassVar[int] = 1

    def choose(self, view: SeatView, rng: "Random") -> Action:
        sight = sight_of(view)
        review = reviewed(sight)
        if review is not None:
            return review
        match view.phase:
            case Phase.BID:
                return counted_call(sight)
            case Phase.NAME:
                return names_contract(sight, best_contract(sight.hand, sight.contract.bid.denomination)[1])
            case Phase.DISCARD:
                return discard_by_habit(sight)
        return Action(PLAY, card_by_habit(sight).text)

    def prepare(self, rng: "Random") -> None:
        """Compiles the kernels, or takes them from the disk: some seconds the first time."""
        practise(self, rng)


def counted_call(sight: Sight) -> Action:
    """The lowest bid of a denomination that the count is good for, or a pass."""
    prospects = []
    for bid in lowest_bids(sight):
        mean = best_contract(sight.hand, bid.denomination)[0] + heard(sight, bid.denomination)
        prospects.append(prospect(sight, bid, odds(mean)))
    return said(call_of(sight, prospects) if prospects else None)
