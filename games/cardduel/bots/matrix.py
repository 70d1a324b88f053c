"""Equilibrium of a two-sided game with private information, by regret matching. Numbers only; no cards.

A kind is one hand that a side may hold; all kinds of a side are equally likely, and each has a mixture of its own. A
share of a side may play by a known policy instead. The number of rounds is fixed, never a time limit.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]

#: Rounds of regret matching; the value of their mean mixtures is within about 0.01 of the equilibrium's.
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

    `worth[j, a, k, b]` is the gain of row kind j with choice a, and the loss of column kind k with choice b. `rows[j,
    a]` and `columns[k, b]` are False for padding; for the policies see `expected`. To converge faster, later rounds
    have more weight in the mean, and regrets never fall below 0.
    """
    flat = worth.reshape(rows.size, columns.size)
    one, other = _Learner(rows, rows_policy), _Learner(columns, columns_policy)
    for weight in range(1, rounds + 1):
        one.learn((flat @ other.met.ravel()).reshape(rows.shape), weight)
        other.learn(-(one.met.ravel() @ flat).reshape(columns.shape), weight)
    return _shares(one.sums), _shares(other.sums)


class _Learner:
    """One side of the regret matching: its regrets, current mixture, and weighted sum of mixtures, [kind, choice].

    An equilibrium takes many steps over small arrays, so a step updates the arrays in place.
    """

    def __init__(self, there: Bools, policy: Floats | None) -> None:
        self.there = there.astype(np.float64)
        self.policy = policy
        self.regrets, self.sums = np.zeros(there.shape), np.zeros(there.shape)
        self.mix = _shares(self.there)

    @property
    def met(self) -> Floats:
        """The current probability of each kind and choice from the other side's view, policy included; the sum is 1."""
        return expected(self.mix, self.policy)

    def learn(self, gains: Floats, weight: int) -> None:
        """Update regrets and mixture by the gain of each choice; `weight` is the round's weight in the mean mixture."""
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
    """Return the probability of each kind and choice; the sum is 1.

    `policy` has the probabilities of the share that plays by policy; all others play by `mix`.
    """
    if policy is None:
        return mix / len(mix)
    likely: Floats = policy + (1 - policy.sum()) * mix / len(mix)
    return likely


def _shares(weights: Floats) -> Floats:
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
