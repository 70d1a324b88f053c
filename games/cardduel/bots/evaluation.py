"""The chance to win a Card Duel from the end of a round, estimated from numbers alone.

A side's numbers are arrays of one shape, so many rounds are evaluated at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from games.cardduel.bots.matrix import Floats


class Draws(NamedTuple):
    """The mean HP of each suit in one drawn card; a quarter of 8 from a whole pack."""

    swords: float = 2.0
    cups: float = 2.0
    shields: float = 2.0
    wands: float = 2.0


WHOLE_PACK: Final = Draws()

#: The variance that one drawn card adds to the attacker's swords, and to the defender's cups and shields.
_SWORDS_SPREAD: Final = 15.5
_DEFENCE_SPREAD: Final = 23.0
#: Below about this many HP each one counts most.
_FEW: Final = 3
#: Weights of `features`, from `training.teach_duellist` (docs/players.md).
WEIGHTS: Final = np.array(
    [-0.03, 0.34, 0.42, 0.31, 0.45, 0.14, 0.39, -0.02, -0.14, -0.14, 0.20, 0.08, -0.41, 0.90, -0.35]
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side at the end of a round: HP, value and number of kept cards by suit, and cards drawn."""

    hp: Floats
    swords: Floats
    cups: Floats
    shields: Floats
    wands: Floats
    sword_cards: Floats
    cup_cards: Floats
    shield_cards: Floats
    wand_cards: Floats
    drawn: Floats


def winning_chance(first: Side, second: Side, draws: Draws = WHOLE_PACK) -> Floats:
    """Return the chance of the next round's player 1 to win the duel."""
    start, *others = WEIGHTS
    logit = np.full(np.shape(first.hp - second.hp), start)
    for weight, one in zip(others, features(first, second, draws), strict=True):
        logit += weight * one
    chance: Floats = 1 / (1 + np.exp(-logit))
    return chance


def features(first: Side, second: Side, draws: Draws) -> Iterator[Floats]:
    """Yield the features: HP, cards held by suit, and how near either side is to a winning blaze or blow.

    One at a time, because many large arrays at once are slow.
    """
    more = first.drawn - second.drawn
    yield (first.hp - second.hp) / 10
    yield np.log((np.maximum(0.0, first.hp) + _FEW) / (np.maximum(0.0, second.hp) + _FEW))
    yield (first.swords - second.swords + draws.swords * more) / 10
    yield (first.cups - second.cups + draws.cups * more) / 10
    yield (first.shields - second.shields + draws.shields * more) / 10
    yield (first.wands - second.wands + draws.wands * more) / 10
    yield first.sword_cards - second.sword_cards
    yield first.cup_cards - second.cup_cards
    yield first.shield_cards - second.shield_cards
    yield first.wand_cards - second.wand_cards
    yield _blaze(first, second, draws)
    yield _blaze(second, first, draws)
    yield _blow(first, second, draws)
    yield _blow(second, first, draws)


def _blow(one: Side, other: Side, draws: Draws) -> Floats:
    """Return the approximate chance that one attack of `one` with all its wands defeats the other."""
    attack = one.swords + one.wands + (draws.swords + draws.wands) * one.drawn
    defence = other.hp + other.shields + draws.shields * other.drawn
    return _exceeds(attack - defence, 1 + _DEFENCE_SPREAD * one.drawn + _SWORDS_SPREAD * other.drawn)


def _blaze(one: Side, other: Side, draws: Draws) -> Floats:
    """Return the approximate chance that a blaze of `one` wins once both have drawn."""
    swords = one.swords + draws.swords * one.drawn
    defence = other.hp + other.cups + other.shields + (draws.cups + draws.shields) * other.drawn
    return _exceeds(swords - defence, 1 + _SWORDS_SPREAD * one.drawn + _DEFENCE_SPREAD * other.drawn)


def _exceeds(margin: Floats, variance: Floats) -> Floats:
    near: Floats = 0.5 + 0.5 * np.tanh(0.8 * margin / np.sqrt(variance))
    return near
