"""Control: gives every text back as it was, so that its impact must be exactly 0."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sklearn.base import BaseEstimator

from stylobench.edits import Rewrite
from stylobench.records import Problem


class Identity(BaseEstimator):  # type: ignore[misc]
    """Changes nothing: a verifier that answers otherwise than before does not repeat itself.

    >>> Identity().fit([]).rewrite(Problem((), "As it was."), np.random.default_rng(0)).unchanged
    True
    """

    uses_known = False

    def fit(self, texts: Sequence[str]) -> Identity:
        """Learn nothing."""
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text without edits."""
        return Rewrite(problem.questioned)
