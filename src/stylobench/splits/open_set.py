"""New topics by known authors and by strangers: topics and authors are held out together.

For each group of held-out authors (the strangers) and each fold of topics: train on the other topics without the
strangers, test on the fold with them. The threshold below which a method should say "somebody else" comes from a
second split inside the training set: another fold of topics, known authors only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.records import Rows
from stylobench.seeds import generator
from stylobench.splits.topic_kfold import TopicKFold

Labels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class OpenSplit:
    """Train and test, with the inner pair that sets the threshold."""

    name: str
    train: Rows
    test: Rows
    inner_train: Rows
    inner_test: Rows


def open_set(authors: Labels, topics: Labels, seed: int, groups: int = 2, folds: int = 4) -> Iterator[OpenSplit]:
    """Every stranger group crossed with every topic fold; nothing where there are too few authors or topics."""
    names = np.unique(authors)
    folds = min(folds, len(np.unique(topics)))
    if len(names) < 2 * groups or folds < 3:
        return
    fold = TopicKFold(folds, seed).folds(list(topics))
    strangers = dict(zip(generator(seed, "strangers").permutation(names), np.arange(len(names)) % groups, strict=True))
    group = np.array([strangers[author] for author in authors])
    for away in range(groups):
        for held in range(folds):
            inner = (held + 1) % folds
            known, training = group != away, fold != held
            yield OpenSplit(
                f"{away}/{held}",
                np.flatnonzero(known & training),
                np.flatnonzero(~training),
                np.flatnonzero(known & training & (fold != inner)),
                np.flatnonzero(known & training & (fold == inner)),
            )
