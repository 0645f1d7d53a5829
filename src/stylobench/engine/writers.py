"""Who wrote each document, as a code: what keeps a person's texts out of the pool of impostors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.features.pools import writers_by_truth
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Rows, Trials, TrialSplit


def writers(texts: Sequence[str], authors: Sequence[str | None], splits: Sequence[TrialSplit]) -> Rows:
    """By name where every author is known; else all that must be by one person because problems say so."""
    if all(authors):
        return np.unique(np.array(authors, dtype=np.str_), return_inverse=True)[1].astype(np.int64)
    every = Trials.joined([side for split in splits for side in (split.train, split.test)])
    place = {text: row for row, text in reversed(list(enumerate(texts)))}
    once = np.array([place[text] for text in texts], dtype=np.int64)
    linked = Problems(Texts(list(texts)), once[every.known], every.starts, once[every.questioned])
    return writers_by_truth(linked, every.same)[once]
