"""Counted chances in Two-Man Spades: whether a card wins, and how many of the tricks left will be won."""

import math

from games.bots.sampling import chance_of_none
from games.engine.cards import Card, Suit
from games.twoman.bots.knowledge import Knowledge


def wins(knowledge: Knowledge, one: Card) -> float:
    """How likely `one`, led, wins against a seat that beats it whenever it can."""
    suited = [c for c in knowledge.pool if c.suit is one.suit]
    higher = sum(1 for c in suited if c.height > one.height)
    chance = knowledge.none_of(higher)
    if one.suit is Suit.SPADES:
        return chance
    return max(0.0, chance - _trumps(knowledge, len(suited)))


def ducked(knowledge: Knowledge, one: Card) -> float:
    """How likely `one`, led, wins against a seat that loses to it whenever it can.

    It cannot where all it holds of the suit is higher, or where it holds nothing but spades.
    """
    suited = [c for c in knowledge.pool if c.suit is one.suit]
    lower = sum(1 for c in suited if c.height < one.height)
    only_higher = knowledge.none_of(lower) - knowledge.none_of(len(suited))
    if one.suit is Suit.SPADES:
        return 1.0 - only_higher
    spades = sum(1 for c in knowledge.pool if c.suit is Suit.SPADES)
    return 1.0 - only_higher - knowledge.none_of(len(knowledge.pool) - spades)


def _trumps(knowledge: Knowledge, suited: int) -> float:
    """How likely the other seat is out of a suit of `suited` pool cards and holds a spade."""
    spades = sum(1 for c in knowledge.pool if c.suit is Suit.SPADES)
    return knowledge.none_of(suited) - knowledge.none_of(min(len(knowledge.pool), suited + spades))


def tricks_to_come(knowledge: Knowledge) -> float:
    """The tricks the seat may expect of those still to be won, from its hand against an average one."""
    return expected(knowledge.hand, knowledge.pool, knowledge.held, knowledge.left)


def expected(hand: tuple[Card, ...], pool: tuple[Card, ...], held: int, left: int) -> float:
    """Half of the tricks, more or less by the difference of strength; `held` cards of `pool` face them."""
    mine = sum(strength(one, pool, held) for one in hand)
    theirs = sum(strength(one, hand, len(hand)) for one in pool) * held / max(1, len(pool))
    return min(float(left), max(0.0, left / 2 + mine - theirs))


def deviation(left: int) -> float:
    """How far the tricks that come stray from those expected."""
    return 0.42 * math.sqrt(left)


def strength(one: Card, against: tuple[Card, ...], held: int) -> float:
    """What a card adds to the tricks; `stands` is how likely no higher one of its suit faces it.

    The weights were fitted to the tricks taken in 1500 hands in which both seats wanted every trick.
    """
    higher = sum(1 for c in against if c.suit is one.suit and c.height > one.height)
    stands = chance_of_none(len(against), min(held, len(against)), higher)
    return 0.72 + 0.19 * stands if one.suit is Suit.SPADES else 0.31 * stands
