"""What verifiers share whose score rests on the texts of the problem alone: it is computed once for all folds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.features.kept import of_problems
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Verifier

OF_THE_MAP = ("held_out", "calibrate", "objective")


class OwnTextsVerifier(Verifier):
    """A method adds `_check` of its parameters and `_measured`; nothing but the map is learnt."""

    def _check(self) -> None:
        """Refuse parameters that make no sense."""
        raise NotImplementedError

    def _measured(self, problems: Problems) -> Floats:
        """One score from 0 to 1 for each problem; NaN where there is none."""
        raise NotImplementedError

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Score the problems."""
        self._check()
        asked = settled(problems)
        self._scores(asked.take(np.diff(asked.starts) > 0))

    def _learn(self, training: Training, texts: Rows) -> None:
        self._check()

    def _scores(self, problems: Problems) -> Floats:
        own = {name: value for name, value in self.get_params().items() if name not in OF_THE_MAP}
        return of_problems(problems, f"{type(self).__name__} {own}", self._measured)
