"""One fold per topic: train on every other topic, test on this one (Schein et al., 2010).

>>> from sklearn.dummy import DummyClassifier
>>> from sklearn.model_selection import cross_val_score
>>> authors, topics = ["a", "b", "a", "b"], ["x", "x", "y", "y"]
>>> scores = cross_val_score(DummyClassifier(), [[0]] * 4, authors, groups=topics, cv=NovelTopic())
>>> [float(score) for score in scores]
[0.5, 0.5]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Rows


class NovelTopic:
    """A scikit-learn splitter; `groups` holds the topic of every document. Topics come in sorted order."""

    def split(self, X: Any, y: Any = None, groups: Sequence[str] | None = None) -> Iterator[tuple[Rows, Rows]]:
        """Training and test rows, a pair per topic."""
        labels = np.asarray(groups) if groups is not None else None
        for topic in self.topics(groups):
            held_out = labels == topic
            yield np.flatnonzero(~held_out), np.flatnonzero(held_out)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Sequence[str] | None = None) -> int:
        """The number of topics."""
        return len(self.topics(groups))

    @staticmethod
    def topics(groups: Sequence[str] | None) -> list[str]:
        """The topics in the order of their folds."""
        if groups is None:
            raise SplitError("NovelTopic needs groups=: the topic of every document")
        found = [str(topic) for topic in np.unique(np.asarray(groups))]
        if len(found) < 2:
            raise SplitError(f"there is {len(found)} topic; novel topic needs at least 2")
        return found
