"""Counts per document and feature, and the columns they stand in."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from scipy import sparse

from stylobench.records import Floats, Rows

Ids = npt.NDArray[np.int32]


BLOCK = 4_096


class Block(NamedTuple):
    """Counts of some documents: how often each id stands in each, and how many ids each has."""

    data: npt.NDArray[np.float32]
    ids: Ids
    sizes: Rows


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
    blocks = list(_blocks(np.fromiter(map(vocabulary.__getitem__, tokens), np.int32) for tokens in documents))
    names = sorted(vocabulary)
    return _in_columns(blocks, np.fromiter(map(vocabulary.__getitem__, names), np.int64, len(names)), names)


def count_runs(texts: Iterable[str], n: int) -> Counts:
    """How often each run of n characters stands in each text.

    >>> counts = count_runs(["aba", "b"], 2)
    >>> counts.names, counts.matrix.toarray().tolist()
    (['ab', 'ba'], [[1.0, 1.0], [0.0, 0.0]])
    """
    from stylobench.features._run_numbers import RunNumbers

    numbers = RunNumbers(n)
    blocks = list(_blocks(map(numbers.of, texts)))
    return _in_columns(blocks, *numbers.in_order())


def count_known(documents: Iterable[Iterable[str]], names: Sequence[str]) -> Counts:
    """How often each of the given tokens stands in each document.

    >>> count_known([["b", "a", "b"]], ["b", "z"]).matrix.toarray().tolist()
    [[2.0, 0.0]]
    """
    places = {name: i for i, name in enumerate(names)}
    known = (filter(places.__contains__, tokens) for tokens in documents)
    blocks = list(_blocks(np.fromiter(map(places.__getitem__, tokens), np.int32) for tokens in known))
    return Counts(_joined(blocks, len(names), np.arange(len(names), dtype=np.int32)), Columns(list(names)))


def count_numbers(documents: Iterable[Ids], names: Sequence[str]) -> Counts:
    """How often each number stands in each document, in columns by name; a number that stands in none has no column.

    >>> counts = count_numbers([np.array([2, 0, 2], np.int32)], ["z", "y", "x"])
    >>> counts.names, counts.matrix.toarray().tolist()
    (['x', 'z'], [[2.0, 1.0]])
    """
    blocks = list(_blocks(documents))
    met = np.zeros(len(names), np.bool_)
    for block in blocks:
        met[block.ids] = True
    order = sorted(np.flatnonzero(met).tolist(), key=names.__getitem__)
    return _in_columns(blocks, np.array(order, np.int64), [names[number] for number in order])


def counted(rows: Iterable[Sequence[int]], names: Sequence[str]) -> Counts:
    """How often each of a fixed list stands in each document, counted already."""
    values = np.array(list(rows), dtype=np.float32).reshape(-1, len(names))
    return Counts(sparse.csr_matrix(values), Columns(list(names)))


def measures(rows: Iterable[Sequence[float]], names: Sequence[str]) -> Counts:
    """A fixed list of measures per document."""
    values: Floats = np.array(list(rows), dtype=np.float64).reshape(-1, len(names))
    return Counts(sparse.csr_matrix(values), Columns(list(names)), measured=True)


def _in_columns(blocks: list[Block], order: Rows, names: Sequence[str]) -> Counts:
    """Counts whose columns are in the order of their names; `order` has the id of each name."""
    rank = np.empty(int(order.max(initial=-1)) + 1, dtype=np.int32)
    rank[order] = np.arange(len(names))
    return Counts(_joined(blocks, len(names), rank), Columns(names))


def _blocks(documents: Iterable[Ids]) -> Iterator[Block]:
    """Counts of some thousands of documents at a time: tokens are many, and most of them repeat."""
    remaining = iter(documents)
    while parts := list(islice(remaining, BLOCK)):
        yield _summed(np.concatenate(parts), np.cumsum([0, *map(len, parts)], dtype=np.int64))


def _summed(ids: Ids, ends: Rows) -> Block:
    shape = (len(ends) - 1, int(ids.max(initial=-1)) + 1)
    matrix = sparse.csr_matrix((np.ones(len(ids), dtype=np.float32), ids, ends), shape=shape)
    matrix.sum_duplicates()
    return Block(matrix.data.copy(), matrix.indices.copy(), np.diff(matrix.indptr))


def _joined(blocks: list[Block], width: int, rank: Ids) -> sparse.csr_matrix:
    """One matrix, whose columns are the ranks of the ids; each block is let go as it is copied."""
    size = sum(len(block.data) for block in blocks)
    data, indices = np.empty(size, dtype=np.float32), np.empty(size, dtype=np.int32)
    ends = np.cumsum(np.concatenate([np.zeros(1, np.int64), *(block.sizes for block in blocks)]), dtype=np.int64)
    start = 0
    for block in _emptying(blocks):
        end = start + len(block.data)
        data[start:end], indices[start:end] = block.data, rank[block.ids]
        start = end
    matrix = sparse.csr_matrix((data, indices, ends), shape=(len(ends) - 1, width))
    matrix.sort_indices()
    return matrix


def _emptying(blocks: list[Block]) -> Iterator[Block]:
    blocks.reverse()
    while blocks:
        yield blocks.pop()
