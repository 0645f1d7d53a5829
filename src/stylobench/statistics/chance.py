"""Chance level: what the same answers would score were authors shuffled within their topics.

Nothing is fitted again, because the model of a held-out topic never saw that topic's authors. Holding a
topic out makes its authors rarer in training, so an attributor that only knows who writes most falls
*below* one in so many authors:

>>> truth = ["ann"] * 8 + ["bob"] * 2 + ["ann"] * 2 + ["bob"] * 8
>>> topics = ["tennis"] * 10 + ["opera"] * 10
>>> most_frequent_elsewhere = ["bob"] * 10 + ["ann"] * 10
>>> permutation_chance(truth, most_frequent_elsewhere, topics, np.random.default_rng(0)).mean
0.2
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.errors import UndefinedMetric
from stylobench.records import Rows

Codes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Chance:
    """Expected accuracy under shuffling (exact), its 95th percentile, and p of the accuracy observed."""

    mean: float
    high: float
    p: float


def permutation_chance(
    truth: Sequence[str],
    predicted: Sequence[str | None],
    topics: Sequence[str],
    rng: np.random.Generator,
    draws: int = 200,
) -> Chance:
    """Accuracy over all documents when true authors are permuted within topics against fixed answers."""
    if not len(truth) == len(predicted) == len(topics):
        raise ValueError(f"{len(truth)} authors, {len(predicted)} answers, {len(topics)} topics")
    if len(truth) == 0:
        raise UndefinedMetric("no document to measure: the chance level is undefined")
    true, said = _codes(truth, predicted)
    expected, hits = 0.0, np.zeros(draws, dtype=np.int64)
    for rows in _rows_by_topic(topics):
        expected += _expected_hits(true[rows], said[rows])
        hits += _shuffled_hits(true[rows], said[rows], rng, draws)
    observed = int((true == said).sum())
    return Chance(
        mean=expected / len(truth),
        high=float(np.quantile(hits, 0.95)) / len(truth),
        p=(1 + int((hits >= observed).sum())) / (1 + draws),
    )


def _codes(truth: Sequence[str], predicted: Sequence[str | None]) -> tuple[Codes, Codes]:
    """Authors as numbers from 0; silence is the number after the last."""
    names = sorted(set(truth) | {name for name in predicted if name is not None})
    place: dict[str | None, int] = {name: i for i, name in enumerate(names)}
    place[None] = len(names)
    return np.array([place[name] for name in truth]), np.array([place[name] for name in predicted])


def _rows_by_topic(topics: Sequence[str]) -> list[Rows]:
    _, topic = np.unique(np.asarray(topics, dtype=object).astype(str), return_inverse=True)
    order = np.argsort(topic, kind="stable")
    return np.split(order, np.cumsum(np.bincount(topic))[:-1])


def _expected_hits(true: Codes, said: Codes) -> float:
    size = int(max(true.max(), said.max())) + 1
    return float(np.bincount(true, minlength=size) @ np.bincount(said, minlength=size) / len(true))


def _shuffled_hits(true: Codes, said: Codes, rng: np.random.Generator, draws: int) -> Rows:
    shuffled = rng.permuted(np.tile(true, (draws, 1)), axis=1)
    return np.asarray((shuffled == said).sum(axis=1), dtype=np.int64)
