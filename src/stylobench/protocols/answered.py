"""Answers of one method, gathered from the runs of one kind of split."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.metrics.attribution import log_losses
from stylobench.records import Answers, Floats, Rows, Run

Labels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Answered:
    """The author named for each tested document, with its unit (the held-out topic) and the score behind it."""

    rows: Rows
    truth: Labels
    named: Labels
    units: Labels
    confidence: Floats
    runs: tuple[Answers, ...]

    @classmethod
    def gather(cls, runs: Iterable[Run], authors: Labels, units: Labels | None) -> Answered:
        """Answers of all runs; `units` gives each document's unit, None takes the run's split."""
        given = [(run, run.answers) for run in runs if run.answers is not None]
        if not given:
            raise UndefinedMetric("the method gave no answer on any split")
        rows = np.concatenate([answers.rows for _, answers in given])
        names = [np.full(len(answers.rows), run.split.partition("/")[2], dtype=object) for run, answers in given]
        said = [_said(answers) for _, answers in given]
        named, confidence = (np.concatenate(part) for part in zip(*said, strict=True))
        unit = np.concatenate(names) if units is None else units[rows]
        return cls(rows, authors[rows], named, unit, confidence, tuple(answers for _, answers in given))

    @property
    def right(self) -> Floats:
        """1 where the named author is the true one, else 0."""
        return np.asarray(self.named == self.truth, dtype=np.float64)

    def only(self, rows: Rows) -> Answered:
        """The answers on some documents."""
        kept = np.isin(self.rows, rows)
        return Answered(
            self.rows[kept], self.truth[kept], self.named[kept], self.units[kept], self.confidence[kept], runs=()
        )

    def by_unit(self, values: Floats | None = None) -> dict[str, float]:
        """Mean per unit of a value per document, of being right by default; units in sorted order."""
        per_document = self.right if values is None else values
        names, unit = np.unique(self.units.astype(str), return_inverse=True)
        means = np.bincount(unit, per_document) / np.bincount(unit)
        return {str(name): float(mean) for name, mean in zip(names, means, strict=True)}

    def sizes(self) -> dict[str, int]:
        """Documents per unit, in sorted order."""
        names, counts = np.unique(self.units.astype(str), return_counts=True)
        return {str(name): int(count) for name, count in zip(names, counts, strict=True)}

    def losses(self) -> Floats | None:
        """The log loss of each document, None where scores are not probabilities."""
        if not all(answers.probable for answers in self.runs):
            return None
        starts = np.cumsum([0, *(len(answers.rows) for answers in self.runs)])
        parts = [self.truth[a:b] for a, b in pairwise(starts)]
        pairs = zip(parts, self.runs, strict=True)
        return np.concatenate([log_losses([str(a) for a in part], run.scores, run.authors) for part, run in pairs])


def _said(answers: Answers) -> tuple[Labels, Floats]:
    """Who is named for each document and the score behind it, with one look at scores that may be on disk."""
    held = Answers(answers.rows, answers.authors, answers.scores, answers.probable, answers.named)
    return np.array(held.best(), dtype=object), _confidence(held)


def _confidence(answers: Answers) -> Floats:
    return np.asarray(np.nanmax(np.where(np.isnan(answers.scores), -np.inf, answers.scores), axis=1))
