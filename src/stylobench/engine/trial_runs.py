"""Verifiers on splits of trials: each distinct split is answered once, whatever it is called."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

from stylobench.engine.document_runs import How, Runs
from stylobench.engine.methods import Method
from stylobench.engine.run import Force, run
from stylobench.engine.trial_jobs import Shown, TrialBench, TrialJob, prepare
from stylobench.errors import MissingPart, SpecError
from stylobench.records import Problem, Run, TrialSplit
from stylobench.verifiers._verifier import Verifier

_TEXTS = [f"{colour} is {number} and so it was {colour}" for colour in ("red", "blue") for number in ("one", "two")]
MADE_UP = [
    Problem((_TEXTS[a],), _TEXTS[b]) for a, b in ((0, 1), (2, 3), (1, 0), (3, 2), (0, 2), (1, 3), (2, 1), (3, 0))
]
MADE_UP_TRUTH = [True] * 4 + [False] * 4


def run_trials(
    bench: TrialBench,
    under_test: Sequence[Method],
    splits: Sequence[TrialSplit],
    seed: int,
    how: How,
    job: type[TrialJob] = TrialJob,
) -> Runs:
    """Name of the method -> id of the split -> its run."""
    distinct = {split.digest: split for split in splits}
    jobs = [job(bench, split, method, seed) for method in under_test for split in distinct.values()]
    if how[2] is not None:
        how[2](0, len(jobs))
    prepare_waiting(jobs, how)
    done = iter(run(jobs, *how))
    by_digest = {method.name: {digest: next(done) for digest in distinct} for method in under_test}
    for name, found in by_digest.items():
        demand_parameters(name, list(found.values()))
    return {
        name: {split.id: replace(found[split.digest], split=split.id) for split in splits}
        for name, found in by_digest.items()
    }


def prepare_waiting(jobs: Sequence[Shown], how: How) -> None:
    """Let methods compute what their jobs share, for those that are not answered yet."""
    archive, force = how[0], how[1] or Force()
    held = archive.held().answered
    prepare([job for job in jobs if job.key not in held], force.watch, force.count())


def refuse_wrong_parameters(under_test: Sequence[Method]) -> None:
    """Parameters that no problem could make right, found out on a few that are made up.

    Only verifiers of the house are asked, and no others inside them: what those do when they learn is not ours to say.
    """
    from sklearn.base import clone

    for method in under_test:
        if isinstance(method.estimator, Verifier):
            trial = ([], []) if hasattr(method.estimator, "wraps") else (MADE_UP, MADE_UP_TRUTH)
            try:
                with warnings.catch_warnings(action="ignore"):
                    clone(method.estimator).fit(*trial)
            except SpecError as wrong:
                raise SpecError(f"{method.name}: {wrong}") from None
            except MissingPart:
                raise
            except Exception:  # that there is too little to learn from
                continue


def demand_parameters(name: str, runs: Sequence[Run]) -> None:
    """A parameter that is wrong everywhere is the user's to mend, not a finding."""
    reasons = {run.failure for run in runs}
    reason = next(iter(reasons)) or ""
    if len(reasons) == 1 and reason.startswith("SpecError: "):
        raise SpecError(f"{name}: {reason.removeprefix('SpecError: ')}")
