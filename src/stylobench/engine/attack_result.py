"""The result object of the obfuscation crash test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from stylobench.corpora.mending import corpus_warnings
from stylobench.engine.attack_desk import Desk, Findings
from stylobench.engine.surroundings import versions
from stylobench.protocols.attack import THREAT_MODEL
from stylobench.records import Corpus

PARTS = (
    "averages", "evidence", "comparisons", "supported", "rewriting", "quality", "detectability", "reversal", "shown",
    "examples",
)  # fmt: skip


def attack_result(
    corpora: Mapping[str, Corpus], desk: Desk, found: Findings, disguises: dict[str, Any] | None
) -> dict[str, Any]:
    """What is kept, printed and told; `disguises` is what was found about people's own."""
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
        "warnings": [
            *(f"{name}: {line}" for name, one in corpora.items() for line in corpus_warnings(one, distinct_texts=True)),
            *found.warnings,
            *(disguises or {}).get("warnings", ()),
        ],
        "datasets": [asdict(one) for one in found.datasets],
        "methods": methods,
        "obfuscators": obfuscators,
        "cells": [asdict(one) for one in found.cells],
        **{part: found.part(part) for part in PARTS},
        "people": disguises,
    }
