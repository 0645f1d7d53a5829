"""How similar the topics that train are to those that are tested (Tables 6 and 7 of the HITS paper)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SplitError
from stylobench.protocols.leakage_findings import SimilarPair
from stylobench.records import Floats, Rows

LEFT_OUT = -1


@dataclass(frozen=True)
class TrainTest:
    """Mean and maximum cosine over all pairs of a training and a test topic of a fold, averaged over folds."""

    mean: float
    largest: float


def train_test(cosines: Floats, folds: Rows) -> TrainTest:
    """The similarity of training to test topics; `folds` is the fold of each topic, -1 where it is left out.

    >>> train_test(np.array([[1.0, 0.2, 0.6], [0.2, 1.0, 0.4], [0.6, 0.4, 1.0]]), np.array([0, 0, 1]))
    TrainTest(mean=0.5, largest=0.6)
    """
    numbers = np.unique(folds[folds != LEFT_OUT])
    if len(numbers) < 2:
        raise SplitError(f"training and test topics need at least 2 folds; there are {len(numbers)}")
    blocks = [cosines[np.ix_(folds == number, (folds != number) & (folds != LEFT_OUT))] for number in numbers]
    return TrainTest(*(float(np.mean([measure(block) for block in blocks])) for measure in (np.mean, np.max)))


def similar_pairs(sample: str, names: Sequence[str], cosines: Floats, folds: Rows, count: int = 5) -> list[SimilarPair]:
    """The most similar topics that stand in different folds, so that each trains for the other; each pair once."""
    kept = np.flatnonzero(folds != LEFT_OUT)
    first, second = (kept[places] for places in np.triu_indices(len(kept), 1))
    apart = folds[first] != folds[second]
    first, second = first[apart], second[apart]
    order = np.argsort(-np.round(cosines[first, second], 12), kind="stable")[:count]
    return [
        SimilarPair(sample, names[a], names[b], float(cosines[a, b]))
        for a, b in zip(first[order], second[order], strict=True)
    ]
