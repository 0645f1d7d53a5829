"""TF-IDF cosines of problems, over columns that are chosen on training texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.features._counting import Columns, Counts
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._tfidf_kernels import cosines, picked, totals
from stylobench.verifiers._verifier import Reason, weightiest


@dataclass(frozen=True)
class Frequencies:
    """How often each feature occurs in some texts, and in how many of them; features that occur, in order of name."""

    columns: Columns
    places: Rows
    occurrences: Floats
    documents: Floats
    texts: int

    @classmethod
    def of(cls, texts: Texts, rows: Rows, features: str) -> Frequencies:
        """Count in these rows of the texts."""
        counts = texts.counts(features)
        occurrences, documents = totals(_parts(counts), rows, counts.matrix.shape[1]).T
        found = np.flatnonzero(documents)
        return cls(counts.columns, found, occurrences[found], documents[found], len(rows))

    @property
    def names(self) -> list[str]:
        """The names of the features."""
        names = self.columns.names
        return [names[place] for place in self.places]

    def take(self, chosen: Rows) -> Frequencies:
        """Some of the features."""
        some = (self.places[chosen], self.occurrences[chosen], self.documents[chosen])
        return Frequencies(self.columns, *some, self.texts)

    def most_frequent(self, count: int | None) -> Rows:
        """Which features occur most often, the first by name among equals, in order of name; None: all of them."""
        if count is None or count >= len(self.places):
            return np.arange(len(self.places))
        least = np.partition(self.occurrences, -count)[-count] if count else np.inf
        above = np.flatnonzero(self.occurrences > least)
        equal = np.flatnonzero(self.occurrences == least)[: count - len(above)]
        return np.sort(np.concatenate([above, equal]))


@dataclass(frozen=True)
class TfIdf:
    """Features and their weights ln((1 + texts) / (1 + texts with it)) + 1."""

    features: str
    names: list[str]
    idf: Floats

    def __post_init__(self) -> None:
        require_shape("weights", self.idf, len(self.names))

    @classmethod
    def of(cls, features: str, chosen: Frequencies) -> TfIdf:
        """Weigh the features that were chosen on training texts."""
        return cls(features, chosen.names, np.log((1 + chosen.texts) / (1 + chosen.documents)) + 1)

    def cosines(self, problems: Problems) -> Floats:
        """The cosine of each questioned text with its known ones, whose counts are added; NaN where one has none."""
        rows, (known, questioned) = _renumbered(problems)
        counts = self._counts(problems)
        small = picked(_parts(counts), rows, counts.places_among(self.names))
        return np.asarray(np.minimum(cosines(small, known, problems.starts, questioned, self.idf), 1.0))

    def reasons(self, problems: Problems, most: int) -> list[Reason]:
        """The features that contribute most to the first problem's cosine."""
        counts = self._counts(problems).select(self.names)
        known = np.asarray(counts[problems.known].sum(axis=0, dtype=np.float64)).ravel() * self.idf
        questioned = counts[problems.questioned[:1]].toarray().ravel() * self.idf
        shares = known * questioned / max(float(np.linalg.norm(known) * np.linalg.norm(questioned)), 1e-300)
        return weightiest(self.names, shares, most)

    def _counts(self, problems: Problems) -> Counts:
        return problems.texts.counts(self.features)


def _parts(counts: Counts) -> tuple[Any, Any, Any]:
    return counts.matrix.data, counts.matrix.indices, counts.matrix.indptr


def _renumbered(problems: Problems) -> tuple[Rows, Sequence[Rows]]:
    """The rows of the problems' texts, and known and questioned ones by their place among those."""
    rows = problems.rows
    places = np.zeros(len(problems.texts), dtype=np.int64)
    places[rows] = np.arange(len(rows))
    return rows, (places[problems.known], places[problems.questioned])
