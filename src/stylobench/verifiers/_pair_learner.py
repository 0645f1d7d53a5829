"""What verifiers that learn from measures of each problem share: only the measures and the learner differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SplitError
from stylobench.features.kept import of_problems
from stylobench.features.problems import Problems
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.verifiers._learnt import in_short
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest

PARTS = 5


class PairLearner(Verifier):
    """A method adds `_names`, `_measures` and `_learner`, and `_look_around` where measures need a background.

    Measures are standardised by the training problems. The learner must count both classes alike; it may depend on
    the order of its rows, which are sorted by content. With `held_out` 0 a map is tuned on scores that are crossed:
    those of each fifth of the training problems come from what was learnt from the others, because a learner has seen
    too much of its own problems to be tuned on them.
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
        """An unfitted learner of scikit-learn, one of which `in_short` keeps what answers."""
        raise NotImplementedError

    def _look_around(self, training: Training, texts: Rows) -> None:
        """Learn what measures are taken against, from these rows of the training texts only."""

    def _teach(self, rows: Floats, same: Booleans, questioned: Rows) -> None:
        """Learn from standardised measures; `questioned` tells which problems ask about the same text."""
        self.learner_ = in_short(self._learner().fit(rows, same))

    def _answers(self, rows: Floats) -> Floats:
        """The probability of one author for standardised measures, of each row alike in any company."""
        answers: Floats = self.learner_.answers(rows)
        return answers

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure what depends on single problems alone."""
        settled(problems)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """How much the score would fall if a measure were as in the mean training problem; the greatest first."""
        check_is_fitted(self, "learner_")
        asked = settled([problem])
        if not len(asked.known) or np.isnan(values := self._measures(asked)).any():
            return []
        without = np.repeat(values, values.shape[1], axis=0)
        np.fill_diagonal(without, self.centre_)
        changes = self._probabilities(values)[0] - self._probabilities(without)
        return weightiest(self._names, changes, most)

    def _learn(self, training: Training, texts: Rows) -> None:
        self._look_around(training, texts)
        values = self._measures(training.problems)
        usable = ~np.isnan(values).any(axis=1)
        values, same, questioned = values[usable], training.same[usable], training.problems.questioned[usable]
        if same.all() or not same.any():
            raise SplitError("all training problems of one class have a text that cannot be measured")
        spread = values.std(axis=0)
        self.centre_, self.spread_ = values.mean(axis=0), np.where(spread > 0, spread, 1.0)
        self._teach((values - self.centre_) / self.spread_, same, questioned)

    def _scores(self, problems: Problems) -> Floats:
        values = self._measures(problems)
        scores, usable = np.full(len(problems), np.nan), ~np.isnan(values).any(axis=1)
        if usable.any():
            scores[usable] = self._probabilities(values[usable])
        return scores

    def _probabilities(self, values: Floats) -> Floats:
        return self._answers((values - self.centre_) / self.spread_)

    def _tuned_on_all(self, training: Training) -> Any:
        usable = np.flatnonzero(answerable(training.problems))
        parts = np.full(len(training.same), -1)
        parts[usable] = parts_of(training.same[usable], training.problems.questioned[usable])
        if parts.max(initial=0) < 1:
            return super()._tuned_on_all(training)
        scores = np.full(len(parts), np.nan)
        for part in range(parts.max() + 1):
            held = parts == part
            unseen = training.unseen_texts(held)
            # where every text stands in a problem held out, there is no background but theirs
            self._learn(training.take(~held), unseen if len(unseen) else training.problems.take(~held).rows)
            scores[held] = self._scores(training.problems.take(held))
        self._learn(training, training.problems.rows)
        tuned = self._tuned(scores, training.same)
        if tuned is None:
            raise SplitError("no training problem of one class gets a score; give longer texts or more of them")
        return tuned


def kept_measures(problems: Problems, name: str, measure: Callable[[Problems], Floats]) -> Floats:
    """Measures that need no background, taken once for all folds; NaN where a text is blank.

    `measure` gives a row per problem; `name` must tell the method and every parameter that changes it.
    """

    def measured(new: Problems) -> Floats:
        usable = np.flatnonzero(answerable(new))
        found = measure(new.take(usable))
        values = np.full((len(new), found.shape[1]), np.nan)
        values[usable] = found
        return values

    return of_problems(problems, name, measured)


def parts_of(same: Booleans, questioned: Rows) -> Rows:
    """A part for each problem, so that what is outside of a part holds both classes; one part where that cannot be.

    Problems that ask about one text stay together: apart, the truth of one would teach against the other.
    """
    asked, groups = np.unique(questioned, return_inverse=True)
    with_same, with_other = (np.bincount(groups, kind, len(asked)) > 0 for kind in (same, ~same))
    count = max(min(PARTS, int(with_same.sum()), int(with_other.sum())), 1)
    first = np.full(len(asked), len(same))
    np.minimum.at(first, groups, np.arange(len(same)))
    # texts with one class stand at the ends, so that those of each class follow each other
    order = np.lexsort((first, with_other.astype(np.int64) - with_same))
    parts = np.empty(len(asked), dtype=np.int64)
    parts[order] = np.arange(len(asked)) % count
    return parts[groups]
