"""Novelty without starvation: some of the tested topic is let into training, in exchange for other documents.

Each author's documents of the topic are cut into halves A and B. The novel-topic model never sees either. Here B
is tested by a model whose training set has as many documents of every author, but with |A| of them replaced by A;
then the halves change places, so that every document is tested once. Documents of an author of whom nothing could be
exchanged, because he has one document in the topic or none elsewhere, are not tested: they say nothing of novelty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stylobench.records import Rows
from stylobench.seeds import generator

Labels = np.ndarray[Any, Any]


def matched(authors: Labels, topics: Labels, topic: str, seed: int) -> Iterator[tuple[Rows, Rows]]:
    """Training and test rows, one pair per half of the topic."""
    rng = generator(seed, "matched", topic)
    codes = np.unique(authors, return_inverse=True)[1]
    inside = topics == topic
    halves, elsewhere = _halves(codes, np.flatnonzero(inside), rng), np.flatnonzero(~inside)
    outside = _by_author(codes, elsewhere)
    for let_in, tested in (halves, halves[::-1]):
        train, exchanged = _exchange(codes, (elsewhere, outside), let_in, rng)
        test = np.sort(tested[np.isin(codes[tested], exchanged)])
        if len(test):
            yield train, test


def _by_author(codes: Rows, rows: Rows) -> dict[int, Rows]:
    """The rows of each author who has any, authors and rows in order."""
    order = rows[np.argsort(codes[rows], kind="stable")]
    found, starts = np.unique(codes[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, starts[1:]), strict=True)) if len(rows) else {}


def _halves(codes: Rows, inside: Rows, rng: np.random.Generator) -> tuple[Rows, Rows]:
    first, second = [], []
    for theirs in _by_author(codes, inside).values():
        rows = rng.permutation(theirs)
        first.append(rows[: len(rows) // 2])
        second.append(rows[len(rows) // 2 :])
    return np.concatenate(first), np.concatenate(second)


def _exchange(
    codes: Rows, others: tuple[Rows, dict[int, Rows]], let_in: Rows, rng: np.random.Generator
) -> tuple[Rows, list[int]]:
    """The documents from elsewhere with some of each author replaced by as many of those let in; and whose they are."""
    elsewhere, outside = others
    keep = np.ones(len(codes), dtype=bool)
    entering, exchanged = [], []
    for author, inside in _by_author(codes, let_in).items():
        theirs = outside.get(author, elsewhere[:0])
        count = min(len(inside), len(theirs))
        keep[rng.permutation(theirs)[:count]] = False
        entering.append(rng.permutation(inside)[:count])
        exchanged += [author] if count else []
    staying = elsewhere[keep[elsewhere]]
    return np.sort(np.concatenate([staying, *entering])), exchanged
