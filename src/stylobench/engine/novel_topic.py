"""Runs the novel-topic crash test from a corpus to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.engine.archive import Archive
from stylobench.engine.document_runs import How, Runs, run_splits
from stylobench.engine.jobs import Bench, versions
from stylobench.engine.methods import Method, Named, methods, variant
from stylobench.engine.run import Force, Told
from stylobench.engine.tested_file import Record, Source, documents_of, fold_of, keys_of, write_tested
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
    settings = settings or Settings()
    under_test = methods(attributors)
    bed = TestBed.of(corpus, group)
    ids = corpus.column("id")
    splits = plan(bed, [str(ids[row]) for row in bed.rows], settings)
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        bench = _bench(corpus, bed, home)
        archive = Archive(home / "answers")
        neutral = _neutral_variants(under_test) if settings.extras and splits.matched else {}
        runs = _all_runs(bench, splits, under_test, neutral, settings, (archive, force, told))
        result = _result(corpus, bed, bench, splits, settings, (under_test, neutral, runs))
        if folder is not None:
            record = _record(corpus, bed, splits, {one.name: one.spec for one in under_test}, runs)
            write_tested(folder, replace(record, source=source, positive=settings.positive))
        return result


def _bench(corpus: Corpus, bed: TestBed, home: Path) -> Bench:
    everything = corpus.texts
    kept = [everything[row] for row in bed.rows]
    texts = Texts(kept, home / "features", bed.digest)
    return Bench(bed.digest, texts, bed.authors, bed.topics)


def _neutral_variants(under_test: list[Method]) -> dict[str, Method]:
    able = [method for method in under_test if "keep" in method.estimator.get_params()]
    return {method.name: variant(method, keep=NEUTRAL_FEATURES) for method in able if not method.estimator.keep}


def _all_runs(
    bench: Bench,
    splits: Plan,
    under_test: list[Method],
    neutral: Mapping[str, Method],
    settings: Settings,
    how: How,
) -> Runs:
    wanted: list[tuple[Method, Split]] = [(method, split) for method in under_test for split in splits]
    wanted += [(method, split) for method in neutral.values() for split in (*splits.novel, *splits.matched)]
    return run_splits(bench, wanted, settings.seed, how)


def _record(corpus: Corpus, bed: TestBed, splits: Plan, specs: Mapping[str, str], runs: Runs) -> Record:
    parts = {"standard": splits.standard, "novel_topic": splits.novel}
    schemes = {name: [fold_of(split) for split in part] for name, part in parts.items()}
    return Record(
        "novel_topic",
        {"name": corpus.name, "digest": corpus.digest, "group": bed.group},
        documents_of(corpus, bed.rows, bed.authors, bed.topics),
        schemes,
        specs,
        keys_of({name: runs[name] for name in specs}, schemes),
        corpus.provenance,
    )


def _result(
    corpus: Corpus,
    bed: TestBed,
    bench: Bench,
    splits: Plan,
    settings: Settings,
    what: tuple[list[Method], Mapping[str, Method], Mapping[str, Mapping[str, Run]]],
) -> dict[str, Any]:
    under_test, neutral, runs = what
    found = {one.name: method_findings(bed, splits, runs[one.name], one.spec, settings) for one in under_test}
    for name, method in neutral.items():
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
        "warnings": bed.warnings(len(corpus)) + _plan_warnings(bed, splits, settings) + _method_warnings(found, runs),
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
