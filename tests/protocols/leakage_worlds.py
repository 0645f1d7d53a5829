"""Small corpora for tests of the topic-leakage crash test."""

from __future__ import annotations

import numpy as np

import stylobench
from stylobench.records import Corpus


def cells(topics: int, authors: int, writers: int, documents: int, seed: int = 0) -> list[list[int]]:
    """Counts by topic and author: each topic has some writers with as many documents each, as evenly as lots allow."""
    rng, order = np.random.default_rng(seed), list[int]()
    while len(order) < topics * writers:
        order += rng.permutation(authors).tolist()
    table = np.zeros((topics, authors), dtype=np.int64)
    for topic in range(topics):
        for author in order[topic * writers : (topic + 1) * writers]:
            table[topic, author] += documents
    return [[int(count) for count in row] for row in table]


def small_world(seed: int = 1, overlap: float = 0.9, words: int = 60) -> Corpus:
    """Eight topics by eight authors, each on some of them."""
    return stylobench.world(seed=seed, words=words, overlap=overlap, cells=cells(8, 8, 4, 4, seed))
