"""A round of Card Duel as arrays: the effects of plays, the worth of every pair of plays, the chance to win after it.

A play becomes a line, a `PlayEffects` of numbers. The lines of all hands become arrays, and `worth_to_first` evaluates
all pairs at once. The policy chooses the play with the highest mean gain in HP over the opponent's possible plays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from games.bots.base import Sampling
from games.cardduel.rules import HAND_SIZE
from games.cardduel.score import CUPS, SHIELDS, SWORDS, WANDS, CardPlay, Purpose, total
from games.engine.cards import PACK, Card

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
N = TypeVar("N")

#: The value of `PlayEffects.blaze` for a play that is no blaze.
_NO_BLAZE: Final = -1.0
#: In `swing`, a defeat counts as this many HP in addition.
_DEFEAT: Final = 60
_PLACES: Final = (SWORDS, CUPS, SHIELDS, WANDS)
#: The index in `_PLACES` and the value of each card, in a table because a choice looks them up thousands of times.
_WORTH: Final = {one: (_PLACES.index(one.suit), one.height) for one in PACK if one.suit is not None}
#: The policy's weight for the value of kept cards: small, so that it only breaks ties.
_THRIFT: Final = 1e-6
#: Variance that one drawn card adds to the total of one suit (such as swords) or of two (such as cups and shields).
_SWORDS_SPREAD: Final = 15.5
_DEFENCE_SPREAD: Final = 23.0
#: Number added to HP before the logarithm. The smaller it is, the more the last few HP count.
_FEW: Final = 3
#: The intercept and the weights of `features`, fitted by `training.teach_duellist` (docs/players.md).
WEIGHTS: Final = np.array(
    [-0.03, 0.34, 0.42, 0.31, 0.45, 0.14, 0.39, -0.02, -0.14, -0.14, 0.20, 0.08, -0.41, 0.90, -0.35]
)


class Draws(NamedTuple):
    """The expected value that one drawn card adds to each suit. For a whole pack: a quarter of 8, the mean value."""

    swords: float = 2.0
    cups: float = 2.0
    shields: float = 2.0
    wands: float = 2.0


WHOLE_PACK: Final = Draws()


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


class PlayEffects(NamedTuple, Generic[N]):
    """The effects of a play, and the cards kept in hand: their value and number by suit.

    `drawn` is the number of cards drawn after the round. `blaze` is the sum of the swords for a blaze, `_NO_BLAZE` for
    any other play. With arrays as fields, one object has the effects of many plays.
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
    """The choices of each possible hand (kind) of a side: `lines[field, kind, choice]`; `there` is False if padded."""

    lines: Floats
    there: Bools


@dataclass(frozen=True, slots=True)
class RoundStart:
    """The start of a round: HP of players 1 and 2, whether it is the last round, and the mean values of drawn cards."""

    hp: int
    other_hp: int
    is_last: bool
    draws: Draws = WHOLE_PACK


def lines_of(plays: Sequence[CardPlay], hand: Sequence[Card]) -> list[PlayEffects[float]]:
    values, count = _held(hand)
    found: list[PlayEffects[float]] = []
    for play in plays:
        value, deed = float(play.value), play.deed
        kept, cards = values.copy(), count.copy()
        for one in play.cards:
            if one in hand:
                place, height = _WORTH[one]
                kept[place] -= height
                cards[place] -= 1
        effects = (value * (deed is Purpose.ATTACK), value * (deed is Purpose.HEAL), value * (deed is Purpose.SHIELD))
        found.append(PlayEffects._make((*effects, *kept, *cards, HAND_SIZE - sum(cards), _NO_BLAZE)))
    return found


def blaze_of(hand: Sequence[Card]) -> PlayEffects[float]:
    """Return the line of a blaze by player 2 with this hand."""
    return PlayEffects._make((0.0, 0.0, 0.0, *kept_of(hand), float(total(hand, SWORDS))))


def kept_of(hand: Sequence[Card]) -> tuple[float, ...]:
    """Return the fields `swords` to `drawn` of a line that keeps the whole hand."""
    values, count = _held(hand)
    return (*values, *count, HAND_SIZE - sum(count))


