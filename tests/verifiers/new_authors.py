"""Problems on one topic by authors of whom nothing was learnt, for methods that compare with other people."""

from __future__ import annotations

import numpy as np
from verifiers.sample_problems import Sample, _trials

import stylobench
from stylobench.metrics.verification import auc


def new_authors(words: int = 200, seed: int = 3) -> Sample:
    """Six texts by each of 16 authors; half of the authors to learn from."""
    corpus = stylobench.world(authors=16, topics=1, documents=96, words=words, seed=seed, style=3.0)
    authors = np.array(corpus.column("author"))
    learnt = np.isin(authors, np.unique(authors)[:8])
    rng = np.random.default_rng(seed)
    train, test = (_trials(np.flatnonzero(rows), authors, rng) for rows in (learnt, ~learnt))
    return Sample(corpus.texts, train, test)


def auc_on_new_authors(model, words: int = 200) -> float:
    """How well a verifier ranks same-author problems first."""
    made = new_authors(words)
    model.fit(made.problems(made.train), made.train.same)
    return float(auc(made.test.same, model.verify(made.problems(made.test))))
