"""How alike known and questioned texts are by their character 4-grams, where there is no verifier to ask."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix

from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem

FEATURES = "char_ngrams(n=4)"


class Likeness:
    """Answers like a verifier, but knows no threshold.

    >>> Likeness().verify([Problem(("abcde",), "bcde"), Problem(("abcd",), "efgh")]).round(2).tolist()
    [0.71, 0.0]
    """

    def verify(self, problems: Sequence[Problem]) -> Floats:
        """The cosine of each questioned text's counts with those of all its known texts; NaN where one has none."""
        read = Problems.of(problems)
        counts = read.texts.counts(FEATURES).matrix.astype(np.float64)
        shape = (len(read), len(read.texts))
        known = csr_matrix((np.ones(len(read.known)), (read.owners, read.known)), shape) @ counts
        questioned = counts[read.questioned]
        squares = [np.asarray(side.multiply(side).sum(axis=1)).ravel() for side in (known, questioned)]
        product = np.asarray(known.multiply(questioned).sum(axis=1)).ravel()
        with np.errstate(invalid="ignore"):
            return np.asarray(product / np.sqrt(squares[0] * squares[1]))
