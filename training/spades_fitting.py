"""Fit the parameters of the Spades bots: weights by least squares and Newton's method, the rest by grid search."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

import numpy as np

from games.bots.kernels import Floats, Ints
from games.spades.bots.bids import NIL_WEIGHTS, TRICK_WEIGHTS, LearntNumbers, beyond, nil_places, sum_of, trick_places
from training.spades_lessons import Nils, Stands

Places = Callable[[int], Sequence[int]]
#: Ridge penalty, which keeps the weights of rare holdings near 0.
_SHRINK: Final = 20.0
_STEPS: Final = 12
_AT_ONCE: Final = 20_000
#: Grids, all in points: the cost of a bag, the points of a hand, and how much a hand changes the lead (`drift`).
_BAGS, _PER_HAND, _DRIFTS = range(0, 16), range(40, 145, 5), range(20, 125, 5)
_WIN, _MOST_HANDS = 500, 12.0


def trick_weights(hands: Ints, tricks: Ints) -> Floats:
    """Return the weights of a ridge regression of the tricks of each hand on its features."""
    wanted = tricks - np.array([beyond(hand) for hand in hands.tolist()])
    squares, sums = np.zeros((TRICK_WEIGHTS, TRICK_WEIGHTS)), np.zeros(TRICK_WEIGHTS)
    for start in range(0, len(hands), _AT_ONCE):
        rows = _rows(hands[start : start + _AT_ONCE], trick_places, TRICK_WEIGHTS)
        squares += rows.T @ rows
        sums += rows.T @ wanted[start : start + _AT_ONCE]
    return np.asarray(np.linalg.solve(squares + _SHRINK * np.eye(TRICK_WEIGHTS), sums), np.float64)


def hopes(hands: Ints, weights: Floats) -> Floats:
    """Return the expected tricks of each hand, in an array of the shape of `hands`."""
    known = weights.tolist()
    every = [beyond(hand) + sum_of(known, trick_places(hand)) for hand in hands.ravel().tolist()]
    return np.array(every).reshape(hands.shape)


def nil_weights(nils: Nils) -> Floats:
    """Return the weights of a logistic regression of kept nils, fitted by Newton's method."""
    rows, weights = _rows(nils.hands, nil_places, NIL_WEIGHTS), np.zeros(NIL_WEIGHTS)
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (nils.kept - likely) - _SHRINK * weights
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows + _SHRINK * np.eye(NIL_WEIGHTS)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def curve(stands: Stands) -> tuple[int, int, int]:
    """Return the maximum likelihood estimates of a bag's cost, the points of a hand and the drift, on the grids."""
    return max(product(_BAGS, _PER_HAND, _DRIFTS), key=lambda one: _likelihood(stands, *one))


def _likelihood(stands: Stands, bag: int, per_hand: int, drift: int) -> float:
    ahead = stands.ahead - bag * stands.bags_ahead
    hands_left = np.clip((_WIN - stands.best + bag * stands.best_bags) / per_hand, 1.0, _MOST_HANDS)
    towards = np.where(stands.won > 0, ahead, -ahead) / (drift * np.sqrt(hands_left))
    return float(-np.logaddexp(0, -towards).sum())


def learnt_from(tricks: Floats, nil: Floats, found: tuple[int, int, int]) -> LearntNumbers:
    bag, per_hand, drift = map(float, found)
    return LearntNumbers(_rounded(tricks), _rounded(nil), bag, per_hand, drift)


def _rounded(weights: Floats) -> list[float]:
    return [round(float(one), 3) for one in weights]


def _rows(hands: Ints, places: Places, size: int) -> Floats:
    rows = np.zeros((len(hands), size))
    for row, hand in zip(rows, hands.tolist(), strict=True):
        for place in places(hand):
            row[place] += 1
    return rows
