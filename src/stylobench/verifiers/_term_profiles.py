"""Shares of words and punctuation marks in all known texts of a person together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse

from stylobench.features._compiled import compiled_in_order
from stylobench.features._counting import Counts, count_tokens
from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Floats, Rows
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._other_authors import Keys, keys_of

TERM = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]|_")


def counted(texts: Texts) -> Counts:
    """The terms of all texts."""
    return texts.once("words and punctuation marks", lambda whole: count_tokens(map(_terms, whole)))


def _terms(text: str) -> list[str]:
    return TERM.findall(text.lower())


@dataclass(frozen=True)
class People:
    """Terms by name, each person's shares of them, and which of some texts, by digest, each person wrote."""

    names: list[str]
    profiles: sparse.csr_matrix
    digests: list[str]
    writings: sparse.csr_matrix

    def __post_init__(self) -> None:
        require_shape("profiles", self.profiles, self.writings.shape[0], len(self.names))
        require_shape("writings", self.writings, self.writings.shape[0], len(self.digests))

    @classmethod
    def of(cls, problems: Problems, texts: Rows) -> People:
        """Those whose known texts are all among these and have a term; equal known texts are one person's."""
        counts, writings = counted(problems.texts), _writings(problems)[_distinct(problems, texts)]
        sums = writings @ counts.matrix
        said = np.flatnonzero(sums.getnnz(axis=1))
        sums, writings = sums[said], writings[said]
        used, rows = (np.flatnonzero(matrix.getnnz(axis=0)) for matrix in (sums, writings))
        names = [counts.names[column] for column in used]
        return cls(names, _relative(sums[:, used]), problems.texts.take(rows).digests(), writings[:, rows])

    @property
    def keys(self) -> Keys:
        """What decides who is drawn."""
        bounds = pairwise(self.writings.indptr)
        return keys_of("\x1f".join(sorted(self.digests[j] for j in self.writings.indices[a:b])) for a, b in bounds)

    def allowed(self, problems: Problems) -> Booleans:
        """Who may stand as an impostor in each problem, with all texts: problems x people."""
        barred = ~allowed(problems, self.digests)
        return np.asarray((self.writings @ barred.T.astype(np.float32)).T == 0)

    def columns(self, counts: Counts) -> Rows:
        """Where each counted term stands among the profiles' (-1: nowhere)."""
        return counts.places_among(self.names)


def of_known(problems: Problems) -> sparse.csr_matrix:
    """Each problem's known author's shares of the counted terms."""
    return _relative(_writings(problems) @ counted(problems.texts).matrix)


def commonest(counts: sparse.csr_matrix, row: int, most: int) -> tuple[Rows, Floats]:
    """The columns of a text's most frequent terms, the first by name among equals, and their shares of it."""
    here = slice(counts.indptr[row], counts.indptr[row + 1])
    columns, data = counts.indices[here], counts.data[here].astype(np.float64)
    order = np.lexsort((columns, -data))[:most]
    return columns[order].astype(np.int64), data[order] / max(data.sum(), 1.0)


def values(matrix: sparse.csr_matrix, rows: Rows, columns: Rows) -> Floats:
    """The values of some rows in some columns; 0 in column -1."""
    found: Floats = _values((matrix.data, matrix.indices, matrix.indptr), rows, columns, matrix.shape[1])
    return found


@compiled_in_order
def _values(matrix: tuple[Any, Any, Any], rows: Rows, columns: Rows, width: int) -> Floats:
    data, indices, indptr = matrix
    places = np.full(width, -1, np.int32)
    for j in range(len(columns)):
        if columns[j] >= 0:
            places[columns[j]] = j
    found = np.zeros((len(rows), len(columns)))
    for i in range(len(rows)):
        for j in range(indptr[rows[i]], indptr[rows[i] + 1]):
            if places[indices[j]] >= 0:
                found[i, places[indices[j]]] = data[j]
    return found


def _writings(problems: Problems) -> sparse.csr_matrix:
    """Problems x texts: which are the known ones."""
    ones = np.ones(len(problems.known), np.float32)
    return sparse.csr_matrix((ones, problems.known, problems.starts), (len(problems), len(problems.texts)))


def _distinct(problems: Problems, texts: Rows) -> Rows:
    """Problems whose known texts are all among these; of those with the same known texts the first."""
    bounds = list(enumerate(pairwise(problems.starts)))
    firsts = {problems.known[a:b].tobytes(): place for place, (a, b) in reversed(bounds)}
    usable = np.logical_and.reduceat(np.isin(problems.known, texts), problems.starts[:-1])
    return np.array([place for place in sorted(firsts.values()) if usable[place]], np.int64)


def _relative(sums: sparse.csr_matrix) -> sparse.csr_matrix:
    totals = np.asarray(sums.sum(axis=1, dtype=np.float64)).ravel()
    shares = sums.data / np.repeat(totals, np.diff(sums.indptr))
    return sparse.csr_matrix((shares, sums.indices, sums.indptr), sums.shape)
