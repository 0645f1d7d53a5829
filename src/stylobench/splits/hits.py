"""HITS: topics as unlike one another as can be, chosen one by one (Sawatphol et al., 2024).

The first topic has the lowest mean cosine to all others; each further one has the lowest leakage score, mean times
maximum of its cosines to the topics already taken. A negative mean would make that product fall as similarity rises,
so the score is then the mean itself; `score="published"` is the plain product everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from stylobench.errors import SplitError
from stylobench.records import Floats

SCORES = ("corrected", "published")
DECIMALS = 12


@dataclass(frozen=True)
class Choice:
    """A topic that was taken: its leakage score at that moment, and the most similar topic taken before it.

    The first has nothing to leak to: its score is 0, its nearest None and that similarity NaN.
    """

    topic: str
    leakage: float
    nearest: str | None
    similarity: float


def select_topics(names: Sequence[str], vectors: npt.ArrayLike, count: int, score: str = "corrected") -> list[str]:
    """The names of `count` topics, in order of selection; among equals the first by name.

    >>> select_topics(["sea", "boats", "law"], [[1, 0.1], [1, 0], [0, 1]], 2)
    ['law', 'boats']
    """
    return [choice.topic for choice in choices(names, vectors, count, score)]


def choices(names: Sequence[str], vectors: npt.ArrayLike, count: int, score: str = "corrected") -> list[Choice]:
    """The topics in order of selection, each with why it was taken."""
    if score not in SCORES:
        raise SplitError(f"no leakage score named {score!r}; there are: {', '.join(SCORES)}")
    topics, units = directions(names, vectors)
    if not 1 <= count <= len(topics):
        raise SplitError(f"cannot select {count} of {len(topics)} topics; ask for 1 to {len(topics)}")
    # sums split over threads have other last bits
    with threadpool_limits(1):
        return _chosen(topics, units, count, score)


def _chosen(topics: list[str], units: Floats, count: int, score: str) -> list[Choice]:
    """One topic after the other; sums and maxima of cosines run along."""
    found, places = [Choice(topics[start := _most_alone(units)], 0.0, None, float("nan"))], [start]
    total, largest, nearest = np.zeros(len(topics)), np.full(len(topics), -np.inf), np.zeros(len(topics), np.int64)
    while len(found) < count:
        cosines = units @ units[places[-1]]
        total += cosines
        closer = np.round(cosines, DECIMALS) > np.round(largest, DECIMALS)
        largest, nearest = np.maximum(largest, cosines), np.where(closer, places[-1], nearest)
        leakage = _leakage(total / len(places), largest, score)
        leakage[places] = np.inf
        best = int(np.argmin(leakage))
        found.append(Choice(topics[best], float(leakage[best]), topics[nearest[best]], float(largest[best])))
        places.append(best)
    return found


def directions(names: Sequence[str], vectors: npt.ArrayLike) -> tuple[list[str], Floats]:
    """Names in sorted order and their vectors at unit length; what has no direction is an error."""
    matrix = np.asarray(vectors, dtype=np.float64)
    if matrix.ndim != 2 or len(matrix) != len(names):
        raise SplitError(f"{len(names)} topics need as many vectors in rows; the array has shape {matrix.shape}")
    order = sorted(range(len(names)), key=names.__getitem__)
    topics = [str(names[place]) for place in order]
    if twice := [one for one, two in pairwise(topics) if one == two]:
        raise SplitError(f"topic {twice[0]!r} is named more than once; each topic has one vector")
    matrix = matrix[order]
    largest = np.abs(matrix).max(axis=1, initial=0.0)
    for fault, bad in (("is not finite", ~np.isfinite(largest)), ("is all zeros", largest == 0)):
        if bad.any():
            raise SplitError(f"the vector of topic {topics[int(np.argmax(bad))]!r} {fault}; it has no direction")
    # divided by the largest first: squares of very large or small entries leave the range of numbers
    scaled = matrix / largest[:, None]
    return topics, np.asarray(scaled / np.sqrt((scaled * scaled).sum(axis=1, keepdims=True)))


def _most_alone(units: Floats) -> int:
    """The lowest mean cosine to all others; one's own cosine of 1 and the division leave the order as it is."""
    others = max(1, len(units) - 1)
    return int(np.argmin(np.round((units @ units.sum(axis=0) - 1) / others, DECIMALS)))


def _leakage(mean: Floats, largest: Floats, score: str) -> Floats:
    product = mean * largest
    corrected = product if score == "published" else np.where(mean < 0, mean, product)
    return np.asarray(np.round(corrected, DECIMALS))
