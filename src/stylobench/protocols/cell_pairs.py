"""Pairs from the four cells same or different author x same or different topic, spread evenly over authors."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.records import Rows

Labels = np.ndarray[Any, Any]


@dataclass(frozen=True, order=True)
class Cell:
    """Whether the two sides of a pair share the author, and whether they share the topic."""

    same_author: bool
    same_topic: bool

    @property
    def author(self) -> str:
        """In words."""
        return "same" if self.same_author else "different"

    @property
    def topic(self) -> str:
        """In words."""
        return "same" if self.same_topic else "different"

    @property
    def words(self) -> tuple[str, str]:
        """Both, author first."""
        return self.author, self.topic


CELLS = tuple(Cell(author, topic) for author, topic in itertools.product((True, False), repeat=2))
AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS = Cell(True, False), Cell(False, True)


def numbered(labels: Labels) -> Rows:
    """Each label's place among the sorted distinct labels.

    >>> numbered(np.array(["b", "a", "b"])).tolist()
    [1, 0, 1]
    """
    return np.asarray(np.unique(labels, return_inverse=True)[1], dtype=np.int64).ravel()


def on_several_topics(authors: Labels, topics: Labels) -> Rows:
    """Rows of authors who wrote on at least two topics: the only ones who can stand in every cell."""
    writers = numbered(authors)
    written = np.unique(np.column_stack([writers, numbered(topics)]), axis=0)
    topics_of_each = np.bincount(written[:, 0], minlength=1)
    return np.flatnonzero(topics_of_each[writers] >= 2)


def pairs_of_cell(authors: Rows, topics: Rows, cell: Cell, limit: int, rng: np.random.Generator) -> Rows:
    """At most `limit` distinct pairs of rows, as many from each author (or couple of authors) as far as they go."""
    places = [np.flatnonzero(authors == author) for author in np.unique(authors)]
    couples = rng.permutation(_couples(len(places), cell.same_author))
    found = (_eligible(places[a], places[b], topics, cell) for a, b in couples)
    filled = list(itertools.islice((pairs for pairs in found if len(pairs)), limit))
    if not filled:
        return np.empty((0, 2), dtype=np.int64)
    quotas = _quotas(filled, limit)
    chosen = np.concatenate([_some(pairs, quota, rng) for pairs, quota in zip(filled, quotas, strict=True)])
    return chosen[np.lexsort(chosen.T[::-1])]


def _couples(authors: int, same: bool) -> Rows:
    if same:
        return np.repeat(np.arange(authors)[:, None], 2, axis=1)
    return np.column_stack(np.triu_indices(authors, 1))


def _eligible(first: Rows, second: Rows, topics: Rows, cell: Cell) -> Rows:
    fits = (topics[first][:, None] == topics[second][None, :]) == cell.same_topic
    if cell.same_author:
        fits = np.triu(fits, 1)
    left, right = np.nonzero(fits)
    return np.column_stack([first[left], second[right]])


def _quotas(filled: list[Rows], limit: int) -> list[int]:
    """The largest equal share that stays within the limit; what small groups leave goes to the larger ones."""
    sizes = np.array([len(pairs) for pairs in filled])
    room, share = limit, np.zeros(len(sizes), dtype=np.int64)
    for rank, place in enumerate(np.argsort(sizes, kind="stable")):
        share[place] = min(int(sizes[place]), room // (len(sizes) - rank))
        room -= int(share[place])
    return [int(quota) for quota in share]


def _some(pairs: Rows, quota: int, rng: np.random.Generator) -> Rows:
    if len(pairs) <= quota:
        return pairs
    return pairs[np.sort(rng.choice(len(pairs), size=quota, replace=False))]
