"""Unmasking (Koppel, Schler & Bonchek-Dokow): how fast two sets of documents stop being tellable apart.

Two sets of equal size are told apart under cross-validation while the strongest features are taken away, three on
either side a round. Two changes: the linear machine is a least-squares SVM, which has a closed form; and features are
taken away inside each training fold, so that two sets which do not differ stay at one half instead of falling below it.
Every pair has the same number of documents a side, because accuracy grows with that number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from stylobench.protocols.cell_pairs import (
    AUTHOR_ACROSS_TOPICS,
    CELLS,
    TOPIC_ACROSS_AUTHORS,
    Cell,
    pairs_of_cell,
)
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.author_draws import AuthorPairs, Measured, author_draws, mean_values, measured

ROUNDS = 10
STRONGEST = 3
FOLDS = 10
MOST_PAIRS, FEWEST_PAIRS, GOOD_PAIRS = 30, 3, 10
SIDES = (20, 16, 12, 10, 8, 6, 5, 4)
MOST_AUTHORS = 300


@dataclass(frozen=True)
class Step:
    """Mean accuracy after so many features were taken away."""

    removed: int
    accuracy: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Curve:
    """The mean curve of one cell; `units` are the authors behind its pairs."""

    author: str
    topic: str
    curve: list[Step]
    pairs: int
    units: int


@dataclass(frozen=True)
class Chunk:
    """An author's documents on a topic."""

    author: int
    topic: int
    rows: Rows


@dataclass(frozen=True)
class Sets:
    """Two sets of rows of equal size, and the author of either."""

    first: Rows
    second: Rows
    authors: tuple[int, int]

    def among(self, rows: Rows) -> Sets:
        """The same sets by their place among sorted rows that hold them."""
        return replace(self, first=np.searchsorted(rows, self.first), second=np.searchsorted(rows, self.second))


Sampled = Mapping[Cell, list[Sets]]


def sampled_sets(authors: Rows, topics: Rows, seed: int) -> Sampled:
    """Pairs of sets per cell, all of one size; cells with fewer than three pairs are left out.

    The sets come from chunks (an author's documents on a topic) of authors who have at least two that are large enough.
    """
    chunks = _chunks(authors, topics)
    side = _side(chunks)
    if side is None:
        return {}
    large = _some_authors(_large(chunks, side), generator(seed, "unmasking", "chunks"))
    found = {cell: _cell_sets(large, cell, side, generator(seed, "unmasking", *cell.words)) for cell in CELLS}
    return {cell: sets for cell, sets in found.items() if len(sets) >= FEWEST_PAIRS}


def _chunks(authors: Rows, topics: Rows) -> list[Chunk]:
    order = np.lexsort((topics, authors))
    ends = np.flatnonzero((np.diff(authors[order]) != 0) | (np.diff(topics[order]) != 0)) + 1
    parts = [rows for rows in np.split(order, ends) if len(rows) >= SIDES[-1]]
    return [Chunk(int(authors[rows[0]]), int(topics[rows[0]]), rows) for rows in parts]


def _large(chunks: Sequence[Chunk], side: int) -> list[Chunk]:
    large = [chunk for chunk in chunks if len(chunk.rows) >= side]
    owned = Counter(chunk.author for chunk in large)
    return [chunk for chunk in large if owned[chunk.author] >= 2]


def _side(chunks: Sequence[Chunk]) -> int | None:
    """The most documents a side that leaves each cell ten pairs, or as many as it can have at all."""
    reachable = np.minimum(_available(chunks, SIDES[-1]), GOOD_PAIRS)
    if reachable.max() < FEWEST_PAIRS:
        return None
    return next(side for side in SIDES if bool(np.all(_available(chunks, side) >= reachable)))


def _available(chunks: Sequence[Chunk], side: int) -> Rows:
    """How many pairs each of the four cells can have, in their order."""
    large = _large(chunks, side)
    across_topics = _couples(chunk.author for chunk in large)
    across_authors = _couples(chunk.topic for chunk in large)
    rest = len(large) * (len(large) - 1) // 2 - across_topics - across_authors
    halves = sum(len(chunk.rows) >= 2 * side for chunk in large)
    return np.array([halves, across_topics, across_authors, rest])


def _couples(labels: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in Counter(labels).values())


def _some_authors(chunks: list[Chunk], rng: np.random.Generator) -> list[Chunk]:
    names = np.unique([chunk.author for chunk in chunks])
    kept = rng.permutation(names)[:MOST_AUTHORS]
    return [chunk for chunk in chunks if chunk.author in kept]


def _cell_sets(chunks: Sequence[Chunk], cell: Cell, side: int, rng: np.random.Generator) -> list[Sets]:
    if cell.same_author and cell.same_topic:
        whole = [chunk for chunk in chunks if len(chunk.rows) >= 2 * side]
        return [_halves(whole[i], side, rng) for i in _spread(np.array([chunk.author for chunk in whole]), rng)]
    writers, subjects = np.array([(chunk.author, chunk.topic) for chunk in chunks], dtype=np.int64).T
    pairs = pairs_of_cell(writers, subjects, cell, MOST_PAIRS, rng)
    return [_two(chunks[i], chunks[j], side, rng) for i, j in pairs]