def _held(hand: Sequence[Card]) -> tuple[list[float], list[float]]:
    """Return the sums and the numbers of a hand's cards by suit, in the order of `_PLACES`."""
    values, count = [0.0] * len(_PLACES), [0.0] * len(_PLACES)
    for one in hand:
        place, height = _WORTH[one]
        values[place] += height
        count[place] += 1
    return values, count


def answers(hand: Sequence[Card]) -> list[PlayEffects[float]]:
    return [*lines_of(likely_plays(hand), hand), blaze_of(hand)]


def likely_plays(hand: Sequence[Card]) -> list[CardPlay]:
    """Return the plays to consider: single cards, swords and shields on all wands or the highest, and one bluff."""
    wands = sorted((one for one in hand if one.suit is WANDS), key=lambda one: -one.height)
    others = [one for one in hand if one.suit is not WANDS]
    found = [CardPlay(one) for one in others]
    tops = [one for one in others if one.suit is not CUPS]
    for pile in dict.fromkeys((tuple(wands), tuple(wands[:1]))) if wands else ():
        found += [CardPlay(top, pile) for top in tops]
    if len(wands) > 1:
        found.append(CardPlay(wands[-1], (wands[-2],)))
    return found


def choices(kinds: Sequence[Sequence[PlayEffects[float]]]) -> Choices:
    """Return the lines of each kind as arrays, padded with the kind's last line."""
    most = max(len(kind) for kind in kinds)
    filled = [[*kind, *([kind[-1]] * (most - len(kind)))] for kind in kinds]
    there = np.array([[place < len(kind) for place in range(most)] for kind in kinds])
    return Choices(np.moveaxis(np.array(filled, dtype=np.float64), 2, 0), there)


def hands_from(pool: Sequence[Card], size: int, most: int, rng: Sampling) -> list[tuple[Card, ...]]:
    """Return all hands of `size` cards from the pool, or `most` random ones if there are more than that."""
    size = min(size, len(pool))
    found = []
    for hand in combinations(pool, size):
        found.append(hand)
        if len(found) > most:
            return [tuple(rng.sample(pool, size)) for _ in range(most)]
    return found


def effects_of(plays: Sequence[CardPlay]) -> Floats:
    """Return the lines of plays as an array [field, play], with no cards kept in hand."""
    lines = np.array(lines_of(plays, ()), dtype=np.float64)
    return lines.reshape(len(plays), len(PlayEffects._fields)).T


def swing(mine: PlayEffects[Floats], other: PlayEffects[Floats], start: RoundStart) -> Floats:
    """Return the change of player 1's HP in a round less the change of player 2's; a defeat counts `_DEFEAT` more."""
    hp, other_hp = start.hp + mine.heal, np.maximum(0.0, start.other_hp - np.maximum(0.0, mine.attack - other.parry))
    stands = other_hp > 0
    hp = np.where(stands, np.maximum(0.0, hp - np.maximum(0.0, other.attack - mine.parry)), hp)
    other_hp = other_hp + np.where(stands, other.heal, 0.0)
    fallen = _DEFEAT * ((other_hp == 0) * 1.0 - (hp == 0))
    gained: Floats = hp - start.hp - (other_hp - start.other_hp) + fallen
    return gained


class RoundOutcome(NamedTuple):
    """The result of a round. `won` and `lost` are player 1's.

    `taken` is the damage by player 1's attack, `given` the damage by player 2's. `hp` (player 1's) and `other_hp` are
    the HP after the round, which may be below 0.
    """

    taken: Floats
    given: Floats
    hp: Floats
    other_hp: Floats
    won: Bools
    lost: Bools


