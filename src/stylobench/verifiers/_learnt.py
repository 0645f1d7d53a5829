"""What is kept of a learner of scikit-learn: just enough to answer.

A verdict then needs no import of scikit-learn's learners, which takes longer than all else in it, a file holds plain
arrays, and a row is answered alike in any company and on any processor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from stylobench.errors import ArchiveError
from stylobench.features._compiled import compiled_in_order
from stylobench.features._same_bits import exp_of
from stylobench.records import Floats
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._forest import Forest


@dataclass(frozen=True)
class Logistic:
    """A logistic regression.

    >>> Logistic(np.array([2.0, -1.0]), 0.5).answers(np.array([[1.0, 2.5]])).tolist()
    [0.5]
    """

    weights: Floats
    intercept: float

    def __post_init__(self) -> None:
        """Refuse weights of another shape."""
        require_shape("weights", self.weights, np.size(self.weights))
        _require_finite(self.weights, self.intercept)

    def answers(self, rows: Floats) -> Floats:
        """The probability of one author for each row."""
        require_shape("measures", rows, len(rows), len(self.weights))
        return np.asarray(expit(_weighed(np.ascontiguousarray(rows), self.weights, self.intercept)))


@dataclass(frozen=True)
class Machine:
    """A support vector machine with a radial kernel.

    >>> machine = Machine(np.array([[0.0], [1.0]]), np.array([1.0, -1.0]), 1.0, 0.0)
    >>> machine.answers(np.array([[0.5], [9.0]])).tolist()
    [0.5, 0.5]
    """

    vectors: Floats
    weights: Floats
    gamma: float
    intercept: float

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit together."""
        require_shape("support vectors", self.vectors, len(self.weights), np.shape(self.vectors)[-1])
        require_shape("weights", self.weights, np.size(self.weights))
        _require_finite(self.vectors, self.weights, self.gamma, self.intercept)

    def answers(self, rows: Floats) -> Floats:
        """The decision for one author, squashed, for each row."""
        require_shape("measures", rows, len(rows), self.vectors.shape[1])
        decided = _decided(np.ascontiguousarray(rows), self.vectors, self.weights, self.gamma, self.intercept)
        return np.asarray(expit(decided))


def in_short(learner: Any) -> Any:
    """What answers as a fitted learner of scikit-learn does; anything else as it is."""
    kind = type(learner).__name__
    if kind == "LogisticRegression":
        return Logistic(np.array(learner.coef_[0]), float(learner.intercept_[0]))
    if kind == "SVC":
        vectors, weights = np.ascontiguousarray(learner.support_vectors_), np.array(learner.dual_coef_[0])
        return Machine(vectors, weights, float(learner._gamma), float(learner.intercept_[0]))
    if kind == "DecisionTreeClassifier":
        tree = learner.tree_
        children = np.column_stack([tree.children_left, tree.children_right]).astype(np.int64)
        columns = np.where(children[:, 0] < 0, -1, tree.feature).astype(np.int64)
        shares = tree.value[:, 0, 1] / tree.value[:, 0].sum(axis=1)
        return Forest(np.zeros(1, np.int64), columns, tree.threshold.astype(np.float64), children, shares)
    return learner


def _require_finite(*values: Any) -> None:
    if not all(np.isfinite(value).all() for value in values):
        raise ArchiveError("a learner has weights that are no numbers; fit again")


@compiled_in_order
def _weighed(rows: Floats, weights: Floats, intercept: float) -> Floats:
    found = np.full(len(rows), intercept)
    for i in range(len(rows)):
        for k in range(len(weights)):
            found[i] += rows[i, k] * weights[k]
    return found


@compiled_in_order
def _decided(rows: Floats, vectors: Floats, weights: Floats, gamma: float, intercept: float) -> Floats:
    found = np.full(len(rows), intercept)
    for i in range(len(rows)):
        for j in range(len(weights)):
            apart = 0.0
            for k in range(vectors.shape[1]):
                apart += (rows[i, k] - vectors[j, k]) ** 2
            found[i] += weights[j] * exp_of(-gamma * apart)
    return found
