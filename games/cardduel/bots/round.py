"""A round of Card Duel as a table of numbers: what each play does, and what every pair of plays is worth.

The cards of a hand become a `Line` for each play, lines become arrays, and `worth_to_first` judges all pairs at once.
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

#: What stands for the swords of a play that is no blaze.
_NO_BLAZE: Final = -1.0
#: What a win or a defeat in this round counts for, in HP, where only HP are looked at.
_DEFEAT: Final = 60
_PLACES: Final = (SWORDS, CUPS, SHIELDS, WANDS)
#: Where each card counts among the suits, and for how much; looked up some thousand times a choice.
_WORTH: Final = {one: (_PLACES.index(one.suit), one.height) for one in PACK if one.suit is not None}
#: Of plays that change as many HP the one that keeps more: what a HP kept counts beside one changed.
_THRIFT: Final = 1e-6


class Line(NamedTuple, Generic[N]):
    """What a play does, and the values it keeps in hand of each suit, in HP; the cards kept and drawn are counted.

    `blaze` is the swords of a blaze, or below 0 for every other play. Lines become arrays field by field.
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
    """The lines of every kind of one side, `lines[field, kind, choice]`; `there` marks those that are no filling."""

    lines: Floats
    there: Bools


@dataclass(frozen=True, slots=True)
class RoundStart:
    """HP of player 1 and of player 2 as the round begins, and whether the duel ends with it."""

    hp: int
    other_hp: int
    is_last: bool
    draws: Draws = WHOLE_PACK


def lines_of(plays: Sequence[Play], hand: Sequence[Card]) -> list[Line[float]]:
    """What each of these plays does, and what the hand keeps without its cards."""
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
    """A blaze of player 2; it ends the duel, whatever is kept."""
    return Line._make((0.0, 0.0, 0.0, *kept_of(hand), float(total(hand, SWORDS))))


def kept_of(hand: Sequence[Card]) -> tuple[float, ...]:
    """What a hand keeps that lays nothing, in the order of a line."""
    values, count = _held(hand)
    return (*values, *count, HAND_SIZE - sum(count))


def _held(hand: Sequence[Card]) -> tuple[list[float], list[float]]:
    """Values and number of the cards of a hand, by suit."""
    values, count = [0.0] * len(_PLACES), [0.0] * len(_PLACES)
    for one in hand:
        place, height = _WORTH[one]
        values[place] += height
        count[place] += 1
    return values, count


def answers(hand: Sequence[Card]) -> list[Line[float]]:
    """The plays of a hand that player 2 would think of, and the blaze."""
    return [*lines_of(likely_plays(hand), hand), blaze_of(hand)]


def likely_plays(hand: Sequence[Card]) -> list[Play]:
    """Every single, every sword and shield on all wands or on the highest, and the wands given away for nothing."""
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
    """Kinds with fewer lines than others are filled up with their last one."""
    most = max(len(kind) for kind in kinds)
    filled = [[*kind, *([kind[-1]] * (most - len(kind)))] for kind in kinds]
    there = np.array([[place < len(kind) for place in range(most)] for kind in kinds])
    return Choices(np.moveaxis(np.array(filled, dtype=np.float64), 2, 0), there)


def hands_from(pool: Sequence[Card], size: int, most: int, rng: Sampling) -> list[tuple[Card, ...]]:
    """All hands of that size where there are no more than `most`, else so many that are drawn evenly."""
    size = min(size, len(pool))
    found = []
    for hand in combinations(pool, size):
        found.append(hand)
        if len(found) > most:
            return [tuple(rng.sample(pool, size)) for _ in range(most)]
    return found


def effects_of(plays: Sequence[Play]) -> Floats:
    """What the plays do, field by field as in a line; whatever is kept is left out."""
    lines = np.array(lines_of(plays, ()), dtype=np.float64)
    return lines.reshape(len(plays), len(Line._fields)).T


def swing(one: Line[Floats], other: Line[Floats], start: RoundStart) -> Floats:
    """What player 1 gains in HP over player 2 by a round, a defeat counting for many."""
    hp, other_hp = start.hp + one.heal, np.maximum(0.0, start.other_hp - np.maximum(0.0, one.attack - other.parry))
    stands = other_hp > 0
    hp = np.where(stands, np.maximum(0.0, hp - np.maximum(0.0, other.attack - one.parry)), hp)
    other_hp = other_hp + np.where(stands, other.heal, 0.0)
    fallen = _DEFEAT * ((other_hp == 0) * 1.0 - (hp == 0))
    gained: Floats = hp - start.hp - (other_hp - start.other_hp) + fallen
    return gained


