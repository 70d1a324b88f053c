"""The easy, casual and medium bots of Two-Man Spades, and the policy by which they choose cards.

Easy and casual take tricks until their bid is made. Medium aims for a trick if the trick raises the chance to
win the game, and it counts cards to estimate whether a lead wins.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from games.engine.actions import Action
from games.engine.cards import Card, Rank, Suit
from games.engine.options import whole_number
from games.engine.state import Phase, SeatView
from games.twoman.bots.knowledge import (
    Knowledge,
    beats,
    bid_of,
    blind_choice,
    chance_by_tricks,
    ducked,
    expected,
    knowledge_of,
    nil_chance,
    strength,
    weights,
    wins,
)
from games.twoman.rules import BID, BLIND, BLIND_NIL, DISCARD, LOOK, PLAY, TRICKS
from games.twoman.score import BAG_CARDS, Parity

if TYPE_CHECKING:
    from random import Random
#: The value of a card in tricks: a high card of a side suit, a high spade, any other spade.
_SIDE = {Rank.ACE: 0.9, Rank.KING: 0.7, Rank.QUEEN: 0.4, Rank.JACK: 0.2}
_SPADE = {Rank.ACE: 1.0, Rank.KING: 1.0, Rank.QUEEN: 0.9}
_ANY_SPADE = 0.6
#: The chance that easy bids one trick fewer or more than it counts.
_SLIPS = 0.2
#: Casual subtracts this from its expected tricks before it rounds its bid.
_CAUTION = 0.4
#: Returns the estimated chance that a card wins the trick if it is led.
Chance: TypeAlias = Callable[[Card], float]
#: A side card is led to win the trick if its chance to win is at least this high.
_GOOD_LEAD = 0.5
#: From this chance on, a lead counts as sure to win.
_CERTAIN = 0.995
#: From this many bags on, a seat is near a penalty.
_BAGS_THAT_HURT = 5
#: Points that the choice of a discard counts for a trick and for winning the pile, which brings 10 or 20.
_A_TRICK, _THE_PILE = 12.0, 12.5
#: If the hand has spades: the value in tricks of an empty side suit, and of a side suit with one card left.
_A_VOID, _A_LONE_CARD = 0.35, 0.12
#: Medium discards for a nil if the nil promises more points than this number, which an ordinary hand brings.
_ORDINARY = 35.0


class EasyTwoMan:
    """A friendly bot that a newcomer beats about half the time."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BLIND:
                return _blind(knowledge)
            case Phase.DISCARD:
                return Action(DISCARD, easy_discard(knowledge.hand).text)
            case Phase.BID:
                return Action(BID, self.bid(knowledge, rng))
        return Action(PLAY, card_to_play(knowledge, _wins, _wins, takes=not _is_made(knowledge)).text)

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        """Return the counted tricks, one fewer or more with the chance `_SLIPS`; nil for a weak hand without spades."""
        counted = sum(_worth(one) for one in knowledge.hand)
        if counted < 0.5 and not any(one.suit is Suit.SPADES for one in knowledge.hand):
            return 0
        slip = rng.choice((-1, 1)) if rng.random() < _SLIPS else 0
        return min(9, max(1, round(counted) + slip))


class CasualTwoMan(EasyTwoMan):
    """Plays as easy does, but bids its expected tricks less `_CAUTION`.

    A bid after a look ignores the score and the other seat's bid, and is never nil.
    """

    def bid(self, knowledge: Knowledge, rng: "Random") -> int:
        hope = expected(knowledge.hand, knowledge.pool, knowledge.held, TRICKS)
        return min(9, max(1, round(hope - _CAUTION)))


def _blind(knowledge: Knowledge) -> Action:
    """Return a blind bid if the other seat is at most 50 points from the target and far ahead; else a look."""
    mine, theirs = knowledge.table.display[knowledge.seat], knowledge.table.display[knowledge.other]
    to_go = whole_number(knowledge.view.options, "target") - theirs
    if to_go <= 20 and theirs - mine >= 200:
        return Action(BLIND_NIL)
    if to_go <= 50 and theirs - mine >= 150:
        return Action(BLIND, 5)
    return Action(LOOK)


def _worth(card: Card) -> float:
    rank = card.rank or Rank.TWO
    return _SPADE.get(rank, _ANY_SPADE) if card.suit is Suit.SPADES else _SIDE.get(rank, 0.0)


