"""Jobs of an attack: a verifier is fitted once on a fold and asked about its problems untouched and rewritten."""

from __future__ import annotations

import hashlib
import random
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stylobench.engine.document_runs import How
from stylobench.engine.jobs import fresh
from stylobench.engine.methods import Method
from stylobench.engine.run import run
from stylobench.engine.trial_jobs import Shown, TrialBench, checked
from stylobench.engine.trial_runs import demand_parameters, prepare_waiting
from stylobench.records import Answers, Floats, Run, Trials
from stylobench.verifiers.calibrated import shown_to

UNTOUCHED = "untouched"
Luck = tuple[Any, Any]


class Unanswered(UserWarning):
    """A question that a verifier failed on; it has answered others."""


@dataclass(frozen=True)
class AttackSplit:
    """Trials to learn from, trials to answer, and the same with rewritten texts in place, by obfuscator.

    `written` are the digests of the texts that variants have in place of the untouched ones.
    """

    id: str
    train: Trials
    test: Trials
    variants: tuple[tuple[str, Trials], ...]
    written: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """Identifies the split by its trials and by the rewritten texts, wherever those stand."""
        parts = (self.train.digest, self.test.digest, *(name for name, _ in self.variants), *self.written)
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


@dataclass(frozen=True)
class AttackJob(Shown):
    """A verifier on one fold. Every variant is a question of its own, so that company can be seen to change answers."""

    split: AttackSplit

    @property
    def draws(self) -> str:
        """Neither the truth of what it is asked nor the company of other obfuscators."""
        return f"{self.split.id} {self.split.train.digest}"

    @property
    def shown(self) -> Trials:
        """Every trial that the verifier is shown."""
        return Trials.joined([self.split.train, self.split.test, *(trials for _, trials in self.split.variants)])

    def answers(self) -> Answers:
        """A score per test trial: untouched, then under each obfuscator; NaN and a warning where that one failed."""
        estimator = fresh(self)
        train = self.bench.problems(self.split.train, self.split.train)
        estimator.fit(shown_to(estimator, train), self.split.train.same.copy())
        names = (UNTOUCHED, *(name for name, _ in self.split.variants))
        luck = random.getstate(), np.random.get_state()  # noqa: NPY002
        scores = [self._scores(estimator, self.split.test, luck)]
        scores += [self._scores_if_any(estimator, variant, luck) for variant in self.split.variants]
        return Answers(np.arange(len(self.split.test)), names, np.hstack(scores), probable=True)

    def _scores(self, estimator: Any, asked: Trials, luck: Luck) -> Floats:
        """Answers to one question. Every one finds the global streams alike, or it would hang on those before it."""
        random.setstate(luck[0])
        np.random.set_state(luck[1])  # noqa: NPY002
        problems = shown_to(estimator, self.bench.problems(asked, self.split.train))
        return checked(estimator.verify(problems), len(asked))

    def _scores_if_any(self, estimator: Any, variant: tuple[str, Trials], luck: Luck) -> Floats:
        name, asked = variant
        try:
            return self._scores(estimator, asked, luck)
        except Exception as error:
            warnings.warn(f"{name}: {type(error).__name__}: {error}", Unanswered, stacklevel=2)
            return np.full((len(asked), 1), np.nan)


def unanswered(done: Run, variant: str) -> str | None:
    """Why a verifier did not answer a variant that it was asked about; None where it did."""
    start = f"{Unanswered.__name__}: {variant}: "
    return next((note.removeprefix(start) for note in done.notes if note.startswith(start)), None)


def run_attack(
    bench: TrialBench, verifiers: Sequence[Method], splits: Sequence[AttackSplit], seed: int, how: How
) -> dict[str, list[Run]]:
    """Name of the method -> its run on every split, in order."""
    jobs = [AttackJob(bench, split, method, seed) for method in verifiers for split in splits]
    prepare_waiting(jobs, how)
    done = iter(run(jobs, *how))
    found = {method.name: [next(done) for _ in splits] for method in verifiers}
    for name, runs in found.items():
        demand_parameters(name, runs)
    return found
