"""Novelty without starvation: some of the tested topic is let into training, in exchange for other documents.

Each author's documents of the topic are cut into halves A and B. The novel-topic model never sees either. Here B
is tested by a model whose training set has as many documents of every author, but with |A| of them replaced by A;
then the halves change places, so that every document of the topic is tested once.
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
        if len(tested):
            yield _exchange(authors, elsewhere, let_in, rng), np.sort(tested)


def _halves(authors: Labels, inside: Labels, rng: np.random.Generator) -> tuple[Rows, Rows]:
    first, second = [], []
    for author in np.unique(authors[inside]):
        rows = rng.permutation(np.flatnonzero(inside & (authors == author)))
        first.append(rows[: len(rows) // 2])
        second.append(rows[len(rows) // 2 :])
    return np.concatenate(first), np.concatenate(second)


def _exchange(authors: Labels, elsewhere: Rows, let_in: Rows, rng: np.random.Generator) -> Rows:
    """The documents from elsewhere with as many of each author replaced by those let in as he has of both."""
    keep = np.ones(len(authors), dtype=bool)
    entering = []
    for author in np.unique(authors[let_in]):
        inside = let_in[authors[let_in] == author]
        outside = elsewhere[authors[elsewhere] == author]
        count = min(len(inside), len(outside))
        keep[rng.permutation(outside)[:count]] = False
        entering.append(rng.permutation(inside)[:count])
    staying = elsewhere[keep[elsewhere]]
    return np.sort(np.concatenate([staying, *entering]))
