"""Runs the topic-leakage crash test from a corpus to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from stylobench.engine.archive import Archive
from stylobench.engine.leakage_result import CANARY, Found, result_of
from stylobench.engine.leakage_variants import COMPARISONS, compared
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.raven import read_back, write_raven
from stylobench.engine.run import Force, Told, run
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.errors import ArchiveError, SpecError
from stylobench.features.encoders import encoded
from stylobench.features.texts import Texts
from stylobench.protocols.leakage import Settings, plan, variant
from stylobench.protocols.leakage_findings import Variant
from stylobench.protocols.leakage_ground import Ground, ground, usable
from stylobench.protocols.leakage_samples import variant_findings
from stylobench.records import Corpus, Run, TrialSplit
from stylobench.specs import build

DEFAULT_VERIFIERS = ("char_ngrams", "ppm", CANARY)


@dataclass(frozen=True)
class Wanted:
    """What is asked besides the settings: the column held out, the encoder, documents per topic, comparisons, and
    folders with the answers of other systems.
    """

    group: str = "topic"
    encoder: str = "lsa"
    documents: int | None = None
    compare: tuple[str, ...] = ()
    answers: Mapping[str, Path] = field(default_factory=dict)


def leakage(
    corpus: Corpus,
    verifiers: Named,
    settings: Settings,
    wanted: Wanted | None = None,
    *,
    folder: Path | None = None,
    force: Force | None = None,
    told: Told | None = None,
) -> dict[str, Any]:
    """The result object of the crash test; answers are kept in `folder` and used again when nothing has changed."""
    wanted = wanted or Wanted()
    under_test = _with_canary(methods(verifiers, "verifiers"))
    _distinct([*(method.name for method in under_test), *wanted.answers])
    for path in wanted.answers.values():
        if not path.is_dir():
            raise ArchiveError(f"no folder of answers at {path}")
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        floor, settings = _floor(corpus, settings, wanted, home / "features")
        splits = plan(floor, settings)
        ways = compared(floor, settings, wanted.compare)
        how = (Archive(home / "answers"), force, told)
        runs = _all_runs(floor, under_test, (*splits, *(split for way in ways for split in way.splits)), how, settings)
        runs |= {name: read_back(path, floor, splits) for name, path in wanted.answers.items()}
        specs = {method.name: method.spec for method in under_test}
        specs |= {name: f"answers in {path.name}" for name, path in wanted.answers.items()}
        found = Found(corpus, floor, splits, ways, specs, runs)
        return result_of(found, settings, wanted.encoder)


def export(corpus: Corpus, settings: Settings, wanted: Wanted, folder: Path) -> dict[str, Any]:
    """Write every split as PAN pairs, for systems that run elsewhere; what was written."""
    floor, settings = _floor(corpus, settings, wanted, None)
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
        floor, _ = _floor(corpus, settings, wanted, Path(home) / "features")
        possible = [count for count in counts if count <= len(floor.topics)]
        ways = {count: variant(floor, replace(settings, topics=count), f"{count} topics") for count in possible}
        splits = [split for way in ways.values() for split in way.splits]
        runs = _all_runs(floor, under_test, splits, (Archive(Path(home) / "answers"), None, told), settings)
        return {count: variant_findings(f"{count} topics", floor, way, runs) for count, way in ways.items()}


def encode(corpus: Corpus, wanted: Wanted, told: Told) -> None:
    """Fill the cache of an encoder that takes each text for itself, so that a slow one can tell how far it is."""
    encoder = build("encoders", wanted.encoder)
    if getattr(encoder, "textwise", False):
        encoded(encoder, Texts(usable(corpus, wanted.group).texts), told)


def _floor(corpus: Corpus, settings: Settings, wanted: Wanted, store: Path | None) -> tuple[Ground, Settings]:
    unknown = [name for name in wanted.compare if name not in COMPARISONS]
    if unknown:
        raise SpecError(f"nothing to compare named {unknown[0]!r}; there are: {', '.join(COMPARISONS)}")
    found = usable(corpus, wanted.group)
    texts = Texts(found.texts, store, found.bed.digest)
    floor = ground(found, texts, wanted.encoder, wanted.documents, settings.seed)
    return floor, settings.on(floor)


def _with_canary(under_test: list[Method]) -> list[Method]:
    """The verifier that sees only topical words is always there: without it nobody knows whether the test bites."""
    if any(method.spec.partition("(")[0] == CANARY for method in under_test):
        return under_test
    return [*under_test, *methods([CANARY], "verifiers")]


def _distinct(names: Sequence[str]) -> None:
    again = [name for place, name in enumerate(names) if name in names[:place]]
    if again:
        raise SpecError(f"two verifiers are called {again[0]!r}; give one another name")


def _all_runs(
    floor: Ground,
    under_test: Sequence[Method],
    splits: Sequence[TrialSplit],
    how: tuple[Archive, Force | None, Told | None],
    settings: Settings,
) -> dict[str, dict[str, Run]]:
    bench = TrialBench(floor.digest, floor.texts)
    distinct = {split.digest: split for split in splits}
    jobs = [TrialJob(bench, split, method, settings.seed) for method in under_test for split in distinct.values()]
    if how[2] is not None:
        how[2](0, len(jobs))
    prepare([job for job in jobs if not how[0].answered(job.key)])
    done = iter(run(jobs, *how))
    by_digest = {method.name: {digest: next(done) for digest in distinct} for method in under_test}
    for name, found in by_digest.items():
        _demand_parameters(name, list(found.values()))
    return {
        name: {split.id: replace(found[split.digest], split=split.id) for split in splits}
        for name, found in by_digest.items()
    }


def _demand_parameters(name: str, runs: Sequence[Run]) -> None:
    """A parameter that is wrong everywhere is the user's to mend, not a finding."""
    reasons = {run.failure for run in runs}
    reason = next(iter(reasons)) or ""
    if len(reasons) == 1 and reason.startswith("SpecError: "):
        raise SpecError(f"{name}: {reason.removeprefix('SpecError: ')}")