def _wins(card: Card) -> float:
    """Return a led card's chance to win as easy and casual estimate it: 1 for the ace of spades, else by rank."""
    return 1.0 if card.suit is Suit.SPADES and card.rank is Rank.ACE else (card.height - 2) / 13


class MediumTwoMan:
    """Counts every card, uses the other seat's bid, and aims for a trick if that raises the chance to win the game."""

    def choose(self, view: SeatView, rng: "Random") -> Action:
        knowledge = knowledge_of(view)
        match view.phase:
            case Phase.BLIND:
                return blind_choice(knowledge)
            case Phase.DISCARD:
                return Action(DISCARD, medium_discard(knowledge).text)
            case Phase.BID:
                return Action(BID, bid_of(knowledge))
        if len(knowledge.legal) == 1:
            return Action(PLAY, knowledge.legal[0].text)
        takes = wants_trick(knowledge)
        one = card_to_play(knowledge, partial(wins, knowledge), partial(ducked, knowledge), takes=takes)
        return Action(PLAY, one.text)


def wants_trick(knowledge: Knowledge) -> bool:
    """Return whether one more trick raises the chance to win, averaged over the likely numbers of tricks."""
    if knowledge.keeps_nil(knowledge.seat):
        return False
    chance_of = chance_by_tricks(knowledge, (knowledge.bid(0), knowledge.bid(1)))
    taken, left = knowledge.table.tricks[knowledge.seat], knowledge.left
    chance = [chance_of(taken + n) for n in range(left + 1)]
    mean, spread = expected(knowledge.hand, knowledge.pool, knowledge.held, left), 0.42 * math.sqrt(left)
    if knowledge.keeps_nil(knowledge.other):  # nearly all tricks
        mean, spread = left - 0.7, 0.7
    steps = weights(mean - 0.5, spread, 0, left - 1)
    return sum(weight * (chance[n + 1] - chance[n]) for n, weight in steps.items()) > 0


# -- the policy of play ------------------------------------------------------------------------------


def card_to_play(knowledge: Knowledge, wins: Chance, ducked: Chance, *, takes: bool) -> Card:
    """Return the card to play, for a seat that tries to take the trick if `takes`, else to avoid it.

    `wins` and `ducked` estimate a lead's chance to win, if the other seat tries to take or to avoid the trick.
    """
    led = knowledge.led
    return lead(knowledge, wins, ducked, takes=takes) if led is None else follow(knowledge, led, takes=takes)


# -- second to the trick ---------------------------------------------------------------------------


def follow(knowledge: Knowledge, led: Card, *, takes: bool) -> Card:
    """Return the card to play to `led`: as `takes` says, but win a led bag card, and win if only bag cards would lose.

    A seat that keeps a nil loses if it can. While the other seat keeps a nil, a led bag card is treated as any card.
    """
    winning = [one for one in knowledge.legal if beats(one, led)]
    losing = [one for one in knowledge.legal if one not in winning]
    if not winning:
        return throw(losing, high=not takes or _is_made(knowledge))
    if not losing:
        return win(winning, high=not takes)
    if knowledge.keeps_nil(knowledge.seat):
        return throw(losing, high=True)
    if led in BAG_CARDS and not knowledge.keeps_nil(knowledge.other):
        return win(winning, high=False)
    if takes or all(one in BAG_CARDS for one in losing):
        return win(winning, high=False)
    return throw(losing, high=True)


def win(winning: Sequence[Card], *, high: bool) -> Card:
    """Return a winning bag card if there is one; else the lowest winner, or the highest one if `high`."""
    by_cost = sorted(winning, key=lambda one: (one.suit is Suit.SPADES, one.height))
    return next((one for one in by_cost if one in BAG_CARDS), by_cost[-1 if high else 0])


def throw(losing: Sequence[Card], *, high: bool) -> Card:
    """Return the highest losing card if `high`, else the lowest; a bag card only if all losing cards are bag cards."""
    plain = [one for one in losing if one not in BAG_CARDS] or list(losing)
    return max(plain, key=_height) if high else min(plain, key=_height)


# -- to lead ---------------------------------------------------------------------------------------


