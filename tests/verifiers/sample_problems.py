"""Problems over texts of the simulated world, with their truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import stylobench
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Problem, Rows, Trials


@dataclass(frozen=True)
class Sample:
    """Texts, and trials over their rows to learn from and to answer; no text stands in both."""

    texts: list[str]
    train: Trials
    test: Trials

    def problems(self, trials: Trials, texts: list[str] | None = None) -> list[Problem]:
        return list(Problems.without_truth(Texts(texts or self.texts), trials))


def sample(documents: int = 60, words: int = 80, seed: int = 7) -> Sample:
    """Trials of one, two or three known documents, half of them by one author."""
    corpus = stylobench.world(authors=5, topics=3, documents=documents, words=words, seed=seed, style=2.0)
    authors = np.array(corpus.column("author"))
    rng = np.random.default_rng(seed)
    rows, cut = np.arange(documents), documents * 7 // 10
    return Sample(corpus.texts, _trials(rows[:cut], authors, rng), _trials(rows[cut:], authors, rng))


def _trials(rows: Rows, authors: Booleans, rng: np.random.Generator) -> Trials:
    known, questioned, same = [], [], []
    for place, row in enumerate(rows):
        mine = rows[(authors[rows] == authors[row]) & (rows != row)]
        others = rows[authors[rows] == rng.choice(np.unique(authors[rows][authors[rows] != authors[row]]))]
        for pool, truth in ((mine, True), (others, False)):
            if len(pool) == 0:
                continue
            known.append(rng.choice(pool, min(1 + place % 3, len(pool)), replace=False))
            questioned.append(row)
            same.append(truth)
    starts = np.cumsum([0, *map(len, known)])
    groups = np.full(len(same), "")
    return Trials(np.concatenate(known), starts, np.array(questioned), np.array(same), groups)
