"""What verifiers by differences of fixed measures share: only the measures differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._pair_learner import PairLearner, kept_measures
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._training import settled

LEARNERS = ("logistic", "forest")


def differences(problems: Problems, values: Floats) -> Floats:
    """How far the questioned text lies from the mean of the known ones in each measure; a row of `values` per text."""
    return np.abs(problems.averaged(values[problems.known]) - values[problems.questioned])


class Differences(PairLearner):
    """A method adds `_names` and `_per_text`, which measures of a text count."""

    learner: str
    C: float
    trees: int
    seed: int

    def _per_text(self, texts: Texts) -> Floats:
        """A row of measures per text of the whole store."""
        raise NotImplementedError

    @property
    def _kept_as(self) -> str:
        """The name of the measures, which tells every parameter that changes them."""
        raise NotImplementedError

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        name = type(self).__name__.lower()
        require_choice(name, LEARNERS, learner=self.learner)
        if not self.C > 0:
            raise SpecError(f"{name}(C={self.C!r}): it must be above 0")
        require_counts(name, trees=self.trees)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure all texts and the differences in all problems."""
        self._measures(settled(problems))

    def _measures(self, problems: Problems) -> Floats:
        return kept_measures(problems, self._kept_as, lambda some: differences(some, self._per_text(some.texts)))

    def _teach(self, rows: Floats, same: Booleans, questioned: Rows) -> None:
        if self.learner == "forest":
            self.learner_ = Forest.grown(rows, same, self.trees, generator(self.seed, "forest of differences"))
        else:
            super()._teach(rows, same, questioned)

    def _learner(self) -> Any:
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(C=self.C, class_weight="balanced", solver="liblinear")
