"""What verifiers that learn from measures of each problem share: only the measures and the learner differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SplitError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier


class PairLearner(Verifier):
    """A method adds `_names`, `_measures` and `_learner`, and `_look_around` where measures need a background.

    Measures are standardised by the training problems. The learner must count both classes alike; it may depend on
    the order of its rows, which are sorted by content.
    """

    centre_: Floats
    spread_: Floats
    learner_: Any

    @property
    def _names(self) -> list[str]:
        """What the measures are, in plain words."""
        raise NotImplementedError

    def _measures(self, problems: Problems) -> Floats:
        """A row of measures per problem, NaN where it cannot be measured; each depends on its own problem only."""
        raise NotImplementedError

    def _learner(self) -> Any:
        """An unfitted classifier with `predict_proba`."""
        raise NotImplementedError

    def _look_around(self, training: Training, texts: Rows) -> None:
        """Learn what measures are taken against, from these rows of the training texts only."""

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """How much the score would fall if a measure were as in the mean training problem; the greatest first."""
        check_is_fitted(self, "learner_")
        values = self._measures(settled([problem]))
        if np.isnan(values).any():
            return []
        without = np.repeat(values, values.shape[1], axis=0)
        np.fill_diagonal(without, self.centre_)
        changes = self._probabilities(values)[0] - self._probabilities(without)
        order = np.argsort(-np.abs(changes), kind="stable")[:most]
        return [Reason(self._names[place], float(changes[place])) for place in order if changes[place] != 0]

    def _learn(self, training: Training, texts: Rows) -> None:
        self._look_around(training, texts)
        values = self._measures(training.problems)
        usable = ~np.isnan(values).any(axis=1)
        values, same = values[usable], training.same[usable]
        if same.all() or not same.any():
            raise SplitError("all training problems of one class have a text that cannot be measured")
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        self.learner_ = self._learner().fit((values - self.centre_) / self.spread_, same)

    def _scores(self, problems: Problems) -> Floats:
        values = self._measures(problems)
        scores, usable = np.full(len(problems), np.nan), ~np.isnan(values).any(axis=1)
        if usable.any():
            scores[usable] = self._probabilities(values[usable])
        return scores

    def _probabilities(self, values: Floats) -> Floats:
        """Of one author, each row on its own: a product of matrices may round differently in other company."""
        standard = (values - self.centre_) / self.spread_
        return np.array([self.learner_.predict_proba(row[None])[0, 1] for row in standard])

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure what depends on single problems alone."""
        settled(problems)
