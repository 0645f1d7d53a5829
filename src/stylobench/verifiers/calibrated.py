"""Any other verifier, with its answers calibrated on training problems that it has not learnt from.

The problems held out may share texts with those that the other verifier learns from. Where it gives no answer, neither
does this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.specs import build
from stylobench.verifiers._training import Training
from stylobench.verifiers._verifier import Verifier
from stylobench.verifiers.program import Program


class Calibrated(Verifier):
    """Maps another verifier's answers to probabilities.

    verifier     a spec such as "ppm(order=4)" or "package.module:Class", or a verifier
    by           platt, isotonic, temperature or two_thresholds
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    """

    verifier_: Any

    def __init__(self, verifier: Any = "ppm", by: str = "platt", held_out: float = 0.2) -> None:
        self.verifier = verifier
        self.by = by
        self.held_out = held_out

    @property
    def calibrate(self) -> str:  # type: ignore[override]
        """The map's name."""
        return self.by

    def wraps(self) -> Any:
        """The other verifier, unfitted: stored answers must not outlive a change of it."""
        other = build("verifiers", self.verifier) if isinstance(self.verifier, str) else self.verifier
        for verb in ("fit", "verify"):
            if not hasattr(other, verb):
                raise SpecError(f"calibrated(verifier={self.verifier!r}): it has no {verb}(), so it is no verifier")
        return clone(other, safe=False)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Let the other verifier prepare."""
        other = self.wraps()
        if hasattr(other, "prepare"):
            other.prepare(shown_to(other, Problems.of(problems)))

    def explain(self, problem: Problem) -> Any:
        """What the other verifier says its verdict rests on."""
        check_is_fitted(self, "verifier_")
        if not hasattr(self.verifier_, "explain"):
            raise SpecError(f"verifier {self.verifier!r} does not explain its verdicts")
        return self.verifier_.explain(problem)

    def _learn(self, training: Training, texts: Rows) -> None:
        other = self.wraps()
        self.verifier_ = other.fit(shown_to(other, training.problems), training.same)

    def _scores(self, problems: Problems) -> Floats:
        return np.asarray(self.verifier_.verify(shown_to(self.verifier_, problems)), dtype=np.float64)


def shown_to(verifier: Any, problems: Problems) -> Sequence[Problem]:
    """Problems as a verifier may see them: one of another house gets a list, without the texts they are drawn from."""
    return problems if isinstance(verifier, Verifier | Program) else list(problems)
