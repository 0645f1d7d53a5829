"""The table that selection works on: one row of numbers per document, no texts."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice
from operator import ne
from typing import Any

import numpy as np
import numpy.typing as npt

from stylobench.corpora.shards import BATCH, Facts

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
NUMBERS = ("author", "topic", "words", "authors", "topics")
FLAGS = ("has_title", "first", "listed")


@dataclass(frozen=True)
class Step:
    """What is left after a step, in plain words."""

    step: str
    documents: int
    authors: int
    topics: int


@dataclass(frozen=True)
class Table:
    """Columns of numbers; `author` and `topic` are places in the lists of names, -1 where there is none."""

    author: Numbers
    topic: Numbers
    words: Numbers
    authors: Numbers
    topics: Numbers
    has_title: Mask
    first: Mask
    listed: Mask
    author_names: tuple[str, ...]
    topic_names: tuple[str, ...]

    @classmethod
    def of(cls, facts: Iterable[Facts], ids: Container[str] = (), found: set[str] | None = None) -> Table:
        """The table of facts that come sorted by id; which of the listed `ids` were met is added to `found`."""
        columns: dict[str, array[int]] = {name: array("i") for name in NUMBERS} | {name: array("b") for name in FLAGS}
        author_names: dict[str, int] = {}
        topic_names: dict[str, int] = {}
        last = None
        rows = iter(facts)
        while batch := list(islice(rows, BATCH)):
            names, authors, topics, words, titled, *counts = zip(*batch, strict=True)
            listed = [id in ids for id in names]
            codes = _codes(authors, author_names), _codes(topics, topic_names)
            first = map(ne, names, (last, *names[:-1]))
            for column, values in zip(columns.values(), (*codes, words, *counts, titled, first, listed), strict=True):
                column.extend(values)
            last = names[-1]
            if found is not None:
                found.update(compress(names, listed))
        arrays: dict[str, Any] = {name: np.array(columns[name], dtype=np.int32) for name in NUMBERS}
        arrays |= {name: np.array(columns[name], dtype=bool) for name in FLAGS}
        return cls(**arrays, author_names=tuple(author_names), topic_names=tuple(topic_names))

    def __len__(self) -> int:
        return len(self.author)

    @cached_property
    def has_author(self) -> Mask:
        """Whether a document has any author."""
        return np.greater(self.authors, 0)

    @cached_property
    def has_topic(self) -> Mask:
        """Whether a document has any topic."""
        return np.greater(self.topics, 0)

    def name_author(self, row: int) -> str:
        """The name of a row's author, empty where there is none."""
        return self.author_names[self.author[row]] if self.author[row] >= 0 else ""

    def name_topic(self, row: int) -> str:
        """The name of a row's topic, empty where there is none."""
        return self.topic_names[self.topic[row]] if self.topic[row] >= 0 else ""

    def step(self, words: str, left: Mask) -> Step:
        """The counts of what is left."""
        authors, topics = (np.unique(column[left]) for column in (self.author, self.topic))
        return Step(words, int(left.sum()), int((authors >= 0).sum()), int((topics >= 0).sum()))

    def of_author(self, left: Mask) -> Numbers:
        """How many of the documents left each document's author has, 0 without an author."""
        return _per(self.author, len(self.author_names), left)

    def of_topic(self, left: Mask) -> Numbers:
        """How many of the documents left each document's topic has."""
        return _per(self.topic, len(self.topic_names), left)

    def topics_of_author(self, left: Mask) -> Numbers:
        """On how many topics each document's author wrote, among the documents left."""
        known = left & (self.author >= 0) & (self.topic >= 0)
        cells = np.unique(np.stack([self.author[known], self.topic[known]]), axis=1)
        counts: Numbers = np.bincount(cells[0], minlength=len(self.author_names) + 1).astype(np.int32)
        return counts[self.author]


def _codes(column: Iterable[str | None], names: dict[str, int]) -> list[int]:
    return [-1 if name is None else names.setdefault(name, len(names)) for name in column]


def _per(codes: Numbers, names: int, left: Mask) -> Numbers:
    """The count of each row's own code among the rows left; the last place counts nothing and serves code -1."""
    counts: Numbers = np.bincount(codes[left & (codes >= 0)], minlength=names + 1).astype(np.int32)
    return counts[codes]


def effective(sizes: npt.NDArray[np.int64]) -> float:
    """The effective number of groups of these sizes, 1 / sum of squared shares.

    >>> effective(np.array([10, 10, 10, 10])), round(effective(np.array([501, 500, 1473, 526])), 2)
    (4.0, 3.05)
    """
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if sizes.size else 0.0
