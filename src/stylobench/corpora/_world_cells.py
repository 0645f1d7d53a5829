"""How many documents each author writes on each topic of the simulated world."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any

from stylobench.errors import CorpusError
from stylobench.seeds import generator

Counts = list[list[int]]
"""Documents by topic (outer) and author (inner)."""

UNEVENNESS = 3.0


def dealt(topics: int, authors: int) -> Iterator[tuple[int, int]]:
    """All cells once, in an order of which every stretch touches topics and authors evenly.

    >>> list(dealt(2, 2))
    [(0, 0), (1, 1), (0, 1), (1, 0)]
    """
    before_repeating = math.lcm(topics, authors)
    for n in range(topics * authors):
        yield n % topics, (n + n // before_repeating) % authors


def spread_counts(topics: int, authors: int, documents: int, spread: float, seed: int) -> Counts:
    """As equal as can be at spread 1; the smaller the spread, the fewer cells hold the documents."""
    if spread == 1:
        return _equal(topics, authors, documents)
    rng = generator(seed, "world", "cells")
    power = UNEVENNESS * (1 - spread) / spread
    popular = [round(u**power, 12) for u in rng.random(topics).tolist()]
    shares = [divmod(documents, authors)[0] + (a < documents % authors) for a in range(authors)]
    columns = [
        _apportioned(
            share, [p * round(u**power, 12) for p, u in zip(popular, rng.random(topics).tolist(), strict=True)]
        )
        for share in shares
    ]
    return _no_empty_topic([list(row) for row in zip(*columns, strict=True)])


def _equal(topics: int, authors: int, documents: int) -> Counts:
    each, extra = divmod(documents, topics * authors)
    counts = [[each] * authors for _ in range(topics)]
    for topic, author in list(dealt(topics, authors))[:extra]:
        counts[topic][author] += 1
    return counts


def few_topics_each(topics: int, authors: int, documents: int, each: int, seed: int) -> Counts:
    """As many documents in every cell that is not empty: every author writes on `each` topics, dealt by lot.

    >>> [sum(map(bool, column)) for column in zip(*few_topics_each(6, 4, 24, 3, 0))]
    [3, 3, 3, 3]
    """
    rng, rounds = generator(seed, "world", "topics each"), list[int]()
    while len(rounds) < authors * each:
        rounds += rng.permutation(topics).tolist()
    cells = list(dict.fromkeys((topic, slot // each) for slot, topic in enumerate(rounds[: authors * each])))
    counts = [[0] * authors for _ in range(topics)]
    for place, (topic, author) in enumerate(cells):
        counts[topic][author] = documents // len(cells) + (place < documents % len(cells))
    return counts


def _apportioned(total: int, weights: Sequence[float]) -> list[int]:
    """Whole numbers in proportion to the weights, by largest remainders; the first among equals."""
    whole = sum(weights)
    quotas = [total * weight / whole if whole > 0 else total / len(weights) for weight in weights]
    counts = [math.floor(quota) for quota in quotas]
    by_remainder = sorted(range(len(quotas)), key=lambda n: (counts[n] - quotas[n], n))
    for n in by_remainder[: total - sum(counts)]:
        counts[n] += 1
    return counts


def _no_empty_topic(counts: Counts) -> Counts:
    """Give every empty topic one document, taken from the fullest cell."""
    for row in counts:
        if not any(row):
            size, topic, author = max((size, -t, -a) for t, cells in enumerate(counts) for a, size in enumerate(cells))
            if size > 1:
                counts[-topic][-author] -= 1
                row[-author] += 1
    return counts


def prescribed(cells: Any) -> tuple[list[str] | None, list[str] | None, Counts]:
    """Topic labels, author labels and counts of a prescribed table: topic -> author -> count, or rows of counts."""
    if isinstance(cells, Mapping):
        authors = list(dict.fromkeys(author for row in cells.values() for author in _mapping(row)))
        counts = [[row.get(author, 0) for author in authors] for row in cells.values()]
        return [str(t) for t in cells], [str(a) for a in authors], _checked(counts)
    try:
        return None, None, _checked([list(row) for row in cells])
    except TypeError:
        raise CorpusError(
            f"cells is {cells!r}; write a mapping topic -> author -> count, or a list of rows of counts"
        ) from None


def _mapping(row: Any) -> Mapping[str, int]:
    if isinstance(row, Mapping):
        return row
    raise CorpusError(f"cells has {row!r} for a topic; write a mapping author -> count")


def _checked(counts: list[list[Any]]) -> Counts:
    if not counts or not counts[0] or any(len(row) != len(counts[0]) for row in counts):
        raise CorpusError("cells needs at least one topic and one author, and the same authors in every topic")
    for size in (size for row in counts for size in row):
        if not isinstance(size, Integral) or size < 0:
            raise CorpusError(f"cells holds {size!r}; counts are whole numbers from 0")
    if not any(map(any, counts)):
        raise CorpusError("cells holds no document; at least one count must be above 0")
    return [[int(size) for size in row] for row in counts]
