"""Growing training sets: a new topic answered by models that know 1, 2, 4, 8, ... other topics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stylobench.records import Rows
from stylobench.seeds import generator

Labels = np.ndarray[Any, Any]


def sizes(topics: int) -> list[int]:
    """How many training topics the curve is drawn at, without the last point, which is novel topic itself.

    >>> sizes(12)
    [1, 2, 4, 8]
    """
    return [2**power for power in range(topics.bit_length()) if 2**power < topics - 1]


def growing(topics: Labels, topic: str, seed: int) -> Iterator[tuple[int, Rows, Rows]]:
    """Number of training topics, training rows and test rows; the topics of a smaller set are in every larger one."""
    others = np.unique(topics[topics != topic])
    order = generator(seed, "retrain", topic).permutation(others)
    test = np.flatnonzero(topics == topic)
    for size in sizes(len(others) + 1):
        yield size, np.flatnonzero(np.isin(topics, order[:size])), test
