"""A round of Card Duel as arrays: what each play does, and the worth of every pair of plays.

The plays of a hand become `Line`s, these become arrays, and `worth_to_first` evaluates all pairs at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np

from games.bots.base import Sampling
from games.cardduel.bots.evaluation import WHOLE_PACK, Draws, Side, winning_chance
from games.cardduel.bots.matrix import Bools, Floats
from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, Deed, Play, total
from games.cardduel.state import HAND_SIZE
from games.engine.cards import PACK, Card

N = TypeVar("N")

#: The `blaze` of a play that is none.
_NO_BLAZE: Final = -1.0
#: The value of a win or defeat in HP, for the policy.
_DEFEAT: Final = 60
_PLACES: Final = (SWORDS, CUPS, SHIELDS, WANDS)
#: The suit and value of each card; looked up thousands of times a choice.
_WORTH: Final = {one: (_PLACES.index(one.suit), one.height) for one in PACK if one.suit is not None}
#: The value of a kept HP for the policy, to break ties.
_THRIFT: Final = 1e-6


class Line(NamedTuple, Generic[N]):
    """The effects of a play, and the values in HP and numbers of the cards it keeps in hand, by suit.

    `blaze` is the swords of a blaze, below 0 for any other play. Lines become arrays field by field.
    """

    attack: N
    heal: N
    parry: N
    swords: N
    cups: N
    shields: N
    wands: N
    sword_cards: N
    cup_cards: N
    shield_cards: N
    wand_cards: N
    drawn: N
    blaze: N


@dataclass(frozen=True, slots=True)
class Choices:
    """The lines of every kind of one side, `lines[field, kind, choice]`; `there` marks those that are not padding."""

    lines: Floats
    there: Bools


@dataclass(frozen=True, slots=True)
class RoundStart:
    """HP of both players as the round begins, and whether the duel ends with it."""

    hp: int
    other_hp: int
    is_last: bool
    draws: Draws = WHOLE_PACK


def lines_of(plays: Sequence[Play], hand: Sequence[Card]) -> list[Line[float]]:
    """Return the lines of these plays from this hand."""
    values, count = _held(hand)
    found: list[Line[float]] = []
    for play in plays:
        value, deed = float(play.value), play.deed
        kept, cards = values.copy(), count.copy()
        for one in play.cards:
            if one in hand:
                place, height = _WORTH[one]
                kept[place] -= height
                cards[place] -= 1
        effects = (value * (deed is Deed.ATTACK), value * (deed is Deed.HEAL), value * (deed is Deed.SHIELD))
        found.append(Line._make((*effects, *kept, *cards, HAND_SIZE - sum(cards), _NO_BLAZE)))
    return found


def blaze_of(hand: Sequence[Card]) -> Line[float]:
    """Return the line of a blaze by player 2, which ends the duel."""
    return Line._make((0.0, 0.0, 0.0, *kept_of(hand), float(total(hand, SWORDS))))


def kept_of(hand: Sequence[Card]) -> tuple[float, ...]:
    """Return what an unplayed hand keeps, in the order of a line."""
    values, count = _held(hand)
    return (*values, *count, HAND_SIZE - sum(count))


def _held(hand: Sequence[Card]) -> tuple[list[float], list[float]]:
    """Return values and numbers of a hand's cards by suit."""
    values, count = [0.0] * len(_PLACES), [0.0] * len(_PLACES)
    for one in hand:
        place, height = _WORTH[one]
        values[place] += height
        count[place] += 1
    return values, count


def answers(hand: Sequence[Card]) -> list[Line[float]]:
    """Return the lines of player 2's likely plays and of its blaze."""
    return [*lines_of(likely_plays(hand), hand), blaze_of(hand)]


def likely_plays(hand: Sequence[Card]) -> list[Play]:
    """Return every single card, attacks and shields on all wands or the highest, and two wands thrown away."""
    wands = sorted((one for one in hand if one.suit is WANDS), key=lambda one: -one.height)
    others = [one for one in hand if one.suit is not WANDS]
    found = [Play(one) for one in others]
    tops = [one for one in others if one.suit is not CUPS]
    for pile in dict.fromkeys((tuple(wands), tuple(wands[:1]))) if wands else ():
        found += [Play(top, pile) for top in tops]
    if len(wands) > 1:
        found.append(Play(wands[-1], (wands[-2],)))
    return found


def choices(kinds: Sequence[Sequence[Line[float]]]) -> Choices:
    """Return the kinds as arrays, padded with each kind's last line."""
    most = max(len(kind) for kind in kinds)
    filled = [[*kind, *([kind[-1]] * (most - len(kind)))] for kind in kinds]
    there = np.array([[place < len(kind) for place in range(most)] for kind in kinds])
    return Choices(np.moveaxis(np.array(filled, dtype=np.float64), 2, 0), there)


def hands_from(pool: Sequence[Card], size: int, most: int, rng: Sampling) -> list[tuple[Card, ...]]:
    """Return all hands of that size if there are at most `most`, else `most` random ones."""
    size = min(size, len(pool))
    found = []
    for hand in combinations(pool, size):
        found.append(hand)
        if len(found) > most:
            return [tuple(rng.sample(pool, size)) for _ in range(most)]
    return found


def effects_of(plays: Sequence[Play]) -> Floats:
    """Return the effects of plays, field by field as in a line, without what they keep."""
    lines = np.array(lines_of(plays, ()), dtype=np.float64)
    return lines.reshape(len(plays), len(Line._fields)).T


