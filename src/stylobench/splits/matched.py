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
    halves, elsewhere = _halves(authors, topics == topic, rng), np.flatnonzero(topics != topic)
    for let_in, tested in (halves, halves[::-1]):
        train, exchanged = _exchange(authors, elsewhere, let_in, rng)
        test = np.sort(tested[np.isin(authors[tested], exchanged)])
        if len(test):
            yield train, test


def _halves(authors: Labels, inside: Labels, rng: np.random.Generator) -> tuple[Rows, Rows]:
    first, second = [], []
    for author in np.unique(authors[inside]):
        rows = rng.permutation(np.flatnonzero(inside & (authors == author)))
        first.append(rows[: len(rows) // 2])
        second.append(rows[len(rows) // 2 :])
    return np.concatenate(first), np.concatenate(second)


def _exchange(authors: Labels, elsewhere: Rows, let_in: Rows, rng: np.random.Generator) -> tuple[Rows, list[str]]:
    """The documents from elsewhere with some of each author replaced by as many of those let in; and whose they are."""
    keep = np.ones(len(authors), dtype=bool)
    entering, exchanged = [], []
    for author in np.unique(authors[let_in]):
        inside = let_in[authors[let_in] == author]
        outside = elsewhere[authors[elsewhere] == author]
        count = min(len(inside), len(outside))
        keep[rng.permutation(outside)[:count]] = False
        entering.append(rng.permutation(inside)[:count])
        exchanged += [author] if count else []
    staying = elsewhere[keep[elsewhere]]
    return np.sort(np.concatenate([staying, *entering])), exchanged
