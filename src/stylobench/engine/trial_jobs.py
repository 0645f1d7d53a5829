"""Jobs of verification: one verifier on one split of trials."""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stylobench.engine.force import Unwatched, Watch
from stylobench.engine.jobs import Task, fresh
from stylobench.engine.obedience import end_with, uninterrupted
from stylobench.errors import StylobenchError
from stylobench.features.ppm import at_most
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import SAME, Answers, Floats, Rows, Trials, TrialSplit
from stylobench.verifiers._cosine_verifier import CosineVerifier
from stylobench.verifiers.calibrated import shown_to

MOST_APART = 100_000  # texts: of more, what two methods prepare at a time is much memory


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


@dataclass(frozen=True)
class ScoringJob(TrialJob):
    """A verifier of ours on one split, asked for the scores that its answers are made from.

    Nobody whom the test trials are about may be met in training: impostors are taken from all training texts, as they
    are when a saved model is asked.
    """

    @property
    def key(self) -> str:
        """Scores are no answers, and are kept apart from them."""
        return hashlib.sha256(f"scores {super().key}".encode()).hexdigest()[:40]

    def answers(self) -> Answers:
        """A score per test trial, not mapped to an answer."""
        estimator = fresh(self).to_score()
        estimator.fit(self.bench.problems(self.split.train, self.split.train), self.split.train.same.copy())
        scores = estimator.scores(Problems.without_truth(self.bench.texts, self.split.test))
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


def prepare(jobs: Sequence[Shown], watch: Watch | None = None, workers: int = 1) -> None:
    """Let each method compute once what its jobs share, before they are dealt out.

    What the user can mend is raised. Any other fault costs the method its head start only: if it matters, its jobs
    meet it again and record it.
    """
    by_method: dict[str, list[Shown]] = {}
    for job in jobs:
        by_method.setdefault(job.method.fingerprint, []).append(job)
    groups = [ours for ours in by_method.values() if hasattr(ours[0].method.estimator, "prepare")]
    counting = [ours for ours in groups if _only_counts(ours[0])]
    rest = [ours for ours in groups if not _only_counts(ours[0])]
    with at_most(max(1, workers)), _counted_apart(counting if rest and workers > 1 else []):
        for ours in rest:
            _prepare_one(ours, watch)
    for ours in counting:
        _prepare_one(ours, watch)


def _only_counts(job: Shown) -> bool:
    """Whether all that its method prepares are counts that are kept in a folder, where another process may put them."""
    texts = job.bench.texts
    kept = texts.folder is not None and len(texts) <= MOST_APART
    return kept and isinstance(job.method.estimator, CosineVerifier)


@contextmanager
def _counted_apart(groups: Sequence[Sequence[Shown]]) -> Iterator[None]:
    """Another process counts what these share in the meantime; without it, it is counted when it is needed."""
    if not groups or "fork" not in multiprocessing.get_all_start_methods():
        yield
        return
    process = multiprocessing.get_context("fork").Process(target=_count, args=(groups,), daemon=True)
    with uninterrupted():
        process.start()
    try:
        yield
        process.join()
    finally:
        process.kill()
        process.join()


def _count(groups: Sequence[Sequence[Shown]]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(multiprocessing.parent_process())
    # whatever is wrong is met again, and told, by the process that needs the counts
    with suppress(Exception):
        for ours in groups:
            _prepare_one(ours)


def _prepare_one(jobs: Sequence[Shown], watch: Watch | None = None) -> None:
    (watch or Unwatched()).preparing(jobs[0].label)
    trials = Trials.joined([job.shown for job in {job.split.digest: job for job in jobs}.values()])
    try:
        estimator = fresh(jobs[0])
        estimator.prepare(shown_to(estimator, Problems.without_truth(jobs[0].bench.texts, trials)))
    except StylobenchError:
        raise
    except Exception:
        return
