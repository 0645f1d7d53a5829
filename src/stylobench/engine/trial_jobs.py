"""Jobs of verification: one verifier on one split of trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stylobench.engine.force import Unwatched, Watch
from stylobench.engine.jobs import Task, fresh
from stylobench.errors import StylobenchError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import SAME, Answers, Floats, Rows, Trials, TrialSplit
from stylobench.verifiers.calibrated import shown_to


@dataclass(frozen=True)
class TrialBench:
    """The texts that trials speak of, row by row.

    Methods are not told who wrote them: the codes of the `writers` only keep people's texts out of the pools from
    which impostors against them are drawn.
    """

    digest: str
    texts: Texts
    writers: Rows | None = field(default=None, compare=False)

    def problems(self, trials: Trials, train: Trials) -> Problems:
        """What a verifier sees of trials: impostors may come from the texts that it trains on."""
        seen = Problems.without_truth(self.texts, trials)
        return seen if self.writers is None else seen.with_pools(train.rows, self.writers)


@dataclass(frozen=True)
class Shown(Task):
    """Any job of a verifier."""

    bench: TrialBench

    @property
    def shown(self) -> Trials:
        """Every trial that the verifier is shown."""
        raise NotImplementedError


@dataclass(frozen=True)
class TrialJob(Shown):
    """A verifier on one split."""

    split: TrialSplit

    @property
    def shown(self) -> Trials:
        """Every trial that the verifier is shown."""
        return Trials.joined([self.split.train, self.split.test])

    def answers(self) -> Answers:
        """A score per test trial; the verifier sees problems, and the truth of the training ones only."""
        estimator = fresh(self)
        train, test = (self.bench.problems(side, self.split.train) for side in (self.split.train, self.split.test))
        estimator.fit(shown_to(estimator, train), self.split.train.same.copy())
        scores = estimator.verify(shown_to(estimator, test))
        return Answers(np.arange(len(self.split.test)), SAME, checked(scores, len(self.split.test)), probable=True)


def checked(scores: Any, trials: int) -> Floats:
    """Scores as a column, refused where they are not what was asked for."""
    found = np.asarray(scores, dtype=np.float64)
    if found.shape != (trials,):
        raise ValueError(f"verify() gave an array of shape {found.shape} for {trials} problems")
    wrong = found[~(np.isnan(found) | ((found >= 0) & (found <= 1)))]
    if len(wrong):
        raise ValueError(f"verify() gave {wrong[0]:g}; a score lies in [0, 1], NaN is no answer")
    return found[:, None]


def prepare(jobs: Sequence[Shown], watch: Watch | None = None) -> None:
    """Let each method compute once what its jobs share, before they are dealt out.

    What the user can mend is raised. Any other fault costs the method its head start only: if it matters, its jobs
    meet it again and record it.
    """
    by_method: dict[str, list[Shown]] = {}
    for job in jobs:
        by_method.setdefault(job.method.fingerprint, []).append(job)
    for ours in by_method.values():
        if hasattr(ours[0].method.estimator, "prepare"):
            (watch or Unwatched()).preparing(ours[0].label)
            try:
                _prepare_one(ours)
            except StylobenchError:
                raise
            except Exception:
                continue


def _prepare_one(jobs: Sequence[Shown]) -> None:
    trials = Trials.joined([job.shown for job in {job.split.digest: job for job in jobs}.values()])
    estimator = fresh(jobs[0])
    estimator.prepare(shown_to(estimator, Problems.without_truth(jobs[0].bench.texts, trials)))
