"""The mean answer of several verifiers that look at different things.

The meta-model of the overviews of PAN: the mean of the answers of all participants, very effective in 2013 by the
abstract of the overview. Here it is the mean of five quick verifiers of the bank, of five families, not of the
participants. Where a verifier
gives no answer, the others decide; where none answers, neither does this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.specs import build
from stylobench.verifiers._training import Training
from stylobench.verifiers._verifier import Reason, Verifier
from stylobench.verifiers.calibrated import shown_to


class Meta(Verifier):
    """Averages answers.

    verifiers    specs such as "ppm(order=4)" or "package.module:Class", or verifiers
    held_out     share of the training problems that a map is tuned on, where one is set
    calibrate    none: the mean itself; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise, where they are the map

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = Meta(verifiers=("ppm", "word_graph")).fit(problems, [True, True, False, False])
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2013
    paper: ClassVar[str] = "Juola & Stamatatos 2013"
    learns_every_kind = True
    looks_at: ClassVar[str] = "the answers of verifiers of several families"
    rebuilds: ClassVar[tuple[str, ...]] = ()
    verifiers_: list[Any]

    def __init__(
        self,
        verifiers: Sequence[Any] = ("scap", "delta", "pos_ngrams", "ppm", "glad"),
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.verifiers = verifiers
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def wraps(self) -> Parts:
        """The other verifiers, unfitted: stored answers must not outlive a change of them."""
        return Parts(*self._parts())

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Let the other verifiers prepare."""
        for part in self._parts():
            if hasattr(part, "prepare"):
                part.prepare(shown_to(part, Problems.of(problems)))

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The answer of each verifier that gives one, farthest from .5 first."""
        check_is_fitted(self, "verifiers_")
        answers = [float(part.verify([problem])[0]) for part in self.verifiers_]
        named = [Reason(_name(given), answer) for given, answer in zip(self._given(), answers, strict=True)]
        said = [reason for reason in named if not np.isnan(reason.value)]
        return sorted(said, key=lambda reason: -abs(reason.value - 0.5))[:most]

    def _learn(self, training: Training, texts: Rows) -> None:
        self.verifiers_ = [part.fit(shown_to(part, training.problems), training.same.copy()) for part in self._parts()]

    def _scores(self, problems: Problems) -> Floats:
        answers = np.array([part.verify(shown_to(part, problems)) for part in self.verifiers_], np.float64)
        said = ~np.isnan(answers)
        total = np.where(said, answers, 0.0).sum(axis=0)
        return np.asarray(np.where(said.any(axis=0), total / np.maximum(said.sum(axis=0), 1), np.nan))

    def _given(self) -> list[Any]:
        """The verifiers as they are named."""
        given = list(self.verifiers) if isinstance(self.verifiers, list | tuple) else []
        if not given:
            raise SpecError(f"meta(verifiers={self.verifiers!r}): write a list of specs, as in ['ppm', 'glad(seed=1)']")
        return given

    def _parts(self) -> list[Any]:
        parts = [build("verifiers", given) if isinstance(given, str) else given for given in self._given()]
        for given, part in zip(self._given(), parts, strict=True):
            for verb in ("fit", "verify"):
                if not hasattr(part, verb):
                    raise SpecError(f"meta(verifiers=...): {given!r} has no {verb}(), so it is no verifier")
        return [clone(part, safe=False) for part in parts]


class Parts:
    """Verifiers inside another one, for whoever asks what it depends on."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Every verifier inside, and those inside them, by number."""
        return {str(number): part for number, part in enumerate(self._every())}

    def depends_on(self) -> list[bytes]:
        """What the verifiers say that they depend on."""
        return [content for part in self._every() for content in getattr(part, "depends_on", list)()]

    def _every(self) -> Iterator[Any]:
        for part in self.parts:
            yield part
            if hasattr(part, "wraps"):
                inside = part.wraps()
                yield from (inside if isinstance(inside, Parts) else Parts(inside))._every()


def _name(given: Any) -> str:
    return given if isinstance(given, str) else type(given).__name__
