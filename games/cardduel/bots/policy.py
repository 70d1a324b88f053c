"""What a plain player would do with each hand that may be held: the normal player's way, in numbers.

The hard player expects some of its opponents to play so. Reads cards and lines; knows nothing of a view.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.cardduel.bots.matrix import Bools, Floats
from games.cardduel.bots.round import Choices, Line, RoundStart, choices, effects_of, likely_plays, lines_of, swing
from games.cardduel.score import Play
from games.engine.cards import Card

#: Of plays that change as many HP the one that keeps more: what a HP kept counts beside one changed.
_THRIFT: Final = 1e-6


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
