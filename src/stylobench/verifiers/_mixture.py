"""Mixtures of Gaussians with diagonal covariances: fitted by expectation and maximisation, adapted to few rows.

With the same bits on every processor: trees that learn from them would turn the last bits into other answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._same_bits import exps, logs, product
from stylobench.records import Floats
from stylobench.verifiers._fitting_shapes import require_shape

ITERATIONS = 20
NARROWEST = 0.05  # of the variance of all rows: no component shall fit a single row


@dataclass(frozen=True)
class Mixture:
    """Components by row: the logarithm of their weights, their means and variances."""

    log_weights: Floats
    means: Floats
    variances: Floats

    def __post_init__(self) -> None:
        require_shape("means", self.means, *self.variances.shape)
        require_shape("weights", self.log_weights, len(self.means))

    @classmethod
    def of(cls, rows: Floats, components: int, rng: np.random.Generator) -> Mixture:
        """Fit to rows, starting from some of them."""
        spread = np.maximum(rows.var(axis=0), 1e-9)
        start = rows[rng.permutation(len(rows))[:components]]
        mixture = cls(np.full(len(start), -np.log(len(start))), start, np.tile(spread, (len(start), 1)))
        squared = rows**2
        for _ in range(ITERATIONS):
            mixture = mixture._improved(rows, squared, spread)
        return mixture

    def joint(self, rows: Floats) -> Floats:
        """The logarithm of the density of each row together with each component: rows x components."""
        require_shape("means", self.means, len(self.log_weights), rows.shape[1])
        constants = self.log_weights - 0.5 * logs(2 * np.pi * self.variances).sum(axis=1)
        return np.asarray(constants - 0.5 * squares(rows, self.means, 1 / self.variances))

    def adapted(self, rows: Floats, shares: Floats, relevance: float) -> Mixture:
        """Means drawn towards rows by their shares, the more the more of them there is: the maximum a posteriori."""
        return replace(self, means=drawn_towards(rows, shares, self.means, relevance))

    def _improved(self, rows: Floats, squared: Floats, spread: Floats) -> Mixture:
        joint = self.joint(rows)
        shares = exps(joint - log_totals(joint)[:, None])
        mass = shares.sum(axis=0) + 1e-9
        means = product(shares.T, rows) / mass[:, None]
        variances = product(shares.T, squared) / mass[:, None] - means**2
        return Mixture(logs(mass / mass.sum()), means, np.maximum(variances, NARROWEST * spread))


def log_totals(joint: Floats) -> Floats:
    """The logarithm of the sum of what each row holds as logarithms: of a row of `joint`, its density.

    >>> log_totals(np.log([[0.1, 0.2], [0.3, 0.4]])).round(3).tolist()
    [-1.204, -0.357]
    """
    greatest = joint.max(axis=1)
    return np.asarray(greatest + logs(exps(joint - greatest[:, None]).sum(axis=1)))


@compiled_in_order
def drawn_towards(rows: Any, shares: Any, means: Any, relevance: float) -> Any:
    """Means of rows by their shares, together with so many more rows that lie where each mean was."""
    found, mass = means * relevance, np.full(len(means), relevance)
    for i in range(len(rows)):
        for k in range(len(means)):
            mass[k] += shares[i, k]
            for j in range(rows.shape[1]):
                found[k, j] += shares[i, k] * rows[i, j]
    return found / mass.reshape(-1, 1)


@compiled_in_order
def squares(rows: Any, means: Any, precisions: Any) -> Any:
    """The squared distance of each row from each mean, each column by its own precision."""
    found = np.zeros((len(rows), len(means)))
    for i in range(len(rows)):
        for k in range(len(means)):
            for j in range(rows.shape[1]):
                apart = rows[i, j] - means[k, j]
                found[i, k] += apart * apart * precisions[k, j]
    return found
