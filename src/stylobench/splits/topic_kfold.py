"""Topics dealt into k folds as evenly as possible: sorted, shuffled by the seed, dealt in turn.

>>> folds = list(TopicKFold(n_splits=2).split("abcd", groups=["x", "y", "z", "x"]))
>>> sorted(len(test) for train, test in folds)
[1, 3]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Rows
from stylobench.seeds import generator


class TopicKFold:
    """A scikit-learn splitter; no topic is on both sides."""

    def __init__(self, n_splits: int = 5, seed: int = 0) -> None:
        self.n_splits = n_splits
        self.seed = seed

    def split(self, X: Any, y: Any = None, groups: Sequence[str] | None = None) -> Iterator[tuple[Rows, Rows]]:
        """Training and test rows, a pair per fold."""
        fold = self.folds(groups)
        for number in range(self.n_splits):
            yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits

    def folds(self, groups: Sequence[str] | None) -> Rows:
        """The fold of every document."""
        if groups is None:
            raise SplitError("TopicKFold needs groups=: the topic of every document")
        topics, of_document = np.unique(np.asarray(groups), return_inverse=True)
        if not 2 <= self.n_splits <= len(topics):
            raise SplitError(f"{len(topics)} topics cannot be dealt into {self.n_splits} folds of at least one")
        turn = generator(self.seed, "topic k-fold").permutation(len(topics)) % self.n_splits
        return np.asarray(turn[of_document], dtype=np.int64)