def swing(one: Line[Floats], other: Line[Floats], start: RoundStart) -> Floats:
    """Return what player 1 gains in HP over player 2 by a round; a defeat counts for many."""
    hp, other_hp = start.hp + one.heal, np.maximum(0.0, start.other_hp - np.maximum(0.0, one.attack - other.parry))
    stands = other_hp > 0
    hp = np.where(stands, np.maximum(0.0, hp - np.maximum(0.0, other.attack - one.parry)), hp)
    other_hp = other_hp + np.where(stands, other.heal, 0.0)
    fallen = _DEFEAT * ((other_hp == 0) * 1.0 - (hp == 0))
    gained: Floats = hp - start.hp - (other_hp - start.other_hp) + fallen
    return gained


class RoundOutcome(NamedTuple):
    """The HP that each attack takes, the HP of both after the round, possibly below 0, and who has won.

    `taken` is by player 1's attack, `given` by player 2's; `won` and `lost` are player 1's.
    """

    taken: Floats
    given: Floats
    hp: Floats
    other_hp: Floats
    won: Bools
    lost: Bools


def outcome(one: Line[Floats], other: Line[Floats], start: RoundStart) -> RoundOutcome:
    """Return the outcome of player 1's plays against player 2's, or its blaze.

    The order is the engine's: player 1's play, then player 2's if it still stands (section 6, D7).
    """
    taken = np.maximum(0.0, one.attack - other.parry)
    given = np.maximum(0.0, other.attack - one.parry)
    hp = start.hp + one.heal - given
    other_hp = start.other_hp - taken
    falls = other_hp <= 0
    blazes = other.blaze >= 0
    blazed = other.blaze - one.cups - one.shields >= start.hp
    won = np.where(blazes, ~blazed, falls)
    lost = np.where(blazes, blazed, ~falls & (hp <= 0))
    return RoundOutcome(taken, given, hp, other_hp + other.heal, won, lost)


def worth_to_first(first: Choices, second: Choices, start: RoundStart) -> Floats:
    """Return player 1's chance to win, for every kind and choice against every kind and choice of player 2."""
    one = Line[Floats](*list(first.lines[:, :, :, None, None]))
    other = Line[Floats](*list(second.lines[:, None, None, :, :]))
    end = outcome(one, other, start)
    worth = _ends(end.hp, end.other_hp) if start.is_last else _goes_on(one, end.hp, other, end.other_hp, start.draws)
    found: Floats = np.where(end.won, 1.0, np.where(end.lost, 0.0, worth))
    return found


def _ends(hp: Floats, other_hp: Floats) -> Floats:
    """Return the result after the last round: the higher HP win, a draw is half a win (D12)."""
    return np.where(hp == other_hp, 0.5, np.where(hp > other_hp, 1.0, 0.0))


def _goes_on(one: Line[Floats], hp: Floats, other: Line[Floats], other_hp: Floats, draws: Draws) -> Floats:
    """Return player 1's chance if the duel goes on; player 2 has the coin in the next round."""
    return 1.0 - winning_chance(_side(other, other_hp), _side(one, hp), draws)


def _side(line: Line[Floats], hp: Floats) -> Side:
    """Return the side after the round. The fields between `parry` and `blaze` are what the play keeps."""
    return Side(hp, *line[3:-1])


def replies_by_policy(
    hands: Sequence[Sequence[Card]], second: Choices, first_play: Sequence[Play], start: RoundStart
) -> Floats:
    """Return a 1 at the reply of each hand by policy, if player 1 has made one of these plays.

    `second` are the hands' replies. A blaze is not considered.
    """
    one = Line[Floats](*effects_of(first_play)[:, None, None, :])
    other = Line[Floats](*second.lines[:, :, :, None])
    plays = second.there & (second.lines[-1] < 0)
    return _taken(-swing(one, other, start), _not_held(hands, first_play), other, plays)


def plays_by_policy(hands: Sequence[Sequence[Card]], pool: Sequence[Card], start: RoundStart) -> list[Play]:
    """Return what each hand would play as player 1, with any unseen card as the reply."""
    plays = [likely_plays(hand) for hand in hands]
    first = choices([lines_of(some, hand) for some, hand in zip(plays, hands, strict=True)])
    answers = [Play(one) for one in pool]
    one = Line[Floats](*first.lines[:, :, :, None])
    other = Line[Floats](*effects_of(answers)[:, None, None, :])
    taken = _taken(swing(one, other, start), _not_held(hands, answers), one, first.there)
    return [some[place] for some, place in zip(plays, taken.argmax(axis=1).tolist(), strict=True)]


def _not_held(hands: Sequence[Sequence[Card]], imagined: Sequence[Play]) -> Bools:
    """Return which imagined plays use no card of the own hand."""
    return np.array([[play.top not in hand for play in imagined] for hand in hands])


def _taken(gains: Floats, imagined: Bools, line: Line[Floats], there: Bools) -> Floats:
    """Return a 1 for each hand at the choice with the highest mean gain over all imagined plays."""
    mean = np.einsum("kbt,kt->kb", gains, imagined) / np.maximum(1, imagined.sum(axis=1))[:, None]
    kept = (line.swords + line.cups + line.shields + line.wands)[:, :, 0]
    best = np.where(there, mean + _THRIFT * kept, -np.inf).argmax(axis=1)
    found = np.zeros(there.shape)
    found[np.arange(len(best)), best] = 1.0
    return found
