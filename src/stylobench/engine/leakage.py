"""Runs the topic-leakage crash test from a corpus to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from stylobench.engine.archive import Archive
from stylobench.engine.leakage_prepared import Wanted, floor_of, prepared_leakage
from stylobench.engine.methods import Named, methods
from stylobench.engine.prepared import Place
from stylobench.engine.raven import write_raven
from stylobench.engine.run import Force, Told
from stylobench.engine.tested_file import Source
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.errors import SpecError
from stylobench.features.encoders import encoded
from stylobench.features.texts import Texts
from stylobench.protocols.leakage import Settings, plan, variant
from stylobench.protocols.leakage_findings import Variant
from stylobench.protocols.leakage_ground import usable
from stylobench.protocols.leakage_samples import variant_findings
from stylobench.records import Corpus
from stylobench.specs import build

__all__ = ["Wanted", "encode", "export", "leakage", "stabilities"]


def leakage(
    corpus: Corpus,
    verifiers: Named,
    settings: Settings,
    wanted: Wanted | None = None,
    *,
    folder: Path | None = None,
    force: Force | None = None,
    told: Told | None = None,
    source: Source | None = None,
) -> dict[str, Any]:
    """The result object of the crash test; answers are kept in `folder` and used again when nothing has changed.

    `source` says where the corpus was read from, for those who come back to the folder.
    """
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        ready = prepared_leakage(corpus, verifiers, settings, wanted or Wanted(), home)
        return replace(ready, source=source).conduct(Place(home, home), force, told)


def export(corpus: Corpus, settings: Settings, wanted: Wanted, folder: Path) -> dict[str, Any]:
    """Write every split as PAN pairs, for systems that run elsewhere; what was written."""
    floor, settings = floor_of(corpus, settings, wanted, None)
    return write_raven(folder, floor, plan(floor, settings), settings, wanted.encoder)


def stabilities(
    corpus: Corpus,
    verifiers: Named,
    counts: Sequence[int],
    settings: Settings,
    wanted: Wanted,
    *,
    told: Told | None = None,
) -> dict[int, Variant]:
    """For each number of topics, how stable the ranking of the verifiers is over the folds of the HITS sample."""
    under_test = methods(verifiers, "verifiers")
    if len(under_test) < 2:
        raise SpecError("the stability of a ranking needs at least 2 verifiers; name another with --verifier")
    with tempfile.TemporaryDirectory(prefix="stylobench-") as home:
        floor, _ = floor_of(corpus, settings, wanted, Path(home) / "features")
        possible = [count for count in counts if count <= len(floor.topics)]
        ways = {count: variant(floor, replace(settings, topics=count), f"{count} topics") for count in possible}
        splits = [split for way in ways.values() for split in way.splits]
        how = (Archive(Path(home) / "answers"), None, told)
        bench = TrialBench(floor.digest, floor.texts, floor.library.authors)
        runs = run_trials(bench, under_test, splits, settings.seed, how)
        return {count: variant_findings(f"{count} topics", floor, way, runs) for count, way in ways.items()}


def encode(corpus: Corpus, wanted: Wanted, told: Told) -> None:
    """Fill the cache of an encoder that takes each text for itself, so that a slow one can tell how far it is."""
    encoder = build("encoders", wanted.encoder)
    if getattr(encoder, "textwise", False):
        encoded(encoder, Texts(usable(corpus, wanted.group).texts), told)
