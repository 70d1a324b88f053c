"""The easy, casual and medium bots of Two-Man Spades, and their policy of play.

All play to their bid; they differ in how they judge whether a card wins (`Chance`) and whether they want the trick
(`Aim`). Medium counts cards and plays for the game.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from games.engine.actions import Action
from games.engine.cards import Card, Rank, Suit
from games.engine.options import whole
from games.engine.state import Phase, SeatView
from games.twoman.bots.bids import (
    Blind,
    HandEvaluation,
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
from games.twoman.bots.knowledge import Knowledge, beats, is_bag_card, knowledge_of
from games.twoman.state import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, TRICKS

if TYPE_CHECKING:
    from random import Random
#: The value of a high card of a side suit, in tricks.
_SIDE = {Rank.ACE: 0.9, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
_SPADE = {Rank.ACE: 1.0, Rank.KING: 1.0, Rank.QUEEN: 0.9}
_ANY_SPADE = 0.6
#: How often the easy player bids one less or one more than it counted.
_SLIPS = 0.2
#: What the casual player subtracts from the tricks it expects.
_CAUTION = 0.4
#: The chance that a card wins the trick when it is led.
Chance: TypeAlias = Callable[[Card], float]
#: A lead that wins at least this often is worth cashing.
_GOOD_LEAD = 0.5
#: A lead at least this certain to win pushes no trick on the other seat.
_CERTAIN = 0.995
#: With this many bags the other seat is near a penalty.
_BAGS_THAT_HURT = 5


class Aim(StrEnum):
    """Whether the seat wants the next trick."""

    TAKE = "take"
    SHED = "shed"


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
        """Return a count of high cards, now and then one less or more."""
        counted = sum(_worth(one) for one in knowledge.hand)
        if counted < 0.5 and not any(one.suit is Suit.SPADES for one in knowledge.hand):
            return 0
        slip = rng.choice((-1, 1)) if rng.random() < _SLIPS else 0
        return min(9, max(1, round(counted) + slip))


class CasualTwoMan(EasyTwoMan):
    """Bids by all its cards against those that may oppose them, whatever the score and the other bid; never nil."""

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
        return min(9, max(1, round(hope - _CAUTION)))


def _blind(knowledge: Knowledge) -> Action:
    """Return a look, or a blind bid if the other seat is one hand from winning and this one far behind."""
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
    """Return the easy player's estimate of a lead, by its height alone."""
    return 1.0 if one.suit is Suit.SPADES and one.rank is Rank.ACE else (one.height - 2) / 13


class MediumTwoMan:
    """Counts every card, uses the other seat's bid, and wants a trick only if it helps to win the game."""

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
    """Return whether one trick more than expected raises the chance to win the game."""
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
    """Return mean and deviation of the tricks to come; against a nil nearly all of them."""
    if knowledge.keeps_nil(knowledge.other):
        return knowledge.left - 0.7, 0.7
    return tricks_to_come(knowledge), deviation(knowledge.left)


# -- the policy of play ------------------------------------------------------------------------------


def card_to_play(knowledge: Knowledge, aim: Aim, wins: Chance, ducked: Chance) -> Card:
    """Return the card to play.

    `wins` estimates a lead against a seat that wants the trick, `ducked` against one that would rather lose it.
    """
    led = knowledge.led
    if led is not None:
        return follow(knowledge, led, aim)
    return lead(knowledge, aim, wins, ducked)


# -- second to the trick ---------------------------------------------------------------------------


def follow(knowledge: Knowledge, led: Card, aim: Aim) -> Card:
    winning = [one for one in knowledge.legal if beats(one, led)]
    losing = [one for one in knowledge.legal if one not in winning]
    if not winning:
        return throw(losing, high=aim is Aim.SHED or _is_made(knowledge))
    if not losing:
        return win(winning, high=aim is Aim.SHED)
    if knowledge.keeps_nil(knowledge.seat):
        return throw(losing, high=True)
    if is_bag_card(led) and not knowledge.keeps_nil(knowledge.other):
        return win(winning, high=False)
    if aim is Aim.TAKE or all(is_bag_card(one) for one in losing):
        return win(winning, high=False)
    return throw(losing, high=True)


def win(winning: Sequence[Card], *, high: bool) -> Card:
    """Return a bag card that wins, else the cheapest winner, or the dearest if `high`."""
    by_cost = sorted(winning, key=lambda one: (one.suit is Suit.SPADES, one.height))
    bag_cards = [one for one in by_cost if is_bag_card(one)]
    if bag_cards:
        return bag_cards[0]
    return by_cost[-1 if high else 0]


def throw(losing: Sequence[Card], *, high: bool) -> Card:
    """Return the highest or lowest loser; a bag card only if there is nothing else."""
    plain = [one for one in losing if not is_bag_card(one)] or list(losing)
    return max(plain, key=_height) if high else min(plain, key=_height)


# -- to lead ---------------------------------------------------------------------------------------


def lead(knowledge: Knowledge, aim: Aim, wins: Chance, ducked: Chance) -> Card:
    """Return the card to lead; a bag card only if there is nothing else."""
    choice = [one for one in knowledge.legal if not is_bag_card(one)] or list(knowledge.legal)
    quiet = knowledge.keeps_nil(knowledge.seat) or knowledge.keeps_nil(knowledge.other)
    if not quiet and _is_made(knowledge) and knowledge.table.bags[knowledge.other] >= _BAGS_THAT_HURT:
        return _lead_to_push(choice, wins)
    if aim is Aim.TAKE:
        return _lead_to_take(choice, knowledge.hand, wins)
    return min(choice, key=lambda one: (ducked(one), one.height))


def _lead_to_take(choice: Sequence[Card], hand: Sequence[Card], wins: Chance) -> Card:
    """Return a side winner before it can be trumped, then a certain spade, else a low card of the shortest suit."""
    side = [one for one in choice if one.suit is not Suit.SPADES]
    best = max(side, key=lambda one: (wins(one), one.height), default=None)
    if best is not None and wins(best) >= _GOOD_LEAD:
        return best
    certain = [one for one in choice if one.suit is Suit.SPADES and wins(one) >= _CERTAIN]
    if certain and len(certain) * 2 >= len(hand):
        return max(certain, key=_height)
    return min(side or choice, key=lambda one: (sum(1 for c in hand if c.suit is one.suit), one.height))


def _lead_to_push(choice: Sequence[Card], wins: Chance) -> Card:
    """Return a high card that can be beaten, to push tricks on a seat with many bags."""
    beatable = [one for one in choice if wins(one) < _CERTAIN] or choice
    return max(beatable, key=_height)


def _is_made(knowledge: Knowledge) -> bool:
    """Return whether the seat needs no more tricks; also true of a failed nil."""
    return knowledge.need(knowledge.seat) <= 0


def _height(one: Card) -> tuple[int, bool]:
    return one.height, one.suit is Suit.SPADES