def _spread(writers: Rows, rng: np.random.Generator) -> Rows:
    """At most thirty places, first one of each writer, then a second, and so on."""
    shuffled = rng.permutation(len(writers))
    turn = np.zeros(len(writers), dtype=np.int64)
    for writer in np.unique(writers):
        own = shuffled[writers[shuffled] == writer]
        turn[own] = np.arange(len(own))
    return np.asarray(shuffled[np.argsort(turn[shuffled], kind="stable")][:MOST_PAIRS])


def _halves(chunk: Chunk, side: int, rng: np.random.Generator) -> Sets:
    both = _some(chunk.rows, 2 * side, rng)
    return Sets(both[:side], both[side:], (chunk.author, chunk.author))


def _two(first: Chunk, second: Chunk, side: int, rng: np.random.Generator) -> Sets:
    return Sets(_some(first.rows, side, rng), _some(second.rows, side, rng), (first.author, second.author))


def _some(rows: Rows, count: int, rng: np.random.Generator) -> Rows:
    return np.asarray(rng.permutation(rows)[:count])


def unmask(first: Floats, second: Floats) -> Floats:
    """Cross-validated accuracy before and after each round, for two sets of equally many rows.

    >>> unmask(np.eye(4, 8) + 5, np.eye(4, 8) - 5).tolist()
    [1.0, 1.0]
    """
    features = np.vstack([first, second])
    labels = np.repeat([1.0, -1.0], len(first))
    folds = min(FOLDS, len(first))
    fold = np.tile(np.arange(len(first)) % folds, 2)
    kept = np.ones((folds, features.shape[1]))
    accuracies = []
    for _ in range(_rounds(features.shape[1]) + 1):
        centred, weights = _fitted(features, labels, fold, kept)
        scores = np.einsum("nd,nd->n", centred[fold, np.arange(len(fold))], weights[fold])
        accuracies.append(float(np.mean((np.sign(scores) * labels + 1) / 2)))
        _remove_strongest(kept, weights)
    return np.array(accuracies)


def _rounds(features: int) -> int:
    return min(ROUNDS, (features - 1) // (2 * STRONGEST))


def _fitted(features: Floats, labels: Floats, fold: Rows, kept: Floats) -> tuple[Floats, Floats]:
    """Per fold: all rows around the training mean, and the weights learned without the fold's own rows."""
    training = (fold[None, :] != np.arange(len(kept))[:, None]).astype(np.float64)
    means = training @ features / training.sum(axis=1, keepdims=True)
    centred = (features[None, :, :] - means[:, None, :]) * kept[:, None, :]
    learned = centred * training[:, :, None]
    penalty = np.eye(len(labels)) * kept[0].sum()
    gram = learned @ learned.transpose(0, 2, 1) + penalty
    dual = np.linalg.solve(gram, (training * labels)[:, :, None])
    return centred, (learned.transpose(0, 2, 1) @ dual)[:, :, 0]


def _remove_strongest(kept: Floats, weights: Floats) -> None:
    present = kept > 0
    for signed in (weights, -weights):
        strongest = np.argsort(np.where(present, -signed, np.inf), axis=1, kind="stable")[:, :STRONGEST]
        np.put_along_axis(kept, strongest, 0.0, axis=1)
        present = kept > 0


def unmasking_curves(sampled: Sampled, features: Floats, seed: int) -> tuple[list[Curve], Measured | None]:
    """The mean curve per cell, and by how much authors within a topic stay apart better than topics within an author.

    That difference is of mean accuracy over all rounds, different authors on the same topic minus the same author on
    different topics: above zero, Koppel's claim holds.
    """
    if not sampled:
        return [], None
    authors, pairs = _author_pairs(sampled)
    draws = author_draws(authors, generator(seed, "unmasking", "authors"))
    curves = {
        cell: np.array([unmask(features[one.first], features[one.second]) for one in sampled[cell]]) for cell in pairs
    }
    found = [_curve(cell, pairs[cell], curves[cell], draws) for cell in pairs]
    if not {AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS} <= set(pairs):
        return found, None
    topic, author = (
        mean_values(pairs[cell], curves[cell].mean(axis=1), draws)
        for cell in (AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS)
    )
    units = min(pairs[cell].units for cell in (AUTHOR_ACROSS_TOPICS, TOPIC_ACROSS_AUTHORS))
    return found, measured(author - topic, units, (-1.0, 1.0))


def _author_pairs(sampled: Sampled) -> tuple[int, dict[Cell, AuthorPairs]]:
    raw = {cell: np.array([one.authors for one in sets], dtype=np.int64) for cell, sets in sampled.items()}
    known = np.unique(np.concatenate(list(raw.values())))
    return len(known), {cell: AuthorPairs.evenly(np.searchsorted(known, found)) for cell, found in raw.items()}


def _curve(cell: Cell, pairs: AuthorPairs, curves: Floats, draws: Floats) -> Curve:
    steps = []
    for number, accuracies in enumerate(curves.T):
        one = measured(mean_values(pairs, accuracies, draws), pairs.units, (0.0, 1.0))
        steps.append(Step(2 * STRONGEST * number, one.value, one.low, one.high))
    return Curve(cell.author, cell.topic, steps, len(curves), pairs.units)
