"""The topic-leakage crash test once everything that can be wrong has been looked at: its splits, and running them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from stylobench.engine.archive import Archive
from stylobench.engine.leakage_result import CANARY, Found, result_of
from stylobench.engine.leakage_variants import COMPARISONS, Compared, compared
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.pilots import trial_load
from stylobench.engine.prepared import Load, Place
from stylobench.engine.raven import read_back
from stylobench.engine.run import Force, Told
from stylobench.engine.tested_file import (
    Record,
    Source,
    answers_seen_from,
    documents_of,
    fold_of,
    keys_of,
    write_tested,
)
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import refuse_wrong_parameters, run_trials
from stylobench.errors import ArchiveError, SpecError
from stylobench.features.texts import Texts
from stylobench.protocols.evidence import family_of
from stylobench.protocols.leakage import Plan, Settings, plan
from stylobench.protocols.leakage_answers import Runs
from stylobench.protocols.leakage_ground import LEAST_DOCUMENTS, Ground, Sizes, ground, usable
from stylobench.records import Corpus, Run, TrialSplit


@dataclass(frozen=True)
class Wanted:
    """What is asked besides the settings: the column held out, the encoder, documents per topic, comparisons, folders
    with the answers of other systems, documents that a topic must have, and how many stand behind its vector.
    """

    group: str = "topic"
    encoder: str = "lsa"
    documents: int | None = None
    compare: tuple[str, ...] = ()
    answers: Mapping[str, Path] = field(default_factory=dict)
    min_documents: int = LEAST_DOCUMENTS
    vector_documents: str = "equal"

    @property
    def sizes(self) -> Sizes:
        """Documents per topic."""
        return Sizes(self.documents, self.min_documents, self.vector_documents)


@dataclass(frozen=True)
class PreparedLeakage:
    """Methods, splits and the answers of other systems, on one corpus."""

    corpus: Corpus
    under_test: tuple[Method, ...]
    settings: Settings
    wanted: Wanted
    ground: Ground
    plan: Plan
    compared: tuple[Compared, ...]
    given: Mapping[str, Runs]
    source: Source | None = None

    @cached_property
    def bench(self) -> TrialBench:
        """The texts that jobs work on."""
        return TrialBench(self.ground.digest, self.ground.texts, self.ground.library.authors)

    @cached_property
    def splits(self) -> tuple[TrialSplit, ...]:
        """Every split that verifiers are asked about."""
        return (*self.plan, *(split for way in self.compared for split in way.splits))

    @cached_property
    def loads(self) -> list[Load]:
        """Exactly the jobs that will be run: each verifier on each distinct split."""
        return [trial_load(self.bench, self.splits, method, self.settings.seed) for method in self.under_test]

    def conduct(self, place: Place, force: Force | None = None, told: Told | None = None) -> dict[str, Any]:
        """The result object; what was tested is written beside it."""
        archive = Archive(place.home / "answers")
        runs = run_trials(self.bench, self.under_test, self.splits, self.settings.seed, (archive, force, told))
        found = self._found({**runs, **self.given})
        result = result_of(found, self.settings, self.wanted.encoder, (force or Force()).count())
        place.folder.mkdir(parents=True, exist_ok=True)
        where = answers_seen_from(place.folder, place.home)
        write_tested(place.folder, replace(_record(found, archive), source=self.source, answers=where))
        return result

    def _found(self, runs: Mapping[str, Runs]) -> Found:
        specs = {method.name: method.spec for method in self.under_test}
        specs |= {name: f"answers in {path.name}" for name, path in self.wanted.answers.items()}
        families = {method.name: family_of(method.family) for method in self.under_test}
        families |= {name: family_of("") for name in self.wanted.answers}
        return Found(self.corpus, self.ground, self.plan, self.compared, specs, families, runs)


def prepared_leakage(
    corpus: Corpus, verifiers: Named, settings: Settings, wanted: Wanted, home: Path
) -> PreparedLeakage:
    """Methods, splits and given answers, all checked; features are kept below `home`."""
    under_test = _with_canary(methods(verifiers, "verifiers"))
    _distinct([*(method.name for method in under_test), *wanted.answers])
    for path in wanted.answers.values():
        if not path.is_dir():
            raise ArchiveError(f"no folder of answers at {path}")
    refuse_wrong_parameters(under_test)
    floor, settings = floor_of(corpus, settings, wanted, home / "features")
    splits = plan(floor, settings)
    ways = compared(floor, settings, wanted.compare)
    given = {name: read_back(path, floor, splits) for name, path in wanted.answers.items()}
    return PreparedLeakage(corpus, tuple(under_test), settings, wanted, floor, splits, tuple(ways), given)


def floor_of(corpus: Corpus, settings: Settings, wanted: Wanted, store: Path | None) -> tuple[Ground, Settings]:
    """What the crash test stands on, and the settings with all numbers decided."""
    unknown = [name for name in wanted.compare if name not in COMPARISONS]
    if unknown:
        raise SpecError(f"nothing to compare named {unknown[0]!r}; there are: {', '.join(COMPARISONS)}")
    found = usable(corpus, wanted.group)
    texts = Texts(found.texts, store, found.bed.digest)
    floor = ground(found, texts, wanted.encoder, wanted.sizes, settings.seed, settings.topics)
    return floor, settings.on(floor)


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


def _with_canary(under_test: list[Method]) -> list[Method]:
    """The verifier that sees only topical words is always there: without it nobody knows whether the test bites."""
    if any(method.spec.partition("(")[0] == CANARY for method in under_test):
        return under_test
    return [*under_test, *methods([CANARY], "verifiers")]


def _distinct(names: Sequence[str]) -> None:
    again = [name for place, name in enumerate(names) if name in names[:place]]
    if again:
        raise SpecError(f"two verifiers are called {again[0]!r}; give one another name")