def outcome(mine: PlayEffects[Floats], other: PlayEffects[Floats], start: RoundStart) -> RoundOutcome:
    """Return the outcome of player 1's plays against plays or blazes of player 2.

    Player 1's play is resolved first; if it defeats player 2, player 2's play cannot win (section 6, D7).
    """
    taken = np.maximum(0.0, mine.attack - other.parry)
    given = np.maximum(0.0, other.attack - mine.parry)
    hp = start.hp + mine.heal - given
    other_hp = start.other_hp - taken
    falls = other_hp <= 0
    blazes = other.blaze >= 0
    blazed = other.blaze - mine.cups - mine.shields >= start.hp
    won = np.where(blazes, ~blazed, falls)
    lost = np.where(blazes, blazed, ~falls & (hp <= 0))
    return RoundOutcome(taken, given, hp, other_hp + other.heal, won, lost)


def worth_to_first(first: Choices, second: Choices, start: RoundStart) -> Floats:
    """Return player 1's chance to win the duel, [own kind, own choice, player 2's kind, player 2's choice]."""
    one = PlayEffects[Floats](*list(first.lines[:, :, :, None, None]))
    other = PlayEffects[Floats](*list(second.lines[:, None, None, :, :]))
    end = outcome(one, other, start)
    if start.is_last:  # the higher HP win (D12)
        worth = np.where(end.hp == end.other_hp, 0.5, np.where(end.hp > end.other_hp, 1.0, 0.0))
    else:  # player 2 then has the coin; a side has the fields of a line from `swords` to `drawn`
        sides = SideAfterRound(end.other_hp, *other[3:-1]), SideAfterRound(end.hp, *one[3:-1])
        worth = 1.0 - winning_chance(*sides, start.draws)
    found: Floats = np.where(end.won, 1.0, np.where(end.lost, 0.0, worth))
    return found


def replies_by_policy(
    hands: Sequence[Sequence[Card]], second: Choices, first_play: Sequence[CardPlay], start: RoundStart
) -> Floats:
    """Return [hand, reply]: 1 for the reply that the policy chooses with each hand, else 0.

    `first_play` are the possible plays of player 1, `second` the replies of each hand. The policy chooses no blaze.
    """
    one = PlayEffects[Floats](*effects_of(first_play)[:, None, None, :])
    other = PlayEffects[Floats](*second.lines[:, :, :, None])
    plays = second.there & (second.lines[-1] < 0)
    return _taken(-swing(one, other, start), _not_held(hands, first_play), other, plays)


def plays_by_policy(hands: Sequence[Sequence[Card]], pool: Sequence[Card], start: RoundStart) -> list[CardPlay]:
    """Return the policy's play with each hand of player 1. The policy considers each card of `pool` as the reply."""
    plays = [likely_plays(hand) for hand in hands]
    first = choices([lines_of(some, hand) for some, hand in zip(plays, hands, strict=True)])
    answers = [CardPlay(one) for one in pool]
    one = PlayEffects[Floats](*first.lines[:, :, :, None])
    other = PlayEffects[Floats](*effects_of(answers)[:, None, None, :])
    taken = _taken(swing(one, other, start), _not_held(hands, answers), one, first.there)
    return [some[place] for some, place in zip(plays, taken.argmax(axis=1).tolist(), strict=True)]


def _not_held(hands: Sequence[Sequence[Card]], imagined: Sequence[CardPlay]) -> Bools:
    """Return [hand, play]: whether the opponent can make the play, because its top card is not in this hand."""
    return np.array([[play.top not in hand for play in imagined] for hand in hands])


def _taken(gains: Floats, imagined: Bools, line: PlayEffects[Floats], there: Bools) -> Floats:
    """Return [hand, choice]: 1 for the choice with the highest mean gain over the possible plays `imagined`, else 0."""
    mean = np.einsum("kbt,kt->kb", gains, imagined) / np.maximum(1, imagined.sum(axis=1))[:, None]
    kept = (line.swords + line.cups + line.shields + line.wands)[:, :, 0]
    best = np.where(there, mean + _THRIFT * kept, -np.inf).argmax(axis=1)
    found = np.zeros(there.shape)
    found[np.arange(len(best)), best] = 1.0
    return found


# -- the chance to win after a round ---------------------------------------------------------------------


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
