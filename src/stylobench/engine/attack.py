"""Runs the obfuscation crash test from data sets to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from stylobench.engine.archive import Archive
from stylobench.engine.attack_arena import arena
from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_desk import Desk, Findings, Stages
from stylobench.engine.attack_documents import gallery
from stylobench.engine.attack_on_documents import on_documents
from stylobench.engine.attack_on_problems import on_problems
from stylobench.engine.attack_people import people
from stylobench.engine.jobs import versions
from stylobench.engine.rewriting import Shelf
from stylobench.engine.run import Force, Told
from stylobench.protocols.attack import THREAT_MODEL, Settings
from stylobench.records import Corpus

PARTS = (
    "averages", "evidence", "comparisons", "supported", "rewriting", "quality", "detectability", "reversal", "shown",
    "examples",
)  # fmt: skip


def attack(
    corpora: Mapping[str, Corpus],
    contest: Contest,
    settings: Settings,
    *,
    folder: Path | None = None,
    force: Force | None = None,
    told: Told | None = None,
) -> dict[str, Any]:
    """The result object; rewritten texts and answers are kept in `folder` and used again when nothing has changed."""
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        desk = Desk(contest, settings, Shelf(home / "rewrites"), Archive(home / "answers"), force, Stages(told))
        found = Findings()
        if contest.disguised is not None:
            [(name, corpus)] = corpora.items()
            return _result(corpora, desk, found, people(corpus, name, contest, settings, desk.how()))
        for name, corpus in corpora.items():
            if contest.verifiers:
                on_problems(arena(corpus, name, settings.folds, settings.seed), desk, found)
            if contest.attributors:
                both = f"{name} (documents)" if contest.verifiers else name
                on_documents(gallery(corpus, both, settings.folds, settings.seed, contest.strangers), desk, found)
        return _result(corpora, desk, found, None)


def _result(
    corpora: Mapping[str, Corpus], desk: Desk, found: Findings, disguises: dict[str, Any] | None
) -> dict[str, Any]:
    settings = desk.settings
    methods, obfuscators = desk.contest.described()
    return {
        "protocol": "attack",
        "corpus": {
            "name": ", ".join(corpora),
            "documents": sum(one.problems for one in found.datasets) or sum(map(len, corpora.values())),
            "digest": ", ".join(corpus.digest for corpus in corpora.values()),
            "item": found.datasets[0].item if found.datasets else "document",
        },
        "settings": {
            "seed": settings.seed,
            "threshold": settings.threshold,
            "least_accuracy": settings.least_accuracy,
            "adaptive": settings.adaptive,
            "reversal": settings.reversal,
            "backtrack": settings.backtrack,
            "folds": settings.folds,
            "quality": None if settings.quality is None else list(settings.quality),
            "strangers": desk.contest.strangers,
            "disguised": desk.contest.disguised,
            "draws": settings.draws,
            "threat_model": list(THREAT_MODEL),
            "versions": versions(),
        },
        "provenance": {name: dict(corpus.provenance) for name, corpus in corpora.items()},
        "warnings": [*found.warnings, *(disguises or {}).get("warnings", ())],
        "datasets": [asdict(one) for one in found.datasets],
        "methods": methods,
        "obfuscators": obfuscators,
        "cells": [asdict(one) for one in found.cells],
        **{part: found.part(part) for part in PARTS},
        "people": disguises,
    }
