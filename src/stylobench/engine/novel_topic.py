"""Runs the novel-topic crash test from a corpus to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.corpora.census import copies_in
from stylobench.corpora.duplicates import alike, copied_into_training, duplicate_warnings
from stylobench.corpora.mending import label_warnings, mending_notes
from stylobench.engine.archive import Archive
from stylobench.engine.document_runs import Runs, run_splits
from stylobench.engine.jobs import Bench
from stylobench.engine.methods import Method, Named, methods, variant
from stylobench.engine.pilots import document_load
from stylobench.engine.prepared import Load, Place
from stylobench.engine.run import Force, Told
from stylobench.engine.surroundings import versions
from stylobench.engine.tested_file import (
    ANSWERS,
    Record,
    Source,
    answers_seen_from,
    documents_of,
    fold_of,
    keys_of,
    write_tested,
)
from stylobench.errors import StylobenchError
from stylobench.features.texts import Texts
from stylobench.protocols.answered import Answered
from stylobench.protocols.cues import cues, neutral_findings
from stylobench.protocols.findings import MethodFindings
from stylobench.protocols.four_cells import four_cells
from stylobench.protocols.novel_topic import Plan, Settings, comparisons, method_findings, plan
from stylobench.protocols.power import power_findings
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Corpus, Run, Split

NEUTRAL_FEATURES = 500


@dataclass(frozen=True)
class Prepared:
    """The crash test on a corpus, checked: which methods answer which splits. `source` is where the corpus came from,
    for those who come back to the result.
    """

    corpus: Corpus
    bed: TestBed
    splits: Plan
    settings: Settings
    under_test: Sequence[Method]
    neutral: Mapping[str, Method]
    source: Source | None = None

    @classmethod
    def of(cls, corpus: Corpus, attributors: Named, group: str, settings: Settings) -> Prepared:
        """Everything that can be wrong is raised here."""
        under_test = methods(attributors)
        bed = TestBed.of(corpus, group)
        ids = corpus.column("id")
        splits = plan(bed, [str(ids[row]) for row in bed.rows], settings)
        neutral = _neutral_variants(under_test) if settings.extras and splits.matched else {}
        return cls(corpus, bed, splits, settings, under_test, neutral)

    @property
    def wanted(self) -> list[tuple[Method, Sequence[Split]]]:
        """Every method with the splits that it answers."""
        neutral = (*self.splits.novel, *self.splits.matched)
        return [
            *((method, tuple(self.splits)) for method in self.under_test),
            *((method, neutral) for method in self.neutral.values()),
        ]

    @property
    def loads(self) -> list[Load]:
        """The jobs, method by method."""
        bench = _bench(self.corpus, self.bed, None)
        return [document_load(bench, splits, method, self.settings.seed) for method, splits in self.wanted]

    def conduct(self, place: Place, force: Force | None = None, told: Told | None = None) -> dict[str, Any]:
        """The result object; answers are kept, and used again where nothing has changed."""
        bench = _bench(self.corpus, self.bed, place.home)
        how = (Archive(place.home / ANSWERS), force, told)
        wanted = [(method, split) for method, splits in self.wanted for split in splits]
        runs = run_splits(bench, wanted, self.settings.seed, how)
        result = _result(self, bench, runs)
        place.folder.mkdir(parents=True, exist_ok=True)
        write_tested(place.folder, replace(_record(self, runs), answers=answers_seen_from(place.folder, place.home)))
        return result


def novel_topic(
    corpus: Corpus,
    attributors: Named,
    *,
    group: str = "topic",
    settings: Settings | None = None,
    folder: Path | None = None,
    force: Force | None = None,
    told: Told | None = None,
    source: Source | None = None,
) -> dict[str, Any]:
    """The result object of the crash test; answers are kept in `folder` and used again when nothing has changed.

    `source` says where the corpus was read from, for those who come back to the folder.
    """
    ready = replace(Prepared.of(corpus, attributors, group, settings or Settings()), source=source)
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        return ready.conduct(Place(home, home), force, told)


def _bench(corpus: Corpus, bed: TestBed, home: Path | None) -> Bench:
    texts = Texts(corpus.texts_at(bed.rows), home and home / "features", bed.digest)
    return Bench(bed.digest, texts, bed.authors, bed.topics)


def _neutral_variants(under_test: list[Method]) -> dict[str, Method]:
    able = [method for method in under_test if "keep" in method.estimator.get_params()]
    return {method.name: variant(method, keep=NEUTRAL_FEATURES) for method in able if not method.estimator.keep}


def _record(what: Prepared, runs: Runs) -> Record:
    corpus, bed = what.corpus, what.bed
    parts = {"standard": what.splits.standard, "novel_topic": what.splits.novel}
    schemes = {name: [fold_of(split) for split in part] for name, part in parts.items()}
    specs = {one.name: one.spec for one in what.under_test}
    return Record(
        "novel_topic",
        {"name": corpus.name, "digest": corpus.digest, "group": bed.group},
        documents_of(corpus, bed.rows, bed.authors, bed.topics),
        schemes,
        specs,
        keys_of({name: runs[name] for name in specs}, schemes),
        corpus.provenance,
        what.source,
        what.settings.positive,
    )


def _result(what: Prepared, bench: Bench, runs: Runs) -> dict[str, Any]:
    corpus, bed, splits, settings = what.corpus, what.bed, what.splits, what.settings
    found = {one.name: method_findings(bed, splits, runs[one.name], one.spec, settings) for one in what.under_test}
    for name, method in what.neutral.items():
        found[name] = _with_neutral(found[name], bed, splits, runs[method.name], settings)
    compared = comparisons(found, settings.seed)
    extras = settings.extras and bool(splits.matched)
    return {
        "protocol": "novel_topic",
        "corpus": {
            "name": corpus.name,
            "documents": len(bed.rows),
            "authors": len(bed.author_names),
            "topics": len(bed.topic_names),
            "digest": corpus.digest,
            "group": bed.group,
        },
        "settings": {
            "seed": settings.seed,
            "folds": len(splits.standard),
            "scheme": settings.scheme,
            "versions": versions(),
        },
        "provenance": dict(corpus.provenance),
        "warnings": [
            *bed.warnings(len(corpus)),
            *label_warnings(corpus, bed.group),
            *_copy_warnings(corpus, bed, splits),
            *mending_notes(corpus),
            *_plan_warnings(bed, splits, settings),
            *_method_warnings(found, runs),
        ],
        "table": {"authors": bed.author_names, "topics": bed.topic_names, "counts": bed.table.tolist()},
        "methods": {name: asdict(one) for name, one in found.items()},
        "comparisons": [asdict(one) for one in compared],
        "power": power_findings(found),
        "cues": cues(bench.texts, bed) if extras else None,
        "cells": _cells(bench, settings.seed) if extras else None,
    }


def _with_neutral(
    found: MethodFindings, bed: TestBed, splits: Plan, runs: Mapping[str, Run], settings: Settings
) -> MethodFindings:
    try:
        novel, fair = (
            Answered.gather((runs[split.id] for split in part), bed.authors, bed.topics)
            for part in (splits.novel, splits.matched)
        )
        return replace(found, neutral=neutral_findings(novel, fair, NEUTRAL_FEATURES, settings.seed))
    except StylobenchError:
        return found


def _cells(bench: Bench, seed: int) -> dict[str, Any] | None:
    found = four_cells(bench.texts, bench.authors, bench.topics, seed)
    return None if found is None else asdict(found)


def _copy_warnings(corpus: Corpus, bed: TestBed, splits: Plan) -> list[str]:
    """The duplicates, and how many tested documents a method has seen a copy of while it trained."""
    copies = copies_in(corpus)
    found = duplicate_warnings(corpus, copies, bed.group)
    place = {row: number for number, row in enumerate(bed.rows.tolist())}
    groups = [[place[row] for row in group if row in place] for group in alike(copies)]
    known, new = (
        copied_into_training(groups, [(split.train, split.test) for split in part])
        for part in (splits.standard, splits.novel)
    )
    if known or new:
        found.append(
            f"of the documents that are (nearly) the same as another, {known} have a copy in training in standard "
            f"cross-validation, {new} when their {bed.group} is held out"
        )
    return found


def _plan_warnings(bed: TestBed, splits: Plan, settings: Settings) -> list[str]:
    lines = []
    if len(splits.standard) < settings.folds:
        lines.append(
            f"standard cross-validation has {len(splits.standard)} folds instead of {settings.folds}: "
            "no author has more documents"
        )
    untold = len(bed.authors) - sum(len(split.test) for split in splits.matched)
    if settings.scheme == "novel-topic" and untold:
        lines.append(
            f"{untold} of {len(bed.authors)} documents say nothing of novelty: their author has one document in the "
            f"{bed.group}, or none in any other"
        )
    tested = [(split, topic) for split in splits.novel for topic in np.unique(bed.topics[split.test])]
    seen = sum(topic in bed.topics[split.train] for split, topic in tested)
    if seen:
        lines.append(
            f"this is no test of novelty: of {len(tested)} tested {bed.group}s, {seen} are also in the training part "
            "of their split"
        )
    return lines


def _method_warnings(found: Mapping[str, MethodFindings], runs: Mapping[str, Mapping[str, Run]]) -> list[str]:
    lines = []
    for name, one in found.items():
        if one.failures:
            first = one.failures[0]
            judged = "and is judged on the rest" if one.novel_topic else "and cannot be judged"
            lines.append(
                f"{name} failed on {len(one.failures)} of {len(runs[name])} splits {judged}; "
                f"the first: {first.split}: {first.reason}"
            )
        notes = [note for run in runs[name].values() for note in run.notes]
        lines += [f"{name}: {notes.count(note)} of {len(runs[name])} runs said {note}" for note in np.unique(notes)[:3]]
    return lines
