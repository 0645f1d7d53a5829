"""How well each text is predicted by a compression model (PPM) of the other, then logistic regression.

After Teahan & Harper 2003, a baseline of PAN 2020 and of the topic-leakage paper: mean and absolute difference of the
two cross-entropies. `features="raw"` takes the two as they are (PAN 2022). With several known texts, cross-entropies
are averaged over them. The features are standardised on the training problems. A problem with a blank text gets no
answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy.special import expit
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError, SplitError
from stylobench.features import ppm
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._ppm_words import saved_by_word
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier

FEATURES = ("symmetric", "raw")
PIECES, PIECE = 100, 2000  # texts, and characters of each, that stand for anyone's writing in an explanation


class Ppm(Verifier):
    """Logistic regression on cross-entropies of character models.

    order        how many characters of context a model remembers, at most 5
    features     symmetric: mean and absolute difference; raw: questioned under known, known under questioned
    radius       no answer where the probability lies at most this far from .5; 0: always an answer
    calibrate    none, because logistic regression gives probabilities; or a map as in `char_ngrams`

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> (Ppm().fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "compression"
    year: ClassVar[int] = 2003
    paper: ClassVar[str] = "Teahan & Harper 2003"
    looks_at: ClassVar[str] = "how well each text predicts the characters of the other"

    def __init__(
        self,
        order: int = 5,
        features: str = "symmetric",
        radius: float = 0.0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.order = order
        self.features = features
        self.radius = radius
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Ppm:
        """Learn from problems and their truth, and from nothing else."""
        if self.features not in FEATURES:
            raise SpecError(f"ppm(features={self.features!r}): it can be one of: {', '.join(FEATURES)}")
        if not 0 <= self.radius < 0.5:
            raise SpecError(f"ppm(radius={self.radius!r}): it must be at least 0 and below .5")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure the cross-entropies of all couples, in threads."""
        read = settled(problems)
        ppm.prepare(read.texts, read.take(answerable(read)).couples, self.order)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The words that the known texts predict better than training texts do, by bits saved per character."""
        check_is_fitted(self, "background_")
        return saved_by_word(problem.questioned, problem.known, self.background_, self.order)[:most]

    def _learn(self, training: Training, texts: Rows) -> None:
        from sklearn.linear_model import LogisticRegression

        values = self._values(training.problems)
        usable = ~np.isnan(values[:, 0])
        values, same = values[usable], training.same[usable]
        if same.all() or not same.any():
            raise SplitError("all training problems of one class have a blank text; ppm cannot learn from them")
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        model = LogisticRegression(class_weight="balanced").fit((values - self.centre_) / self.spread_, same)
        self.coef_, self.intercept_ = model.coef_[0], float(model.intercept_[0])
        self.background_ = tuple(training.problems.texts[row][:PIECE] for row in texts[:PIECES])

    def _scores(self, problems: Problems) -> Floats:
        # column by column: a product of matrices may round differently in other company
        first, second = ((self._values(problems) - self.centre_) / self.spread_).T
        return np.asarray(expit(first * self.coef_[0] + second * self.coef_[1] + self.intercept_))

    def _mapped(self, scores: Floats) -> Floats:
        answers = super()._mapped(scores)
        if self.radius > 0:
            answers[np.abs(answers - 0.5) <= self.radius] = np.nan
        return answers

    def _values(self, problems: Problems) -> Floats:
        both = self._cross_entropies(problems)
        if self.features == "raw":
            return both
        return np.column_stack([both.mean(axis=1), np.abs(both[:, 0] - both[:, 1])])

    def _cross_entropies(self, problems: Problems) -> Floats:
        both = np.full((len(problems), 2), np.nan)
        usable = np.flatnonzero(answerable(problems))
        some = problems.take(usable)
        both[usable] = some.averaged(ppm.crossed(some.texts, some.couples, self.order))
        return both
