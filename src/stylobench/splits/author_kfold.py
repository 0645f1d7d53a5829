"""Standard k-fold by author: each fold gets floor(n/k) of an author's documents, the last one also the rest.

That is as published. With few documents per author the last fold then tests most of them, and trains on next to none;
`rest="spread"` deals the rest out in turn, one document to a fold.

>>> folds = AuthorKFold(n_splits=2).split(["t"] * 5, ["a", "a", "a", "b", "b"])
>>> sorted(len(test) for train, test in folds)
[2, 3]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stylobench.errors import SplitError
from stylobench.records import Rows
from stylobench.seeds import generator

RESTS = ("last", "spread")


class AuthorKFold:
    """A scikit-learn splitter; which of an author's documents go together is drawn by `seed`."""

    def __init__(self, n_splits: int = 10, seed: int = 0, rest: str = "last") -> None:
        self.n_splits = n_splits
        self.seed = seed
        self.rest = rest

    def split(self, X: Any, y: Sequence[str], groups: Any = None) -> Iterator[tuple[Rows, Rows]]:
        """Training and test rows, a pair per fold."""
        fold = self._folds(np.asarray(y))
        for number in range(self.n_splits):
            yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits

    def _folds(self, authors: np.ndarray[Any, Any]) -> Rows:
        if self.n_splits < 2:
            said = "1 fold" if self.n_splits == 1 else f"{self.n_splits} folds"
            raise SplitError(f"{said}; cross-validation needs at least 2")
        if len(authors) < self.n_splits:
            raise SplitError(f"{len(authors)} documents cannot fill {self.n_splits} folds")
        if self.rest not in RESTS:
            raise SplitError(f"the rest of an author's documents can go to {' or '.join(RESTS)}, not {self.rest!r}")
        fold = np.full(len(authors), self.n_splits - 1, dtype=np.int64)
        dealt = 0
        names, codes = np.unique(authors, return_inverse=True)
        ends = np.cumsum(np.bincount(codes))[:-1]
        for author, rows in zip(names, np.split(np.argsort(codes, kind="stable"), ends), strict=True):
            generator(self.seed, "author k-fold", str(author)).shuffle(rows)
            share = len(rows) // self.n_splits
            even, rest = rows[: share * self.n_splits], rows[share * self.n_splits :]
            fold[even] = np.repeat(np.arange(self.n_splits), share)
            if self.rest == "spread":
                fold[rest] = (dealt + np.arange(len(rest))) % self.n_splits
                dealt += len(rest)
        return fold
