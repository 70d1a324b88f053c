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
    one, other = _Learner(rows, rows_policy), _Learner(columns, columns_policy)
    for weight in range(1, rounds + 1):
        one.learn((flat @ other.met.ravel()).reshape(rows.shape), weight)
        other.learn(-(one.met.ravel() @ flat).reshape(columns.shape), weight)
    return _shares(one.sums), _shares(other.sums)


class _Learner:
    """One side while it learns: what each kind regrets of each choice, how it mixes them now, and all of that so far.

    A solve is some thousand steps over small arrays, so each is one pass over arrays that stay.
    """

    def __init__(self, there: Bools, policy: Floats | None) -> None:
        self.there = there.astype(np.float64)
        self.policy = policy
        self.regrets, self.sums = np.zeros(there.shape), np.zeros(there.shape)
        self.mix = _shares(self.there)

    @property
    def met(self) -> Floats:
        return expected(self.mix, self.policy)

    def learn(self, gains: Floats, weight: int) -> None:
        """From what each choice would have gained; this round counts that much in the mean."""
        regrets = self.regrets
        had = (self.mix * gains).sum(axis=1, keepdims=True)
        regrets += gains
        regrets -= had
        np.maximum(regrets, 0.0, out=regrets)
        regrets *= self.there
        regretted = regrets.sum(axis=1, keepdims=True)
        # Each choice as often as it is regretted; all alike where nothing is.
        self.mix = regrets / regretted if regretted.all() else _shares(np.where(regretted > 0, regrets, self.there))
        self.sums += weight * self.mix


def expected(mix: Floats, policy: Floats | None) -> Floats:
    """How likely each choice of each kind is met, 1 in all: those of a policy, and the mix for what it leaves."""
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
