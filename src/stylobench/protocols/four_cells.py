"""Koppel's question: are texts by one author on two topics closer than texts by two authors on one topic?

Pairs of documents are drawn from the four cells same or different author x same or different topic, by authors who
wrote on at least two topics, so that the same authors stand in every cell. Distance is Burrows's Delta on the 150 most
frequent words: the mean absolute difference of z-scored relative frequencies. It counts in standard deviations of this
corpus, so cells compare with each other, not with those of another corpus; the cosine of z-scores would depend on the
corpus's centre as well. Every author, or couple of authors, counts equally. Intervals resample authors; topics and the
scale of each word are taken as given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.texts import Texts, as_texts
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

DELTA_WORDS, UNMASKED_WORDS = 150, 250
LEAST_FUNCTION_WORDS = 0.25
MOST_PAIRS = 2000
MOST_AUTHORS = 300
MOST_DOCUMENTS, FEWEST_PER_AUTHOR = 4000, 40


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
    by two authors on one topic; `author_beats_topic_function_words` is the same with English function words alone, None
    where these are too rare for English. `author_outlasts_topic` is how much better two authors on one topic can be
    told apart than one author's two topics, in mean accuracy over the rounds of unmasking.
    """

    distance: list[Distance]
    unmasking: list[Curve]
    features: str
    author_beats_topic: Measured
    author_beats_topic_function_words: Measured | None
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
    with threadpool_limits(1):
        style = Style(_taken(texts, usable[needed]))
        apart = Apart.of(pairs, writers[needed], seed)
        frequent, function_words = style.frequent(DELTA_WORDS), style.function_words(DELTA_WORDS)
        curves, outlasts = unmasking_curves(sets, style.frequent(UNMASKED_WORDS), seed)
        return FourCells(
            apart.distances(frequent),
            curves,
            _described(sets),
            apart.author_beats_topic(frequent),
            None if function_words is None else apart.author_beats_topic(function_words),
            outlasts,
        )


def _taken(texts: Sequence[str], rows: Rows) -> Texts:
    """Only the wanted texts are counted, unless all have been or will be."""
    return texts.take(rows) if isinstance(texts, Texts) else as_texts([texts[int(row)] for row in rows])


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


@dataclass(frozen=True)
class Style:
    """Z-scored relative frequencies of words; columns from the most to the least frequent."""

    texts: Texts

    @cached_property
    def relative(self) -> sparse.csr_matrix:
        """Each count by the length of its document."""
        matrix = self.texts.counts("words").matrix.astype(np.float64)
        lengths = np.asarray(matrix.sum(axis=1)).ravel()
        return sparse.csr_matrix(sparse.diags(1 / np.maximum(lengths, 1)) @ matrix)

    @cached_property
    def shares(self) -> Floats:
        """Mean relative frequency of each word; rounded, so that words of equal frequency keep their order."""
        return np.asarray(np.round(np.asarray(self.relative.mean(axis=0)).ravel(), 12), dtype=np.float64)

    def frequent(self, most: int) -> Floats:
        """By the most frequent of all words."""
        return self._z_scores(np.arange(len(self.shares)), most)

    def function_words(self, most: int) -> Floats | None:
        """By the most frequent function words; None where they are too rare for a text in English."""
        positions = self.texts.counts("words").columns.positions
        places = np.array([positions[word] for word in FUNCTION_WORDS if word in positions], dtype=np.int64)
        return self._z_scores(places, most) if self.shares[places].sum() >= LEAST_FUNCTION_WORDS else None

    def _z_scores(self, places: Rows, most: int) -> Floats:
        top = places[np.argsort(-self.shares[places], kind="stable")[:most]]
        values = self.relative[:, top].toarray()
        spread = values.std(axis=0)
        varied = spread > 1e-12
        return np.asarray((values - values.mean(axis=0))[:, varied] / spread[varied])


@dataclass(frozen=True)
class Apart:
    """Pairs of documents per cell with their authors, and the draws of authors that all cells share."""

    pairs: Mapping[Cell, Rows]
    authors: Mapping[Cell, AuthorPairs]
    draws: Floats

    @classmethod
    def of(cls, pairs: Mapping[Cell, Rows], writers: Rows, seed: int) -> Apart:
        """With every author drawn alike in all cells."""
        names = np.unique(np.concatenate([writers[found].ravel() for found in pairs.values()]))
        draws = author_draws(len(names), generator(seed, "four cells", "authors"))
        by = {cell: AuthorPairs.evenly(np.searchsorted(names, writers[found])) for cell, found in pairs.items()}
        return cls(pairs, by, draws)

    def distances(self, scores: Floats) -> list[Distance]:
        """The mean distance in each cell."""
        return [self._distance(cell, self._deltas(cell, scores)) for cell in self.pairs]

    def _distance(self, cell: Cell, deltas: Floats) -> Distance:
        pairs = self.authors[cell]
        one = measured(mean_values(pairs, deltas, self.draws), pairs.units, (0.0, np.inf))
        return Distance(*cell.words, one.value, one.low, one.high, len(deltas), pairs.units)

    def author_beats_topic(self, scores: Floats) -> Measured:
        """How often one author on two topics is closer than two authors on one topic."""
        both = (AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS)
        near, far = (self.authors[cell] for cell in both)
        closer = closer_values(near, far, [self._deltas(cell, scores) for cell in both], self.draws)
        return measured(closer, min(near.units, far.units), (0.0, 1.0))

    def _deltas(self, cell: Cell, scores: Floats) -> Floats:
        first, second = self.pairs[cell].T
        # the same difference between other documents may deviate in the last bits and would not count as a tie
        return np.round(burrows_delta(scores[first], scores[second]), 12)


def burrows_delta(first: Floats, second: Floats) -> Floats:
    """Mean absolute difference, row by row.

    >>> burrows_delta(np.array([[1.0, 0.0]]), np.array([[-1.0, 1.0]])).tolist()
    [1.5]
    """
    return np.asarray(np.abs(first - second).mean(axis=1))


def _described(sets: Sampled) -> str:
    told = f"Burrows's Delta on the {DELTA_WORDS} most frequent words"
    if not sets:
        return told
    side = len(next(iter(sets.values()))[0].first)
    return f"{told}; unmasking on the {UNMASKED_WORDS} most frequent words, {side} documents a side"
