"""How a blaze of glory would end, counted exactly over the cards a seat of Card Duel has not seen."""

from collections.abc import Sequence
from math import comb

import numpy as np

from games.cardduel.bots.knowledge import Knowledge
from games.cardduel.score import CUPS, SHIELDS
from games.engine.cards import Card


def blaze_chance(knowledge: Knowledge) -> float:
    """How likely a blaze wins now, 0..1, each hand of the other's being as likely as the next.

    It wins where the other's cups and shields together do not exceed the own swords less the other's HP (section 8);
    a covered top is out and one of the unseen cards like those in the deck (D11).
    """
    return chance_of_at_most(knowledge.unseen, knowledge.held, knowledge.swords - knowledge.their_hp)


def chance_of_at_most(pool: Sequence[Card], held: int, most: int) -> float:
    """How likely `held` cards drawn from the pool defend by `most` HP or less."""
    if most < 0:
        return 0.0
    held = min(held, len(pool))
    ways = np.zeros((held + 1, most + 1), dtype=np.int64)
    ways[0, 0] = 1
    for one in pool:
        worth = defence(one)
        if worth <= most:
            ways[1:, worth:] += ways[:-1, : most + 1 - worth].copy()
    return int(ways[held].sum()) / comb(len(pool), held)


def defence(one: Card) -> int:
    """The HP this card is worth to whoever is hit by a blaze."""
    return one.height if one.suit in (CUPS, SHIELDS) else 0
