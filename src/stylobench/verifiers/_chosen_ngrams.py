"""N-grams chosen on training texts, and how often they occur in the texts of problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows
from stylobench.verifiers._profiles import both_sides
from stylobench.verifiers._tfidf_kernels import picked


@dataclass(frozen=True)
class ChosenNgrams:
    """A feature set, and the names of those of its features that count."""

    features: str
    names: list[str]

    def both_sides(self, problems: Problems) -> Iterator[tuple[Floats, Floats]]:
        """Of each problem the counts in all its known texts together, and in the questioned one."""
        places = self._places(problems.texts)
        for known, questioned in both_sides(problems):
            yield self._counts(problems.texts, known, places), self._counts(problems.texts, questioned, places)

    def counts(self, texts: Texts, rows: Rows) -> sparse.csr_matrix:
        """The counts in these rows of the texts, one column per name."""
        matrix, places = texts.counts(self.features).matrix, self._places(texts)
        parts = picked((matrix.data, matrix.indices, matrix.indptr), rows, places)
        return sparse.csr_matrix(parts, shape=(len(rows), len(self.names)))

    def _counts(self, texts: Texts, rows: Rows, places: Rows) -> Floats:
        matrix = texts.counts(self.features).matrix
        # every name stands in one column; all others are place -1, the last, which is dropped
        counts = np.zeros(len(self.names) + 1)
        for row in rows:
            part = slice(matrix.indptr[row], matrix.indptr[row + 1])
            counts[places[matrix.indices[part]]] += matrix.data[part]
        return counts[:-1]

    def _places(self, texts: Texts) -> Rows:
        return texts.counts(self.features).places_among(self.names)
