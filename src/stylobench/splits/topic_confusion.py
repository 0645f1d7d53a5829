"""Topics swapped between authors: a topic that meant one author in training means another in the test.

For two topics, the authors who wrote on both are dealt into two halves. One half trains on the first topic and is
tested on the second, the other half the reverse; then training and test change places. Both topics are known, and so
are all authors: who follows the topic names the wrong half (Altakrori et al., 2021).

>>> authors, topics = ["ann", "ann", "bob", "bob"], ["air", "sea", "air", "sea"]
>>> [sorted(train.tolist()) for train, test in TopicConfusion().split(authors, authors, topics)]
[[0, 3], [1, 2]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Rows
from stylobench.seeds import generator

FEWEST_AUTHORS = 2


class TopicConfusion:
    """A scikit-learn splitter; `y` holds authors, `groups` topics. Two splits for every two topics that share authors,
    in sorted order; which authors go together is drawn by `seed`.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def split(
        self, X: Any, y: Sequence[str] | None = None, groups: Sequence[str] | None = None
    ) -> Iterator[tuple[Rows, Rows]]:
        """Training and test rows, two pairs for every two topics."""
        pairs, authors, topics = self.pairs(y, groups), np.asarray(y), np.asarray(groups)
        for first, second in pairs:
            one, other = self._swapped(authors, topics, first, second)
            yield one, other
            yield other, one

    def get_n_splits(self, X: Any = None, y: Sequence[str] | None = None, groups: Sequence[str] | None = None) -> int:
        """Twice the number of pairs of topics."""
        return 2 * len(self.pairs(y, groups))

    @staticmethod
    def pairs(y: Sequence[str] | None, groups: Sequence[str] | None) -> list[tuple[str, str]]:
        """The pairs of topics on both of which at least two authors wrote, in the order of their splits."""
        if y is None or groups is None:
            raise SplitError("TopicConfusion needs y= and groups=: the author and the topic of every document")
        authors, topics = np.asarray(y), np.asarray(groups)
        writers = {str(topic): set(authors[topics == topic].tolist()) for topic in np.unique(topics)}
        found = [
            pair for pair in combinations(writers, 2) if len(writers[pair[0]] & writers[pair[1]]) >= FEWEST_AUTHORS
        ]
        if not found:
            raise SplitError(
                f"no two of {len(writers)} topics have {FEWEST_AUTHORS} authors who wrote on both; "
                "topic confusion needs them: take more documents or coarser topics"
            )
        return found

    def _swapped(self, authors: np.ndarray[Any, Any], topics: np.ndarray[Any, Any], *pair: str) -> tuple[Rows, Rows]:
        on_first, on_second = (topics == topic for topic in pair)
        both = np.intersect1d(authors[on_first], authors[on_second])
        half = generator(self.seed, "topic confusion", *pair).permutation(both)[: len(both) // 2]
        ours, taking_part = np.isin(authors, half), np.isin(authors, both)
        straight = (ours & on_first) | (~ours & on_second)
        crossed = (ours & on_second) | (~ours & on_first)
        return np.flatnonzero(straight & taking_part), np.flatnonzero(crossed & taking_part)
