"""Problems of the simulated world with pools: nobody whom a problem is about stands as an impostor in it."""

from __future__ import annotations

import numpy as np
from verifiers.sample_problems import sample

import stylobench
from stylobench import specs
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.metrics.verification import auc
from stylobench.records import Problem


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


def same_people(spec: str) -> bool:
    """Whether a method meets the same people where only white space of the questioned text was changed.

    No feature counts white space, so that answers are equal to the bit if the same people are drawn. White space of
    the known text changes who is drawn: else there would be nothing to see.
    """
    made = sample()
    problems = made.problems(made.test)
    model = specs.build("verifiers", spec).set_params(calibrate="none").fit(made.problems(made.train), made.train.same)
    answers, questioned, known = (
        model.verify([change(problem) for problem in problems])
        for change in (
            lambda problem: problem,
            lambda problem: Problem(problem.known, _wide(problem.questioned)),
            lambda problem: Problem(tuple(map(_wide, problem.known)), problem.questioned),
        )
    )
    return np.array_equal(answers, questioned) and not np.array_equal(answers, known)


def _wide(text: str) -> str:
    return text.replace(" ", "  ")
