"""Runs the topic-leakage crash test from a corpus to its result object."""

from __future__ import annotations

import hashlib
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
from stylobench.engine.run import Force, Told
from stylobench.engine.tested_file import Record, Source, documents_of, fold_of, keys_of, write_tested
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.errors import ArchiveError, SpecError
from stylobench.features.encoders import encoded
from stylobench.features.texts import Texts
from stylobench.protocols.evidence import family_of
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
    source: Source | None = None,
) -> dict[str, Any]:
    """The result object of the crash test; answers are kept in `folder` and used again when nothing has changed.

    `source` says where the corpus was read from, for those who come back to the folder.
    """
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
        bench = TrialBench(floor.digest, floor.texts, floor.library.authors)
        asked = (*splits, *(split for way in ways for split in way.splits))
        runs = run_trials(bench, under_test, asked, settings.seed, how)
        runs |= {name: read_back(path, floor, splits) for name, path in wanted.answers.items()}
        specs = {method.name: method.spec for method in under_test}
        specs |= {name: f"answers in {path.name}" for name, path in wanted.answers.items()}
        families = {name: family_of("") for name in wanted.answers}
        families = {method.name: family_of(method.family) for method in under_test} | families
        found = Found(corpus, floor, splits, ways, specs, families, runs)
        result = result_of(found, settings, wanted.encoder)
        if folder is not None:
            write_tested(folder, replace(_record(found, how[0]), source=source))
        return result


def _record(found: Found, archive: Archive) -> Record:
    """What the folds of the HITS sample tested; answers that came from elsewhere are kept beside the others."""
    bed, sampled = found.ground.bed, found.plan.samples[0]
    schemes = {sampled.name: [fold_of(split) for split in sampled.splits]}
    runs = {
        name: {split.id: _kept(archive, of_method[split.id], split) for split in sampled.splits}
        for name, of_method in found.runs.items()
    }
    return Record(
        "leakage",
        {"name": found.corpus.name, "digest": found.corpus.digest, "group": bed.group},
        replace(documents_of(found.corpus, bed.rows, bed.authors, bed.topics), ids=found.ground.library.ids),
        schemes,
        found.specs,
        keys_of(runs, schemes),
        found.corpus.provenance,
    )


def _kept(archive: Archive, run: Run, split: TrialSplit) -> Run:
    """A run that the archive holds; one read from elsewhere gets a key from what it answers."""
    if run.key:
        return run
    told = b"" if run.answers is None else run.answers.scores.tobytes()
    key = hashlib.sha256(f"{run.corpus}\x1f{split.digest}\x1f{run.method}\x1f".encode() + told).hexdigest()[:40]
    archive.save(replace(run, key=key))
    return replace(run, key=key)


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
        how = (Archive(Path(home) / "answers"), None, told)
        bench = TrialBench(floor.digest, floor.texts, floor.library.authors)
        runs = run_trials(bench, under_test, splits, settings.seed, how)
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
