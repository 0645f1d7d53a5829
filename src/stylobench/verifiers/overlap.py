"""Cosine and set overlap of the character 3-grams of the questioned text and of all known texts joined.

Jayapal & Goswami 2013: a vector space model and a similarity overlap metric on character 3-grams, combined. They
answer yes or no by thresholds; here the score is the mean of both measures, and the map learnt on training problems
sets the threshold. Counts are taken as they are and the overlap is a share of the smaller set, because the weights and
the exact metric could not be read; after the abstract and the introduction of the notebook.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features._counting import Counts
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._own_texts import OwnTextsVerifier
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._profiles import added, both_sides, ngram_counts
from stylobench.verifiers._training import settled
from stylobench.verifiers._verifier import Reason


class Overlap(OwnTextsVerifier):
    """The mean of the cosine of counts and of the share that the smaller set of n-grams has in common with the other.

    n            how long the n-grams are
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")]
    >>> Overlap(calibrate="none").fit(problems, [True, False]).verify(problems).round(2).tolist()
    [0.64, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2013
    paper: ClassVar[str] = "Jayapal & Goswami 2013"
    looks_at: ClassVar[str] = "which character 3-grams occur, and how often"
    rebuilds: ClassVar[tuple[str, ...]] = ("Jayapal 45",)

    def __init__(
        self, n: int = 3, held_out: float = 0.0, calibrate: str = "balanced", objective: str = "overall_2020"
    ) -> None:
        self.n = n
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The n-grams in common that add most to the score, and how much."""
        check_is_fitted(self, "map_")
        asked = settled([problem])
        counts = ngram_counts(asked.texts, "characters", self.n)
        for known, questioned in both_sides(asked):
            columns, adds = _shares(counts, known, questioned)
            order = np.argsort(-adds, kind="stable")[:most]
            return [Reason(counts.names[columns[place]], float(adds[place])) for place in order if adds[place] > 0]
        return []

    def _check(self) -> None:
        require_counts("overlap", n=self.n)

    def _measured(self, problems: Problems) -> Floats:
        counts = ngram_counts(problems.texts, "characters", self.n)
        return np.array([_total(_shares(counts, *sides)[1]) for sides in both_sides(problems)])


def _shares(counts: Counts, known: Rows, questioned: Rows) -> tuple[Rows, Floats]:
    """The n-grams of the questioned text, and what each adds to the score; none where one side has none."""
    (theirs, often), (columns, times) = added(counts, known), added(counts, questioned)
    if len(theirs) == 0 or len(columns) == 0:
        return np.zeros(0, np.int64), np.zeros(0)
    places = np.minimum(np.searchsorted(theirs, columns), len(theirs) - 1)
    shared = theirs[places] == columns
    cosine = np.where(shared, often[places] * times, 0) / np.sqrt((often**2).sum() * (times**2).sum())
    return columns, (cosine + shared / min(len(theirs), len(columns))) / 2


def _total(adds: Floats) -> float:
    return min(float(adds.sum()), 1.0) if len(adds) else float("nan")
