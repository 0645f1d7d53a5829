"""Measures of attribution: which author, and how sure.

Truth is one author per document; an answer of None is silence, and silence is wrong. A measure without a
value raises `UndefinedMetric` instead of standing in for it with 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from stylobench.errors import UndefinedMetric
from stylobench.records import Floats

Authors = Sequence[str]
Predicted = Sequence[str | None]
Weights = Sequence[float] | Floats
Flags = npt.NDArray[np.bool_]

SMALLEST_PROBABILITY = float(np.finfo(np.float64).eps)


def accuracy(truth: Authors, predicted: Predicted, weights: Weights | None = None) -> float:
    """Share of documents given to their author.

    >>> accuracy(["ann", "ann", "bob", "bob"], ["ann", None, "bob", "ann"])
    0.5
    """
    held = _weights(truth, predicted, weights)
    return float(held[_right(truth, predicted)].sum() / held.sum())


def macro_f1(truth: Authors, predicted: Predicted, weights: Weights | None = None) -> float:
    """Mean of F over the authors that wrote or were named; an author missed altogether counts 0.

    >>> macro_f1(["ann", "ann", "bob"], ["ann", "bob", "bob"]) == 2 / 3
    True
    """
    held = _weights(truth, predicted, weights)
    names = sorted(set(truth) | {name for name in predicted if name is not None})
    place = {name: i for i, name in enumerate(names)}
    true = np.array([place[name] for name in truth])
    said = np.array([len(names) if name is None else place[name] for name in predicted])
    hits = np.bincount(true[true == said], held[true == said], len(names))
    named = np.bincount(said, held, len(names) + 1)[:-1]
    total = np.bincount(true, held, len(names)) + named
    present = total > 0
    return float((2 * hits[present] / total[present]).mean())


def log_loss(truth: Authors, probabilities: npt.ArrayLike, authors: Authors, weights: Weights | None = None) -> float:
    """Mean of -log(probability of the true author), columns in the order of `authors`.

    A row of NaN is silence and counts as equal odds. A true author who has no column, or probability 0,
    counts as if at machine precision (36 nats): the loss stays finite and the mistake stays visible.

    >>> round(log_loss(["ann", "bob"], [[0.5, 0.5], [0.75, 0.25]], ["ann", "bob"]), 4)
    1.0397
    """
    held = _weights(truth, truth, weights)
    return float(held @ log_losses(truth, probabilities, authors) / held.sum())


def log_losses(truth: Authors, probabilities: npt.ArrayLike, authors: Authors) -> Floats:
    """The log loss of each document, by the rules of `log_loss`.

    >>> log_losses(["ann", "bob"], [[1.0, 0.0], [0.5, 0.5]], ["ann", "bob"]).round(4).tolist()
    [-0.0, 0.6931]
    """
    table = _probabilities(probabilities, len(truth), len(authors))
    place = {name: i for i, name in enumerate(authors)}
    columns = np.array([place.get(name, -1) for name in truth])
    given = np.where(columns >= 0, table[np.arange(len(truth)), columns], 0.0)
    return np.asarray(-np.log(np.maximum(given, SMALLEST_PROBABILITY)))


def precision(truth: Authors, predicted: Predicted, positive: str, weights: Weights | None = None) -> float:
    """Share of the documents given to `positive` that are theirs.

    >>> precision(["ann", "bob", "bob"], ["ann", "ann", "bob"], positive="ann")
    0.5
    """
    held = _weights(truth, predicted, weights)
    named = held[_is(predicted, positive)].sum()
    if named == 0:
        raise UndefinedMetric(f"precision of {positive!r} is undefined: no document was given to them")
    return float(_hits(truth, predicted, positive, held) / named)


def recall(truth: Authors, predicted: Predicted, positive: str, weights: Weights | None = None) -> float:
    """Share of the documents of `positive` that were given to them.

    >>> recall(["ann", "ann", "bob"], ["ann", None, "bob"], positive="ann")
    0.5
    """
    held = _weights(truth, predicted, weights)
    wrote = held[_is(truth, positive)].sum()
    if wrote == 0:
        raise UndefinedMetric(f"recall of {positive!r} is undefined: no document is theirs")
    return float(_hits(truth, predicted, positive, held) / wrote)


def f(truth: Authors, predicted: Predicted, positive: str, weights: Weights | None = None) -> float:
    """Harmonic mean of precision and recall, from counts: 2 TP / (2 TP + FP + FN).

    Defined, and 0, where only one of precision and recall is undefined.

    >>> f(["ann", "ann", "bob"], ["ann", "bob", "bob"], positive="ann") == 2 / 3
    True
    """
    held = _weights(truth, predicted, weights)
    total = held[_is(truth, positive)].sum() + held[_is(predicted, positive)].sum()
    if total == 0:
        raise UndefinedMetric(f"F of {positive!r} is undefined: no document is theirs or was given to them")
    return float(2 * _hits(truth, predicted, positive, held) / total)


def _hits(truth: Authors, predicted: Predicted, positive: str, held: Floats) -> float:
    return float(held[_is(truth, positive) & _is(predicted, positive)].sum())


def _is(names: Predicted, wanted: str) -> Flags:
    return np.array([name == wanted for name in names], dtype=bool)


def _right(truth: Authors, predicted: Predicted) -> Flags:
    return np.array([a == b for a, b in zip(truth, predicted, strict=True)], dtype=bool)


def _weights(truth: Authors, predicted: Predicted, weights: Weights | None) -> Floats:
    """One weight per document, checked."""
    held = np.ones(len(truth)) if weights is None else np.asarray(weights, dtype=np.float64)
    if not len(truth) == len(predicted) == len(held):
        raise ValueError(f"{len(truth)} authors, {len(predicted)} answers, {len(held)} weights")
    if not np.isfinite(held).all() or (held < 0).any():
        raise ValueError("weights must be finite and not negative")
    if held.sum() == 0:
        raise UndefinedMetric("no document to measure: every measure of attribution is undefined")
    return held


def _probabilities(values: npt.ArrayLike, documents: int, authors: int) -> Floats:
    """The table with equal odds for silence, checked to hold probabilities."""
    table = np.array(values, dtype=np.float64)
    if table.shape != (documents, authors):
        raise ValueError(f"probabilities have shape {table.shape}, not ({documents}, {authors})")
    table[np.isnan(table).all(axis=1)] = 1 / authors
    if not ((table >= 0).all() and np.allclose(table.sum(axis=1), 1, atol=1e-6)):
        raise UndefinedMetric("log loss is undefined: the scores are not probabilities that sum to 1")
    return table
