"""What the players of Bid Whist do alike: look back for a renege, and answer each phase; and their compiling."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from games.bidwhist.bots.knowledge import Knowledge, knowledge_of
from games.bidwhist.bots.policy import card_by_policy, discard_by_policy, names_contract, reviewed
from games.bidwhist.rules import BidWhist
from games.bidwhist.score import Contract, Denomination
from games.bidwhist.state import PLAY
from games.bots.warmup import warm_up
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import DEALER, Phase, SeatView

if TYPE_CHECKING:
    from random import Random

#: Four calls, the naming, the discard and two cards.
_ACTIONS: Final = 8


class BidWhistPlayer(ABC):
    """Discards and plays by policy, unless it says otherwise."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        review = reviewed(knowledge)
        if review is not None:
            return review
        match view.phase:
            case Phase.BID:
                return self.call(knowledge, rng)
            case Phase.NAME:
                return names_contract(self.named(knowledge, knowledge.contract.bid.denomination, rng))
            case Phase.DISCARD:
                return self.discard(knowledge, rng)
        return Action(PLAY, self.card(knowledge, rng).text)

    @abstractmethod
    def call(self, knowledge: Knowledge, rng: "Random") -> Action:
        """A bid, or a pass."""

    @abstractmethod
    def named(self, knowledge: Knowledge, denomination: Denomination, rng: "Random") -> Contract:
        """A contract of that denomination with the trump or the direction to name."""

    def discard(self, knowledge: Knowledge, rng: "Random") -> Action:
        return discard_by_policy(knowledge)

    def card(self, knowledge: Knowledge, rng: "Random") -> Card:
        return card_by_policy(knowledge)

    def prepare(self, rng: "Random") -> None:
        """Compiles the kernels, or takes them from the disk: some seconds the first time."""
        rules = BidWhist()
        begun = rules.initial({}, {})
        dealt = rules.apply(begun, DEALER, rules.chance(begun, rng.randrange)).state
        warm_up(self, rng, rules, dealt, _ACTIONS)
