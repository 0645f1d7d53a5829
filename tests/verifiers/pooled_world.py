"""Problems of the simulated world with pools: nobody whom a problem is about stands as an impostor in it."""

from __future__ import annotations

import numpy as np
from verifiers.sample_problems import sample

import stylobench
from stylobench import specs
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.metrics.verification import auc


def told_apart(spec: str) -> float:
    """The AUC on test problems of a larger world."""
    made = sample(documents=120, words=150)
    corpus = stylobench.world(authors=5, topics=3, documents=120, words=150, seed=7, style=2.0)
    writers = np.unique(corpus.column("author"), return_inverse=True)[1]
    train, test = (
        Problems.without_truth(Texts(made.texts), trials).with_pools(made.train.rows, writers)
        for trials in (made.train, made.test)
    )
    answers = specs.build("verifiers", spec).fit(train, made.train.same).verify(test)
    answered = ~np.isnan(answers)
    return float(auc(made.test.same[answered], answers[answered]))
