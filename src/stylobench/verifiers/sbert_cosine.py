"""Cosine of sentence vectors (sBERT), then two thresholds: what the texts are about more than how they are written.

Vectors of several known texts are averaged. Cosines below 0 count as 0. A problem with a blank text gets no answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from stylobench.features.problems import Problems
from stylobench.features.sbert import Sbert
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.specs import Spec
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier

_SENTENCE = re.compile(r".+?(?:[.!?]+(?=\s|$)|$)", re.DOTALL)


class SbertCosine(Verifier):
    """Compares the questioned text's vector with the mean of those of the known texts.

    model        the encoder's model, as in the encoder `sbert`
    held_out, calibrate, objective      as in `char_ngrams`

    >>> from stylobench.records import Problem
    >>> problems = [Problem(("The dogs ran.",), "A dog was running."), Problem(("The dogs ran.",), "Tax is due.")]
    >>> said = SbertCosine(calibrate="none").fit(problems, [True, False]).verify(problems)  # doctest: +SKIP
    >>> bool(said[0] > said[1])  # doctest: +SKIP
    True
    """

    family: ClassVar[str] = "topic"
    year: ClassVar[int] = 2019
    paper: ClassVar[str] = "Reimers & Gurevych 2019"
    looks_at: ClassVar[str] = "sentence vectors: what the texts mean"

    def __init__(
        self,
        model: str = "",
        held_out: float = 0.2,
        calibrate: str = "two_thresholds",
        objective: str = "overall_2020",
    ) -> None:
        self.model = model
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the model: when it changes, stored answers are of no use."""
        return [Sbert(self.model)._identity.encode()]

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Encode all texts."""
        settled(problems).texts.vectors(self._encoder)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The sentences nearest to the mean of the known texts' vectors, and their cosines."""
        sentences = list(dict.fromkeys(part.strip() for part in _SENTENCE.findall(problem.questioned) if part.strip()))
        known = [text for text in problem.known if text.strip()]
        if not sentences or not known:
            return []
        vectors = Texts([*known, *sentences]).vectors(self._encoder)
        centre = vectors[: len(known)].mean(axis=0)
        cosines = (vectors[len(known) :] * centre).sum(axis=1) / max(float(np.linalg.norm(centre)), 1e-300)
        reasons = [Reason(name, float(value)) for name, value in zip(sentences, cosines, strict=True) if value > 0]
        return sorted(reasons, key=lambda reason: (-reason.value, reason.name))[:most]

    @property
    def _encoder(self) -> str:
        return str(Spec("sbert", {"model": self.model} if self.model else {}))

    def _learn(self, training: Training, texts: Rows) -> None:
        """Nothing is learnt but the map."""

    def _scores(self, problems: Problems) -> Floats:
        scores = np.full(len(problems), np.nan)
        places = np.flatnonzero(answerable(problems))
        some, vectors = problems.take(places), problems.texts.vectors(self._encoder)
        known, questioned = some.averaged(vectors[some.known]), vectors[some.questioned]
        lengths = np.sqrt((known**2).sum(axis=1) * (questioned**2).sum(axis=1))
        with np.errstate(invalid="ignore"):
            scores[places] = np.clip((known * questioned).sum(axis=1) / lengths, 0.0, 1.0)
        return scores
