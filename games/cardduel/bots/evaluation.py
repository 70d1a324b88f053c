"""What the end of a round of Card Duel is worth: a guess at who wins from there. Numbers only; no view, no cards.

A side's numbers are arrays that fit each other: many rounds are judged at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from games.cardduel.bots.matrix import Floats


class Draws(NamedTuple):
    """What one drawn card brings of each suit on average, in HP; a quarter of 8 from a whole pack."""

    swords: float = 2.0
    cups: float = 2.0
    shields: float = 2.0
    wands: float = 2.0


WHOLE_PACK: Final = Draws()

#: The variance that one drawn card brings to the swords of an attacker, and to cups and shields of who is attacked.
_SWORDS_SPREAD: Final = 15.5
_DEFENCE_SPREAD: Final = 23.0
#: So few HP that each more counts most.
_FEW: Final = 3
#: Weights of what `features` lists, as `training.teach_duellist` finds them (docs/players.md).
WEIGHTS: Final = np.array(
    [-0.03, 0.34, 0.42, 0.31, 0.45, 0.14, 0.39, -0.02, -0.14, -0.14, 0.20, 0.08, -0.41, 0.90, -0.35]
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side at the end of a round: its HP, the values and the number of cards kept of each suit, and its draws."""

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
    """How likely the player 1 of the next round wins the duel, 0..1."""
    start, *others = WEIGHTS
    logit = np.full(np.shape(first.hp - second.hp), start)
    for weight, one in zip(others, features(first, second, draws), strict=True):
        logit += weight * one
    chance: Floats = 1 / (1 + np.exp(-logit))
    return chance


def features(first: Side, second: Side, draws: Draws) -> Iterator[Floats]:
    """HP, what is held of each suit, and how near either is to a blaze or a blow that wins; the start is 1 always.

    One by one, since so many large arrays at once are slow.
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
    """About how likely one attack of `one` with all its wands would fell the other, 0..1."""
    attack = one.swords + one.wands + (draws.swords + draws.wands) * one.drawn
    defence = other.hp + other.shields + draws.shields * other.drawn
    return _exceeds(attack - defence, 1 + _DEFENCE_SPREAD * one.drawn + _SWORDS_SPREAD * other.drawn)


def _blaze(one: Side, other: Side, draws: Draws) -> Floats:
    """About how likely a blaze of `one` would win once both have drawn, 0..1."""
    swords = one.swords + draws.swords * one.drawn
    defence = other.hp + other.cups + other.shields + (draws.cups + draws.shields) * other.drawn
    return _exceeds(swords - defence, 1 + _SWORDS_SPREAD * one.drawn + _DEFENCE_SPREAD * other.drawn)


def _exceeds(margin: Floats, variance: Floats) -> Floats:
    near: Floats = 0.5 + 0.5 * np.tanh(0.8 * margin / np.sqrt(variance))
    return near
