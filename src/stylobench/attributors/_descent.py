"""L-BFGS on the primal objective of maxent, for problems on which dual ascent is slow."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import optimize, sparse

from stylobench.records import Floats, Rows

MOST_STEPS = 20_000


def descend(data: tuple[Any, Rows, Floats], start: Floats, strength: float, tolerance: float) -> tuple[Floats, float]:
    """Weights from a start, and their proven distance from the optimum.

    `data` are the parts of the documents' matrix, their authors and weights. The objective is 1/C-strongly
    convex, so that the distance is at most C times the length of the gradient.
    """
    words, authors, importance = data
    matrix = sparse.csr_matrix(words, shape=(len(authors), start.shape[0]))
    every = np.arange(len(authors))

    def value_and_slope(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(start.shape)
        scores = matrix @ weights
        top = scores.max(axis=1, keepdims=True)
        raised = np.exp(scores - top)
        mass = raised.sum(axis=1, keepdims=True)
        losses = np.log(mass[:, 0]) + top[:, 0] - scores[every, authors]
        rest = raised / mass
        rest[every, authors] -= 1.0
        slope = matrix.T @ (rest * importance[:, None]) + weights / strength
        return float(importance @ losses + flat @ flat / (2 * strength)), slope.ravel()

    options: Any = {
        "maxcor": 20,
        "ftol": 0.0,
        "gtol": tolerance / (strength * np.sqrt(start.size)),
        "maxiter": MOST_STEPS,
        "maxfun": 2 * MOST_STEPS,
    }
    found = optimize.minimize(value_and_slope, start.ravel(), jac=True, method="L-BFGS-B", options=options)
    return found.x.reshape(start.shape), strength * float(np.linalg.norm(found.jac))
