"""Problems of the simulated world with one topic and marked styles: whoever looks at words can solve them."""

from __future__ import annotations

import numpy as np
from verifiers.sample_problems import Sample, _trials

import stylobench
from stylobench.metrics.verification import auc
from stylobench.verifiers._verifier import Verifier


def strong_style(words: int = 300, documents: int = 60, seed: int = 7) -> Sample:
    corpus = stylobench.world(authors=5, topics=1, documents=documents, words=words, seed=seed, style=5.0)
    authors, rng = np.array(corpus.column("author")), np.random.default_rng(seed)
    rows, cut = np.arange(documents), documents * 7 // 10
    return Sample(corpus.texts, _trials(rows[:cut], authors, rng), _trials(rows[cut:], authors, rng))


def auc_of(verifier: Verifier, made: Sample) -> float:
    model = verifier.fit(made.problems(made.train), made.train.same)
    return auc(made.test.same, model.verify(made.problems(made.test)))