def lead(knowledge: Knowledge, wins: Chance, ducked: Chance, *, takes: bool) -> Card:
    """Return the card to lead: a bag card only if all legal cards are bag cards."""
    choice = [one for one in knowledge.legal if one not in BAG_CARDS] or list(knowledge.legal)
    quiet = knowledge.keeps_nil(knowledge.seat) or knowledge.keeps_nil(knowledge.other)
    if not quiet and _is_made(knowledge) and knowledge.table.bags[knowledge.other] >= _BAGS_THAT_HURT:
        # A high card, if possible one that can be beaten, pushes the trick on a seat with many bags.
        return max([one for one in choice if wins(one) < _CERTAIN] or choice, key=_height)
    if takes:
        return _lead_to_take(choice, knowledge.hand, wins)
    return min(choice, key=lambda one: (ducked(one), one.height))


def _lead_to_take(choice: Sequence[Card], hand: Sequence[Card], wins: Chance) -> Card:
    """Return the side-suit card likeliest to win, if it probably wins.

    Else return a spade that is sure to win, if half of the hand or more are sure spades; else the lowest card of the
    shortest side suit, or the lowest spade.
    """
    side = [one for one in choice if one.suit is not Suit.SPADES]
    best = max(side, key=lambda one: (wins(one), one.height), default=None)
    if best is not None and wins(best) >= _GOOD_LEAD:
        return best
    certain = [one for one in choice if one.suit is Suit.SPADES and wins(one) >= _CERTAIN]
    if certain and len(certain) * 2 >= len(hand):
        return max(certain, key=_height)
    return min(side or choice, key=lambda one: (sum(1 for c in hand if c.suit is one.suit), one.height))


def _is_made(knowledge: Knowledge) -> bool:
    """Return whether the seat needs no more tricks; true for every nil, kept or failed."""
    return knowledge.need(knowledge.seat) <= 0


def _height(card: Card) -> tuple[int, bool]:
    return card.height, card.suit is Suit.SPADES


# -- discards ----------------------------------------------------------------------------------------


def easy_discard(hand: tuple[Card, ...]) -> Card:
    """Return a lone bag card; else the lowest card of the shortest side suit (bag cards after others, spades last)."""
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    return min(hand, key=lambda one: (one.suit is Suit.SPADES, one in BAG_CARDS, _length(hand, one), one.height))


def medium_discard(knowledge: Knowledge) -> Card:
    """Return a lone bag card; the worst card for a nil, if a nil promises enough points; or the best by `_gain`."""
    hand = knowledge.hand
    lone = lone_bag_card(hand)
    if lone is not None:
        return lone
    nils = {one: nil_chance(tuple(c for c in hand if c is not one)) for one in hand}
    safest = max(hand, key=lambda one: nils[one])
    if whole_number(knowledge.view.options, "nil_points") * (2 * nils[safest] - 1) > _ORDINARY:
        return safest
    return max(hand, key=lambda one: _gain(knowledge, one))


def lone_bag_card(hand: tuple[Card, ...]) -> Card | None:
    """Return a bag card that is the hand's only card of its suit; 7D if there are two, None if there is none."""
    lone = [one for one in hand if one in BAG_CARDS and _length(hand, one) == 1]
    return max(lone, key=lambda one: one.suit is Suit.DIAMONDS, default=None)


def _gain(knowledge: Knowledge, card: Card) -> float:
    """Return the expected points of a discard: for the trick given up, the shortened suit and the pile."""
    tricks = -strength(card, knowledge.pool, knowledge.held)
    if card.suit is not Suit.SPADES and any(c.suit is Suit.SPADES for c in knowledge.hand):
        tricks += {1: _A_VOID, 2: _A_LONE_CARD}.get(_length(knowledge.hand, card), 0.0)
    return _A_TRICK * tricks + _THE_PILE * pile_chance(knowledge, card)


def pile_chance(knowledge: Knowledge, card: Card) -> float:
    """Return the chance that the seat wins the pile if it discards `card`."""
    wants_odd = knowledge.table.parity[knowledge.seat] is Parity.ODD
    fitting = sum(1 for c in knowledge.pool if ((c.face + card.face) % 2 == 1) is wants_odd)
    return fitting / len(knowledge.pool)


def _length(hand: tuple[Card, ...], card: Card) -> int:
    return sum(1 for c in hand if c.suit is card.suit)
