"""Equilibrium of a game between two sides of many kinds each, by regret matching. Numbers only; no cards.

A kind is one hand a side may hold. Every kind chooses for itself and knows of the other side only which kinds there
are, each as likely as the next, and what a share of them does by policy. The work is the number of rounds, no time.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

#: Rounds of regret matching; the mean of so many is within about 0.01 of the equilibrium's worth.
ROUNDS: Final = 120


def equilibrium(
    worth: Floats,
    rows: Bools,
    columns: Bools,
    rounds: int = ROUNDS,
    *,
    rows_policy: Floats | None = None,
    columns_policy: Floats | None = None,
) -> tuple[Floats, Floats]:
    """How often each kind of either side takes each of its choices; every row of both answers sums to 1.

    `worth[j, a, k, b]` is what row kind j gets with its choice a from column kind k with its choice b, and the column
    side loses it. `rows[j, a]` and `columns[k, b]` say which choices there are; a policy is as in `expected`. Later
    rounds weigh more in the mean, and regrets never fall below 0: both make it settle sooner.
    """
    flat = worth.reshape(rows.size, columns.size)
    regrets, regrets_other = np.zeros(rows.shape), np.zeros(columns.shape)
    sums, sums_other = np.zeros(rows.shape), np.zeros(columns.shape)
    mix, mix_other = _matched(regrets, rows), _matched(regrets_other, columns)
    for weight in range(1, rounds + 1):
        gains = (flat @ expected(mix_other, columns_policy).ravel()).reshape(rows.shape)
        regrets = _regrets(regrets, gains, mix, rows)
        mix = _matched(regrets, rows)
        losses = -(expected(mix, rows_policy).ravel() @ flat).reshape(columns.shape)
        regrets_other = _regrets(regrets_other, losses, mix_other, columns)
        mix_other = _matched(regrets_other, columns)
        sums += weight * mix
        sums_other += weight * mix_other
    return _shares(sums), _shares(sums_other)


def expected(mix: Floats, policy: Floats | None) -> Floats:
    """How likely each choice of each kind is met, 1 in all: those of a policy, and the mix for what it leaves."""
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _regrets(before: Floats, gains: Floats, mix: Floats, there: Bools) -> Floats:
    had = (mix * gains).sum(axis=1, keepdims=True)
    return np.where(there, np.maximum(0.0, before + gains - had), 0.0)


def _matched(regrets: Floats, there: Bools) -> Floats:
    """Each choice as often as it is regretted; all alike where nothing is."""
    regretted = regrets.sum(axis=1, keepdims=True) > 0
    return _shares(np.where(regretted, regrets, there))


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