class RoundOutcome(NamedTuple):
    """What a round does: the HP that player 1's attack takes and those it loses to player 2's, the HP of both after
    it, which may be below 0, and whether player 1 has won or lost by it.
    """

    taken: Floats
    given: Floats
    hp: Floats
    other_hp: Floats
    won: Bools
    lost: Bools


def outcome(one: Line[Floats], other: Line[Floats], start: RoundStart) -> RoundOutcome:
    """Of player 1's plays against player 2's, or its blaze.

    The order of effects is the engine's: player 1's play, and if player 2 still stands, player 2's (section 6, D7).
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
    """How likely player 1 wins, 0..1, for every kind and choice against every kind and choice of player 2."""
    one = Line[Floats](*list(first.lines[:, :, :, None, None]))
    other = Line[Floats](*list(second.lines[:, None, None, :, :]))
    end = outcome(one, other, start)
    worth = _ends(end.hp, end.other_hp) if start.is_last else _goes_on(one, end.hp, other, end.other_hp, start.draws)
    found: Floats = np.where(end.won, 1.0, np.where(end.lost, 0.0, worth))
    return found


def _ends(hp: Floats, other_hp: Floats) -> Floats:
    """After the last round the higher HP win; a draw is half a win (D12)."""
    return np.where(hp == other_hp, 0.5, np.where(hp > other_hp, 1.0, 0.0))


def _goes_on(one: Line[Floats], hp: Floats, other: Line[Floats], other_hp: Floats, draws: Draws) -> Floats:
    """Player 2 has the coin in the next round."""
    return 1.0 - winning_chance(_side(other, other_hp), _side(one, hp), draws)


def _side(line: Line[Floats], hp: Floats) -> Side:
    """What stands between `parry` and `blaze` is what the play keeps."""
    return Side(hp, *line[3:-1])


def replies_by_policy(
    hands: Sequence[Sequence[Card]], second: Choices, first_play: Sequence[Play], start: RoundStart
) -> Floats:
    """A 1 at the answer of each hand to player 1, who has made one of these plays; `second` are the hands' answers.

    Whether it would blaze is not asked.
    """
    one = Line[Floats](*effects_of(first_play)[:, None, None, :])
    other = Line[Floats](*second.lines[:, :, :, None])
    plays = second.there & (second.lines[-1] < 0)
    return _taken(-swing(one, other, start), _not_held(hands, first_play), other, plays)


def plays_by_policy(hands: Sequence[Sequence[Card]], pool: Sequence[Card], start: RoundStart) -> list[Play]:
    """What each hand would play as player 1, any unseen card being the answer."""
    plays = [likely_plays(hand) for hand in hands]
    first = choices([lines_of(some, hand) for some, hand in zip(plays, hands, strict=True)])
    answers = [Play(one) for one in pool]
    one = Line[Floats](*first.lines[:, :, :, None])
    other = Line[Floats](*effects_of(answers)[:, None, None, :])
    taken = _taken(swing(one, other, start), _not_held(hands, answers), one, first.there)
    return [some[place] for some, place in zip(plays, taken.argmax(axis=1).tolist(), strict=True)]


def _not_held(hands: Sequence[Sequence[Card]], imagined: Sequence[Play]) -> Bools:
    """What is imagined of the other cannot lie in one's own hand."""
    return np.array([[play.top not in hand for play in imagined] for hand in hands])


def _taken(gains: Floats, imagined: Bools, line: Line[Floats], there: Bools) -> Floats:
    """A 1 for each hand where the mean gain over all that is imagined is highest."""
    mean = np.einsum("kbt,kt->kb", gains, imagined) / np.maximum(1, imagined.sum(axis=1))[:, None]
    kept = (line.swords + line.cups + line.shields + line.wands)[:, :, 0]
    best = np.where(there, mean + _THRIFT * kept, -np.inf).argmax(axis=1)
    found = np.zeros(there.shape)
    found[np.arange(len(best)), best] = 1.0
    return found
