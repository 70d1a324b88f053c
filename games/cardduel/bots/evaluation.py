"""Estimates of the chance to win a duel after a round, from HP and the sums and counts of held cards, without search.

The fields of both sides are arrays that numpy can broadcast together, so many rounds are evaluated at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from games.cardduel.bots.matrix import Floats


class Draws(NamedTuple):
    """The expected value that one drawn card adds to each suit. For a whole pack: a quarter of 8, the mean value."""

    swords: float = 2.0
    cups: float = 2.0
    shields: float = 2.0
    wands: float = 2.0


WHOLE_PACK: Final = Draws()

#: Variance that one drawn card adds to the total of one suit (such as swords) or of two (such as cups and shields).
_SWORDS_SPREAD: Final = 15.5
_DEFENCE_SPREAD: Final = 23.0
#: Number added to HP before the logarithm. The smaller it is, the more the last few HP count.
_FEW: Final = 3
#: The intercept and the weights of `features`, fitted by `training.teach_duellist` (docs/players.md).
WEIGHTS: Final = np.array(
    [-0.03, 0.34, 0.42, 0.31, 0.45, 0.14, 0.39, -0.02, -0.14, -0.14, 0.20, 0.08, -0.41, 0.90, -0.35]
)


@dataclass(frozen=True, slots=True)
class SideAfterRound:
    """One side after a round: HP, value and number of cards in hand by suit, and the number of cards it will draw."""

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


def winning_chance(first: SideAfterRound, second: SideAfterRound, draws: Draws = WHOLE_PACK) -> Floats:
    """Return the chance that `first`, player 1 of the next round, wins the duel."""
    start, *others = WEIGHTS
    logit = np.full(np.shape(first.hp - second.hp), start)
    for weight, one in zip(others, features(first, second, draws), strict=True):
        logit += weight * one
    chance: Floats = 1 / (1 + np.exp(-logit))
    return chance


def features(first: SideAfterRound, second: SideAfterRound, draws: Draws) -> Iterator[Floats]:
    """Yield the features: HP, cards by suit, and each side's chance to win by a blaze or by its next attack.

    A generator, because holding all the large arrays in memory at once would be slow.
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


def _blow(side: SideAfterRound, other: SideAfterRound, draws: Draws) -> Floats:
    """Return the approximate chance that an attack of `side` with all its swords and wands defeats `other`."""
    attack = side.swords + side.wands + (draws.swords + draws.wands) * side.drawn
    defence = other.hp + other.shields + draws.shields * other.drawn
    return _exceeds(attack - defence, 1 + _DEFENCE_SPREAD * side.drawn + _SWORDS_SPREAD * other.drawn)


def _blaze(side: SideAfterRound, other: SideAfterRound, draws: Draws) -> Floats:
    """Return the approximate chance that a blaze of glory of `side` wins, once both sides have drawn cards."""
    swords = side.swords + draws.swords * side.drawn
    defence = other.hp + other.cups + other.shields + (draws.cups + draws.shields) * other.drawn
    return _exceeds(swords - defence, 1 + _SWORDS_SPREAD * side.drawn + _DEFENCE_SPREAD * other.drawn)


def _exceeds(margin: Floats, variance: Floats) -> Floats:
    near: Floats = 0.5 + 0.5 * np.tanh(0.8 * margin / np.sqrt(variance))
    return near
