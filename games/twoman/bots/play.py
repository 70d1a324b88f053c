"""Which card a computer player plays in Two-Man Spades, once it is known whether it wants the trick.

Easy, casual and medium play by this policy; they differ in how they judge whether a card will win (`Chance`) and in
whether they want tricks at all (`Aim`).
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TypeAlias

from games.engine.cards import Card, Suit
from games.twoman.bots.knowledge import Knowledge, beats, is_bag_card

#: How likely a card wins the trick when it is led, 0..1.
Chance: TypeAlias = Callable[[Card], float]

#: A lead that wins at least this often is worth cashing.
_GOOD_LEAD = 0.5
#: From here on a lead counts as certain to win, and so pushes no trick on anybody.
_CERTAIN = 0.995
#: At so many bags the other seat may be pushed over the edge.
_BAGS_THAT_HURT = 5


class Aim(StrEnum):
    """What the next trick is worth to the seat."""

    TAKE = "take"
    SHED = "shed"


def card_to_play(knowledge: Knowledge, aim: Aim, wins: Chance, ducked: Chance) -> Card:
    """`wins`: against a seat that wants the trick; `ducked`: against one that would rather lose it."""
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
    """A bag card if it wins; else the cheapest winner, or the dearest where none is wanted later."""
    by_cost = sorted(winning, key=lambda one: (one.suit is Suit.SPADES, one.height))
    bag_cards = [one for one in by_cost if is_bag_card(one)]
    if bag_cards:
        return bag_cards[0]
    return by_cost[-1 if high else 0]


def throw(losing: Sequence[Card], *, high: bool) -> Card:
    """The highest or the lowest loser; a bag card only where there is nothing else."""
    plain = [one for one in losing if not is_bag_card(one)] or list(losing)
    return max(plain, key=_height) if high else min(plain, key=_height)


# -- to lead ---------------------------------------------------------------------------------------


def lead(knowledge: Knowledge, aim: Aim, wins: Chance, ducked: Chance) -> Card:
    """Never a bag card when there is another lead."""
    choice = [one for one in knowledge.legal if not is_bag_card(one)] or list(knowledge.legal)
    quiet = knowledge.keeps_nil(knowledge.seat) or knowledge.keeps_nil(knowledge.other)
    if not quiet and _is_made(knowledge) and knowledge.table.bags[knowledge.other] >= _BAGS_THAT_HURT:
        return _lead_to_push(choice, wins)
    if aim is Aim.TAKE:
        return _lead_to_take(choice, knowledge.hand, wins)
    return min(choice, key=lambda one: (ducked(one), one.height))


def _lead_to_take(choice: Sequence[Card], hand: Sequence[Card], wins: Chance) -> Card:
    """Side winners before they are trumped, then certain spades; else a low card of the shortest suit."""
    side = [one for one in choice if one.suit is not Suit.SPADES]
    best = max(side, key=lambda one: (wins(one), one.height), default=None)
    if best is not None and wins(best) >= _GOOD_LEAD:
        return best
    certain = [one for one in choice if one.suit is Suit.SPADES and wins(one) >= _CERTAIN]
    if certain and len(certain) * 2 >= len(hand):
        return max(certain, key=_height)
    return min(side or choice, key=lambda one: (sum(1 for c in hand if c.suit is one.suit), one.height))


def _lead_to_push(choice: Sequence[Card], wins: Chance) -> Card:
    """High, to push tricks on a seat with many bags; not a card that nothing can beat."""
    beatable = [one for one in choice if wins(one) < _CERTAIN] or choice
    return max(beatable, key=_height)


def _is_made(knowledge: Knowledge) -> bool:
    """Whether the seat wants nothing more; a nil that has failed is past wanting."""
    return knowledge.need(knowledge.seat) <= 0


def _height(one: Card) -> tuple[int, bool]:
    return one.height, one.suit is Suit.SPADES
