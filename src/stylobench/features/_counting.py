"""Counts per document and feature, and the columns they stand in."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stylobench.records import Floats, Rows

Ids = npt.NDArray[np.int32]


class Columns:
    """The names of the features, sorted; read from their file only when someone asks."""

    def __init__(self, names: Sequence[str] | Path) -> None:
        self._source = names

    @cached_property
    def names(self) -> list[str]:
        """Every name, in the order of the columns."""
        if isinstance(self._source, Path):
            loaded: list[str] = json.loads(self._source.read_text(encoding="ascii"))
            return loaded
        return list(self._source)

    @cached_property
    def positions(self) -> dict[str, int]:
        """Where each name stands."""
        return {name: i for i, name in enumerate(self.names)}


@dataclass(frozen=True)
class Counts:
    """One row per document. `measured` says that the columns hold measures, not counts."""

    matrix: sparse.csr_matrix
    columns: Columns
    measured: bool = False

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self.columns.names

    def take(self, rows: Rows) -> Counts:
        """Some rows, the same columns."""
        return Counts(self.matrix[rows], self.columns, self.measured)

    def select(self, names: Sequence[str]) -> sparse.csr_matrix:
        """The columns with these names, in this order; a name that is not there gives an empty column."""
        places = np.array([self.columns.positions.get(name, -1) for name in names], dtype=np.int64)
        if places.size == 0 or places.min() >= 0:
            return self.matrix[:, places]
        known = np.flatnonzero(places >= 0)
        found = self.matrix[:, places[known]]
        indices = known[found.indices].astype(found.indices.dtype)
        return sparse.csr_matrix((found.data, indices, found.indptr), shape=(found.shape[0], len(places)))

    def places_among(self, names: Sequence[str]) -> Rows:
        """For each column the place of its name among these, -1 where it is none of them."""
        stored = self.columns.positions
        columns = np.array([stored.get(name, -1) for name in names], dtype=np.int64)
        places = np.full(self.matrix.shape[1], -1, dtype=np.int64)
        places[columns[columns >= 0]] = np.flatnonzero(columns >= 0)
        return places


class FeatureSet(Protocol):
    """What turns texts into counts: the row of a text depends on that text alone."""

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text."""
        ...


def count_tokens(documents: Iterable[Iterable[str]]) -> Counts:
    """How often each token stands in each document.

    >>> counts = count_tokens([["b", "a", "b"], ["c"]])
    >>> counts.names, counts.matrix.toarray().tolist()
    (['a', 'b', 'c'], [[1.0, 2.0, 0.0], [0.0, 0.0, 1.0]])
    """
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
    indices, ends = _ids(documents, vocabulary.__getitem__)
    names = sorted(vocabulary)
    rank = np.empty(len(names), dtype=np.int32)
    rank[np.fromiter(map(vocabulary.__getitem__, names), np.int64, len(names))] = np.arange(len(names))
    return Counts(_summed(rank[indices], ends, len(names)), Columns(names))


def count_known(documents: Iterable[Iterable[str]], names: Sequence[str]) -> Counts:
    """How often each of the given tokens stands in each document.

    >>> count_known([["b", "a", "b"]], ["b", "z"]).matrix.toarray().tolist()
    [[2.0, 0.0]]
    """
    places = {name: i for i, name in enumerate(names)}
    known = (filter(places.__contains__, tokens) for tokens in documents)
    indices, ends = _ids(known, places.__getitem__)
    return Counts(_summed(indices, ends, len(names)), Columns(list(names)))


def measures(rows: Iterable[Sequence[float]], names: Sequence[str]) -> Counts:
    """A fixed list of measures per document."""
    values: Floats = np.array(list(rows), dtype=np.float64).reshape(-1, len(names))
    return Counts(sparse.csr_matrix(values), Columns(list(names)), measured=True)


def _ids(documents: Iterable[Iterable[str]], identify: Callable[[str], int]) -> tuple[Ids, Rows]:
    parts = [np.fromiter(map(identify, tokens), np.int32) for tokens in documents]
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return np.concatenate([np.zeros(0, np.int32), *parts]), ends


def _summed(indices: Ids, ends: Rows, width: int) -> sparse.csr_matrix:
    ones = np.ones(len(indices), dtype=np.float32)
    matrix = sparse.csr_matrix((ones, indices, ends), shape=(len(ends) - 1, width))
    matrix.sum_duplicates()
    return matrix
