"""Problems over texts on one topic of the simulated world, where only style tells authors apart."""

from __future__ import annotations

import numpy as np
from verifiers.sample_problems import Sample, _trials

import stylobench
from stylobench.metrics.verification import auc
from stylobench.verifiers._verifier import Verifier


def one_topic(documents: int = 60, words: int = 300, seed: int = 3) -> Sample:
    """Trials of one, two or three known documents, half of them by one author."""
    corpus = stylobench.world(authors=4, topics=1, documents=documents, words=words, seed=seed, style=3.0, shortcut=0)
    authors, rows, rng = np.array(corpus.column("author")), np.arange(documents), np.random.default_rng(seed)
    cut = documents * 6 // 10
    return Sample(corpus.texts, _trials(rows[:cut], authors, rng), _trials(rows[cut:], authors, rng))


def auc_of(verifier: Verifier) -> float:
    """How well answers on problems that it has not learnt from tell authors apart."""
    made = one_topic()
    model = verifier.fit(made.problems(made.train), made.train.same)
    return auc(made.test.same, model.verify(made.problems(made.test)))
