"""The medium player of Two-Man Spades: counts what is out and plays for the game, not for the trick."""

from functools import partial
from typing import TYPE_CHECKING

from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.state import Phase, SeatView
from games.twoman.bots.bids import Blind, bid_of
from games.twoman.bots.count import deviation, ducked, tricks_to_come, wins
from games.twoman.bots.discard import medium_discard
from games.twoman.bots.evaluation import HandEvaluation
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.odds import weights
from games.twoman.bots.play import Aim, card_to_play
from games.twoman.state import BID, DISCARD, PLAY

if TYPE_CHECKING:
    from random import Random


class MediumTwoMan:
    """Counts every card, hears the other's bid, and asks of each trick whether it helps to win the game."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BLIND:
                return Blind(knowledge).choose()
            case Phase.DISCARD:
                return Action(DISCARD, medium_discard(knowledge).text)
            case Phase.BID:
                return Action(BID, bid_of(knowledge))
        return Action(PLAY, _card(knowledge).text)


def _card(knowledge: Knowledge) -> Card:
    if len(knowledge.legal) == 1:
        return knowledge.legal[0]
    return card_to_play(knowledge, aim_of(knowledge), partial(wins, knowledge), partial(ducked, knowledge))


def aim_of(knowledge: Knowledge) -> Aim:
    """Whether one trick more than expected makes the game likelier to be won, or one less."""
    if knowledge.keeps_nil(knowledge.seat):
        return Aim.SHED
    evaluation = HandEvaluation(knowledge, (knowledge.bid(0), knowledge.bid(1)), knowledge.pile)
    taken, left = knowledge.table.tricks[knowledge.seat], knowledge.left
    chance = [evaluation.chance(taken + n) for n in range(left + 1)]
    mean, spread = _tricks_known(knowledge)
    steps = weights(mean - 0.5, spread, 0, left - 1)
    gain = sum(weight * (chance[n + 1] - chance[n]) for n, weight in steps.items())
    return Aim.TAKE if gain > 0 else Aim.SHED


def _tricks_known(knowledge: Knowledge) -> tuple[float, float]:
    """The tricks still to be taken and their spread; beside a nil all but one or none."""
    if knowledge.keeps_nil(knowledge.other):
        return knowledge.left - 0.7, 0.7
    return tricks_to_come(knowledge), deviation(knowledge.left)
