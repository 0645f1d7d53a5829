"""Attributors on splits of documents: what they share is counted once, and answered splits are not asked again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stylobench.attributors._attributor import Attributor
from stylobench.engine.archive import Archive
from stylobench.engine.jobs import Bench, Job
from stylobench.engine.methods import Method
from stylobench.engine.run import Force, Told, run
from stylobench.features.texts import Texts, feature_names
from stylobench.records import Run, Split

How = tuple[Archive, Force | None, Told | None]
Runs = dict[str, dict[str, Run]]


def run_splits(
    bench: Bench, wanted: Sequence[tuple[Method, Split]], seed: int, how: How, kind: type[Job] = Job
) -> Runs:
    """Name of the method -> id of the split -> its run."""
    _count_once(bench.texts, (method for method, _ in wanted))
    done = run([kind(bench, split, method, seed) for method, split in wanted], *how)
    found: Runs = {method.name: {} for method, _ in wanted}
    for (method, split), one in zip(wanted, done, strict=True):
        found[method.name][split.id] = one
    return found


def _count_once(texts: Texts, under_test: Iterable[Method]) -> None:
    """Count what our own methods will ask for before the workers start, so that all of them share it."""
    ours = [method.estimator for method in under_test if isinstance(method.estimator, Attributor)]
    asked = {one.features for one in ours if hasattr(one, "features")}
    for features in sorted({name for wanted in asked for name in feature_names(wanted)}):
        texts.counts(features)
