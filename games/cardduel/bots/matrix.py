"""Equilibrium of a game of two sides with private information, by regret matching. Numbers only; no cards.

A kind is one hand that a side may hold. All kinds of a side are equally likely, and each kind has its own mixture. A
share of a side may play by a known policy instead. The number of rounds is fixed; there is no time limit.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

#: Rounds of regret matching, after which the value of the mean mixtures is within about 0.01 of the equilibrium's.
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
    """Return the mixtures of both sides, [kind, choice]: the probability of each choice; each row sums to 1.

    `worth[j, a, k, b]` is the gain of the row side with choice a of kind j against choice b of kind k, and the loss of
    the column side. `rows[j, a]` and `columns[k, b]` are False for padding; `expected` explains the policies. To
    converge faster, later rounds have more weight in the mean, and negative regrets are set to 0.
    """
    flat = worth.reshape(rows.size, columns.size)
    one, other = _Learner(rows, rows_policy), _Learner(columns, columns_policy)
    for weight in range(1, rounds + 1):
        one.learn((flat @ other.met.ravel()).reshape(rows.shape), weight)
        other.learn(-(one.met.ravel() @ flat).reshape(columns.shape), weight)
    return _shares(one.sums), _shares(other.sums)


class _Learner:
    """One side of the regret matching: its regrets, current mixture, and weighted sum of mixtures, [kind, choice].

    Regrets and sums are updated in place, because there are many rounds over small arrays.
    """

    def __init__(self, there: Bools, policy: Floats | None) -> None:
        self.there = there.astype(np.float64)
        self.policy = policy
        self.regrets, self.sums = np.zeros(there.shape), np.zeros(there.shape)
        self.mix = _shares(self.there)

    @property
    def met(self) -> Floats:
        """The current probability of each kind and choice, policy included; the sum is 1."""
        return expected(self.mix, self.policy)

    def learn(self, gains: Floats, weight: int) -> None:
        """Update regrets and mixture by each choice's gain; `weight` is the round's weight in the mean mixture."""
        regrets = self.regrets
        had = (self.mix * gains).sum(axis=1, keepdims=True)
        regrets += gains
        regrets -= had
        np.maximum(regrets, 0.0, out=regrets)
        regrets *= self.there
        regretted = regrets.sum(axis=1, keepdims=True)
        # Mix choices in proportion to their regrets, or equally if a kind has no regrets.
        self.mix = regrets / regretted if regretted.all() else _shares(np.where(regretted > 0, regrets, self.there))
        self.sums += weight * self.mix


def expected(mix: Floats, policy: Floats | None) -> Floats:
    """Return the probability of each kind and choice; the sum is 1.

    `policy` has the probabilities of the share that plays by policy; the rest plays by `mix`.
    """
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
