"""Jobs of verification: one verifier on one split of trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.engine.jobs import Task, fresh
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import SAME, Answers, Floats, Trials, TrialSplit


@dataclass(frozen=True)
class TrialBench:
    """The texts that trials speak of, row by row. Who wrote them is not here."""

    digest: str
    texts: Texts


@dataclass(frozen=True)
class TrialJob(Task):
    """A verifier on one split."""

    bench: TrialBench
    split: TrialSplit

    def answers(self) -> Answers:
        """A score per test trial; the verifier sees problems, and the truth of the training ones only."""
        estimator = fresh(self)
        estimator.fit(Problems.without_truth(self.bench.texts, self.split.train), self.split.train.same.copy())
        scores = estimator.verify(Problems.without_truth(self.bench.texts, self.split.test))
        return Answers(np.arange(len(self.split.test)), SAME, _checked(scores, len(self.split.test)), probable=True)


def _checked(scores: Any, trials: int) -> Floats:
    found = np.asarray(scores, dtype=np.float64)
    if found.shape != (trials,):
        raise ValueError(f"verify() gave an array of shape {found.shape} for {trials} problems")
    wrong = found[~(np.isnan(found) | ((found >= 0) & (found <= 1)))]
    if len(wrong):
        raise ValueError(f"verify() gave {wrong[0]:g}; a score lies in [0, 1], NaN is no answer")
    return found[:, None]


def prepare(jobs: Sequence[TrialJob]) -> None:
    """Let each method compute once what its jobs share, before they are dealt out."""
    by_method: dict[str, list[TrialJob]] = {}
    for job in jobs:
        by_method.setdefault(job.method.fingerprint, []).append(job)
    for ours in by_method.values():
        if hasattr(ours[0].method.estimator, "prepare"):
            splits = {job.split.digest: job.split for job in ours}.values()
            trials = Trials.joined([side for split in splits for side in (split.train, split.test)])
            fresh(ours[0]).prepare(Problems.without_truth(ours[0].bench.texts, trials))
