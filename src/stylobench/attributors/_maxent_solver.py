"""Multinomial logistic regression, solved cold to a proven distance from its optimum.

Minimised over the weights W (features x authors), with documents x, their authors y and weights s:

    sum_i s_i * (log sum_k exp(x_i W_k) - x_i W_y(i))  +  |W|^2 / (2C)

Dual coordinate ascent: every document has a share per author, W is a sum over documents of
(truth - shares), and one document's shares are set to their best at a time (the idea of Yu, Huang and Lin
2011). The loaded divergences between shares and probabilities add up to the duality gap, and the objective is
1/C-strongly convex, so that |W - optimum| <= sqrt(2C * gap): the number by which it stops.

Every twelfth pass visits all documents in a new order; the passes between visit those that moved most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from stylobench.attributors._descent import descend
from stylobench.attributors._dual_kernels import ascend, duality_gap, weights_of
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

INNER = 0.1
EVERY = 12
RESTLESS = 2.0
PATIENCE = 2_400
MOST_PASSES = 200_000


@dataclass(frozen=True)
class Solution:
    """Weights (features x authors), how far they can be from the optimum at most, and how they were found."""

    weights: Floats
    distance: float
    passes: int
    shares: Floats


@dataclass(frozen=True)
class Problem:
    """The documents in the order of their features' frequency, ready for the loops."""

    words: tuple[Any, Any, Any]
    authors: Rows
    importance: Floats
    squares: Floats
    places: Rows
    count: int

    @classmethod
    def of(cls, matrix: sparse.csr_matrix, authors: Rows, count: int, importance: Floats) -> Problem:
        """Frequent features first: their weights then share the fast part of the memory."""
        frequency = np.bincount(matrix.indices, minlength=matrix.shape[1])
        order = np.argsort(-frequency, kind="stable")
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        data = np.ascontiguousarray(matrix.data, dtype=np.float64)
        words = (data, places[matrix.indices].astype(np.int32), matrix.indptr.astype(np.int64))
        squares = np.asarray(matrix.multiply(matrix).sum(axis=1), dtype=np.float64).ravel()
        return cls(words, authors.astype(np.int64), importance, squares, places, count)


def solve(problem: Problem, strength: float, tolerance: float, start: Floats | None = None) -> Solution:
    """Minimise for C = strength until the distance to the optimum is proven to be within the tolerance.

    `start` are shares found for the same documents at another strength.
    """
    load = strength * problem.importance
    shares = _even_start(problem) if start is None else start.copy()
    weights = np.zeros((len(problem.places), -(-problem.count // 4) * 4))
    weights_of(problem.words, problem.authors, load, shares, weights)
    moved = np.zeros(len(load))
    pulls = load * problem.squares
    rng = generator(0, "maxent", "order of visits")
    for passes in range(1, MOST_PASSES + 1):
        rows = rng.permutation(len(load))
        if passes % EVERY:
            rows = rows[moved[rows] >= RESTLESS * moved.mean()]
        gain = ascend(rows, problem.words, load, pulls, (shares, weights, moved), INNER)
        if passes % EVERY == 0 and np.sqrt(2 * max(gain, 0.0)) <= tolerance:
            distance = _distance(problem, load, shares, weights)
            if distance <= tolerance:
                return Solution(weights[problem.places, : problem.count], distance, passes, shares)
        if passes == PATIENCE and (found := _descended(problem, strength, tolerance, (weights, shares))):
            return found
    raise RuntimeError(f"maxent(C={strength}) has not reached its optimum after {MOST_PASSES} passes")


def _descended(problem: Problem, strength: float, tolerance: float, state: tuple[Floats, Floats]) -> Solution | None:
    # ascent is slow on raw counts with very long documents; descent can be quicker, but not as exact
    weights, shares = state
    data = (problem.words, problem.authors, problem.importance)
    found, distance = descend(data, weights[:, : problem.count], strength, tolerance)
    if distance > tolerance:
        return None
    return Solution(found[problem.places], distance, PATIENCE, shares)


def _distance(problem: Problem, load: Floats, shares: Floats, weights: Floats) -> float:
    # made anew from the shares: small errors add up while the weights follow them step by step
    weights_of(problem.words, problem.authors, load, shares, weights)
    return float(np.sqrt(2 * duality_gap(problem.words, load, shares, weights)))


def _even_start(problem: Problem) -> Floats:
    rows = len(problem.authors)
    shares = np.full((rows, problem.count), 0.1 / (problem.count - 1))
    shares[np.arange(rows), problem.authors] = 0.9
    return shares
