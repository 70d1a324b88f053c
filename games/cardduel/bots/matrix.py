"""Equilibrium of a game between two sides with many kinds each, by regret matching. Numbers only; no cards.

A kind is one hand that a side may hold. Each kind chooses by itself and knows only which kinds the other side has, all
equally likely, and what a share of them does by policy. The work is a number of rounds, not a time.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

#: Rounds of regret matching; their mean is within about 0.01 of the equilibrium's value.
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
    """Return how often each kind of either side takes each choice; each row sums to 1.

    `worth[j, a, k, b]` is what row kind j wins with choice a from column kind k with choice b, zero-sum. `rows[j, a]`
    and `columns[k, b]` mark existing choices; a policy is as in `expected`. Later rounds weigh more in the mean, and
    regrets never fall below 0: both speed up convergence.
    """
    flat = worth.reshape(rows.size, columns.size)
    one, other = _Learner(rows, rows_policy), _Learner(columns, columns_policy)
    for weight in range(1, rounds + 1):
        one.learn((flat @ other.met.ravel()).reshape(rows.shape), weight)
        other.learn(-(one.met.ravel() @ flat).reshape(columns.shape), weight)
    return _shares(one.sums), _shares(other.sums)


class _Learner:
    """One side while it learns: its regrets, current mixture and sums by kind and choice.

    A solution takes thousands of steps over small arrays, so each step updates arrays in place.
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
        """Update regrets and mixture by the gain of each choice; this round has that weight in the mean."""
        regrets = self.regrets
        had = (self.mix * gains).sum(axis=1, keepdims=True)
        regrets += gains
        regrets -= had
        np.maximum(regrets, 0.0, out=regrets)
        regrets *= self.there
        regretted = regrets.sum(axis=1, keepdims=True)
        # Choices in proportion to their regrets; uniform if there are none.
        self.mix = regrets / regretted if regretted.all() else _shares(np.where(regretted > 0, regrets, self.there))
        self.sums += weight * self.mix


def expected(mix: Floats, policy: Floats | None) -> Floats:
    """Return the probability of each choice of each kind, 1 in all: a share by policy, the rest by the mixture."""
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
