"""Koppel's question: are texts by one author on two topics closer than texts by two authors on one topic?

Pairs of documents are drawn from the four cells same or different author x same or different topic, by authors who
wrote on at least two topics, so that the same authors stand in every cell. Distance is Cosine Delta: one minus the
cosine of the two documents' z-scored relative frequencies of the most frequent words; 1 means unrelated. Every author,
or couple of authors, counts equally. Intervals resample authors; topics are taken as given.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from stylobench.protocols.cell_pairs import (
    AUTHOR_ACROSS_TOPICS,
    CELLS,
    TOPIC_ACROSS_AUTHORS,
    Cell,
    Labels,
    numbered,
    on_several_topics,
    pairs_of_cell,
)
from stylobench.protocols.unmasking import Curve, Sampled, sampled_sets, unmasking_curves
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.author_draws import (
    AuthorPairs,
    Measured,
    author_draws,
    closer_values,
    mean_values,
    measured,
)

WORDS = 250
MOST_PAIRS = 2000
MOST_AUTHORS = 300
MOST_DOCUMENTS, FEWEST_PER_AUTHOR = 4000, 40
NEITHER_LETTER_NOR_SPACE = re.compile(r"[^\w\s]|_")


@dataclass(frozen=True)
class Distance:
    """Mean distance of the pairs of one cell; `units` are the authors behind them."""

    author: str
    topic: str
    mean: float
    low: float | None
    high: float | None
    pairs: int
    units: int


@dataclass(frozen=True)
class FourCells:
    """The four cells by distance and by unmasking, and what they say of Koppel's claim.

    `author_beats_topic` is the probability that a random pair by one author on two topics is closer than a random pair
    by two authors on one topic. `author_outlasts_topic` is how much better two authors on one topic can be told apart
    than one author's two topics, in mean accuracy over the rounds of unmasking.
    """

    distance: list[Distance]
    unmasking: list[Curve]
    features: str
    author_beats_topic: Measured
    author_outlasts_topic: Measured | None


def four_cells(texts: Sequence[str], authors: Labels, topics: Labels, seed: int) -> FourCells | None:
    """Distances and unmasking curves per cell; None where one of the two cells to compare is empty."""
    usable = on_several_topics(authors, topics)
    writers, subjects = numbered(authors[usable]), numbered(topics[usable])
    pairs = _document_pairs(writers, subjects, seed)
    if not {AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS} <= set(pairs):
        return None
    sets = sampled_sets(writers, subjects, seed)
    needed = _rows_needed(pairs, sets)
    pairs = {cell: np.searchsorted(needed, found) for cell, found in pairs.items()}
    sets = {cell: [one.among(needed) for one in found] for cell, found in sets.items()}
    scores = z_scores([texts[int(row)] for row in usable[needed]])
    with threadpool_limits(1):
        distance, beats = _distances(pairs, writers[needed], scores, seed)
        curves, outlasts = unmasking_curves(sets, scores, seed)
    return FourCells(distance, curves, _described(scores.shape[1], sets), beats, outlasts)


def _document_pairs(writers: Rows, subjects: Rows, seed: int) -> dict[Cell, Rows]:
    """Pairs of rows per cell, from a subset that is even over authors and their topics; empty cells are left out."""
    rows = _thinned(writers, subjects, generator(seed, "four cells", "documents"))
    found = {}
    for cell in CELLS:
        rng = generator(seed, "four cells", *cell.words)
        found[cell] = rows[pairs_of_cell(writers[rows], subjects[rows], cell, MOST_PAIRS, rng)]
    return {cell: pairs for cell, pairs in found.items() if len(pairs)}


def _thinned(writers: Rows, subjects: Rows, rng: np.random.Generator) -> Rows:
    """At most 300 authors, each with as many documents as the total allows, their topics in turn."""
    names = np.unique(writers)
    if len(names) > MOST_AUTHORS:
        names = rng.choice(names, size=MOST_AUTHORS, replace=False)
    each = max(FEWEST_PER_AUTHOR, MOST_DOCUMENTS // max(len(names), 1))
    rows = rng.permutation(np.flatnonzero(np.isin(writers, names)))
    turn = _turns(writers[rows] * (subjects.max(initial=0) + 1) + subjects[rows])
    rows = rows[np.argsort(turn, kind="stable")]
    return np.sort(rows[_turns(writers[rows]) < each])


def _turns(labels: Rows) -> Rows:
    """How many equal labels stand before each.

    >>> _turns(np.array([7, 5, 7, 7])).tolist()
    [0, 0, 1, 2]
    """
    order = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[order], labels[order], side="left")
    turn = np.empty(len(labels), dtype=np.int64)
    turn[order] = np.arange(len(labels)) - starts
    return turn


def _rows_needed(pairs: Mapping[Cell, Rows], sets: Sampled) -> Rows:
    inside = [rows for cell in sets.values() for one in cell for rows in (one.first, one.second)]
    return np.unique(np.concatenate([*(found.ravel() for found in pairs.values()), *inside]))


def z_scores(texts: Sequence[str]) -> Floats:
    """Relative frequencies of the most frequent words, each word brought to mean 0 and deviation 1.

    Lower case, characters that are neither alphanumeric nor white space deleted, split on white space.

    >>> z_scores(["A b.", "a, a", "b b"])[:, 0].round(2).tolist()
    [0.0, 1.22, -1.22]
    """
    counted = [Counter(NEITHER_LETTER_NOR_SPACE.sub("", text.lower()).split()) for text in texts]
    lengths = np.array([max(words.total(), 1) for words in counted])
    top = _most_frequent(counted, lengths)
    frequencies = np.array([[words[word] for word in top] for words in counted]) / lengths[:, None]
    spread = frequencies.std(axis=0)
    varied = spread > 1e-12
    return np.asarray((frequencies - frequencies.mean(axis=0))[:, varied] / spread[varied])


def _most_frequent(counted: Sequence[Counter[str]], lengths: Rows) -> list[str]:
    """The words with the highest mean relative frequency, in order; alphabetical among equals."""
    shares: dict[str, float] = defaultdict(float)
    for words, length in zip(counted, lengths.tolist(), strict=True):
        for word, count in words.items():
            shares[word] += count / length
    return sorted(shares, key=lambda word: (-round(shares[word], 9), word))[:WORDS]


def _distances(pairs: Mapping[Cell, Rows], writers: Rows, scores: Floats, seed: int) -> tuple[list[Distance], Measured]:
    names = np.unique(np.concatenate([writers[found].ravel() for found in pairs.values()]))
    draws = author_draws(len(names), generator(seed, "four cells", "authors"))
    by = {cell: AuthorPairs.evenly(np.searchsorted(names, writers[found])) for cell, found in pairs.items()}
    apart = {cell: cosine_delta(scores[found[:, 0]], scores[found[:, 1]]) for cell, found in pairs.items()}
    distance = [_distance(cell, by[cell], apart[cell], draws) for cell in pairs]
    near, far = AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS
    closer = closer_values(by[near], by[far], (apart[near], apart[far]), draws)
    return distance, measured(closer, min(by[near].units, by[far].units), (0.0, 1.0))


def _distance(cell: Cell, pairs: AuthorPairs, apart: Floats, draws: Floats) -> Distance:
    one = measured(mean_values(pairs, apart, draws), pairs.units, (0.0, 2.0))
    return Distance(cell.author, cell.topic, one.value, one.low, one.high, len(apart), pairs.units)


def cosine_delta(first: Floats, second: Floats) -> Floats:
    """One minus the cosine, row by row; 1 where a row is all zero.

    >>> cosine_delta(np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[-2.0, 0.0], [1.0, 1.0]])).tolist()
    [2.0, 1.0]
    """
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    products = np.einsum("nd,nd->n", first, second)
    return np.asarray(1 - np.divide(products, lengths, out=np.zeros(len(lengths)), where=lengths > 0))


def _described(words: int, sets: Sampled) -> str:
    told = f"{words} most frequent words; distance: Cosine Delta (1 = unrelated)"
    if not sets:
        return told
    side = len(next(iter(sets.values()))[0].first)
    return f"{told}; unmasking: least-squares SVM, {side} documents a side"
