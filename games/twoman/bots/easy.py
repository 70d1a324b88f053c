"""The easy, casual and medium bot of Two-Man Spades: all play to their bid; medium remembers and plays for the game."""

from functools import partial
from typing import TYPE_CHECKING

from games.engine.actions import Action
from games.engine.cards import Card, Rank, Suit
from games.engine.options import whole
from games.engine.state import Phase, SeatView
from games.twoman.bots.bids import (
    Blind,
    bid_of,
    deviation,
    ducked,
    easy_discard,
    expected,
    medium_discard,
    tricks_to_come,
    weights,
    wins,
)
from games.twoman.bots.evaluation import HandEvaluation
from games.twoman.bots.knowledge import Knowledge, knowledge_of
from games.twoman.bots.play import Aim, card_to_play
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, TRICKS

if TYPE_CHECKING:
    from random import Random

#: What a high card of a side suit is worth to it, in tricks.
_SIDE = {Rank.ACE: 0.9, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
_SPADE = {Rank.ACE: 1.0, Rank.KING: 1.0, Rank.QUEEN: 0.9}
_ANY_SPADE = 0.6
#: How often it bids one less or one more than it counted.
_SLIPS = 0.2
#: What the casual player leaves out of the tricks it expects.
_CAUTION = 0.4


class EasyTwoMan:
    """A friendly player that a newcomer beats about half the time."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BLIND:
                return _blind(knowledge)
            case Phase.DISCARD:
                return Action(DISCARD, easy_discard(knowledge.hand).text)
            case Phase.BID:
                return Action(BID, self.bid(knowledge, rng))
        aim = Aim.TAKE if knowledge.need(knowledge.seat) > 0 else Aim.SHED
        return Action(PLAY, card_to_play(knowledge, aim, _wins, _wins).text)

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        """Its high cards, counted, now and then one less or more."""
        counted = sum(_worth(one) for one in knowledge.hand)
        if counted < 0.5 and not any(one.suit is Suit.SPADES for one in knowledge.hand):
            return 0
        slip = rng.choice((-1, 1)) if rng.random() < _SLIPS else 0
        return min(9, max(1, round(counted) + slip))


class CasualTwoMan(EasyTwoMan):
    """The same with an eye for its bid: all its cards against those that may face them, but neither the score nor what
    the other has bid. It never bids nil.
    """

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
        return min(9, max(1, round(hope - _CAUTION)))


def _blind(knowledge: Knowledge) -> Action:
    """It looks, unless the other seat is a hand from winning and its own is far behind."""
    mine, theirs = knowledge.table.display[knowledge.seat], knowledge.table.display[knowledge.other]
    to_go = whole(knowledge.view.options, "target") - theirs
    if to_go <= 20 and theirs - mine >= 200:
        return Action(BLIND_NIL)
    if to_go <= 50 and theirs - mine >= 150:
        return Action(BLIND, 5)
    return Action(LOOK)


def _worth(one: Card) -> float:
    rank = one.rank or Rank.TWO
    return _SPADE.get(rank, _ANY_SPADE) if one.suit is Suit.SPADES else _SIDE.get(rank, 0.0)


def _wins(one: Card) -> float:
    """How it judges a lead: by its height alone."""
    return 1.0 if one.suit is Suit.SPADES and one.rank is Rank.ACE else (one.height - 2) / 13


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
