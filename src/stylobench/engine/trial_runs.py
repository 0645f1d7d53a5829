"""Verifiers on splits of trials: each distinct split is answered once, whatever it is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stylobench.engine.document_runs import How, Runs
from stylobench.engine.methods import Method
from stylobench.engine.run import run
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.errors import SpecError
from stylobench.records import Run, TrialSplit


def run_trials(
    bench: TrialBench, under_test: Sequence[Method], splits: Sequence[TrialSplit], seed: int, how: How
) -> Runs:
    """Name of the method -> id of the split -> its run."""
    distinct = {split.digest: split for split in splits}
    jobs = [TrialJob(bench, split, method, seed) for method in under_test for split in distinct.values()]
    if how[2] is not None:
        how[2](0, len(jobs))
    prepare([job for job in jobs if not how[0].answered(job.key)])
    done = iter(run(jobs, *how))
    by_digest = {method.name: {digest: next(done) for digest in distinct} for method in under_test}
    for name, found in by_digest.items():
        demand_parameters(name, list(found.values()))
    return {
        name: {split.id: replace(found[split.digest], split=split.id) for split in splits}
        for name, found in by_digest.items()
    }


def demand_parameters(name: str, runs: Sequence[Run]) -> None:
    """A parameter that is wrong everywhere is the user's to mend, not a finding."""
    reasons = {run.failure for run in runs}
    reason = next(iter(reasons)) or ""
    if len(reasons) == 1 and reason.startswith("SpecError: "):
        raise SpecError(f"{name}: {reason.removeprefix('SpecError: ')}")
