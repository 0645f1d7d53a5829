"""One fold per topic, turned round: train on this topic alone, test on all the others (Corney; Madigan)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stylobench.records import Rows
from stylobench.splits.novel_topic import NovelTopic


class OneTopic(NovelTopic):
    """A scikit-learn splitter; `groups` holds the topic of every document.

    >>> [len(test) for train, test in OneTopic().split("abc", groups=["x", "x", "y"])]
    [1, 2]
    """

    def split(self, X: Any, y: Any = None, groups: Sequence[str] | None = None) -> Iterator[tuple[Rows, Rows]]:
        """Training and test rows, a pair per topic."""
        for others, this in super().split(X, y, groups):
            yield this, others
