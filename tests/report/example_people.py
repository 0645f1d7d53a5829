"""An attack result of people who disguised themselves, as a run would store it; nothing in it was rewritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from stylobench.protocols.attack_findings import Cue, Sure
from stylobench.protocols.attack_people import Disguise, Imitation, PeopleCell, PeopleDetection

METHODS = {"char_ngrams": "verifier", "burrows_delta": "attributor"}
IMPACTS = {
    "imitation": Sure(0.73, 0.47, 0.99),
    "obfuscation": Sure(0.75, 0.51, 1.0),
    "verification": Sure(0.56, -0.27, 1.0),
}
RECORDS = ("datasets", "cells", "averages", "comparisons", "supported", "rewriting", "quality", "detectability",
           "reversal", "shown", "examples")  # fmt: skip
NOTE = "essays: line ends were evened out"


def _cell(method: str, disguise: str) -> PeopleCell:
    authors = 8 if disguise == "verification" else 43
    more: dict[str, Any] = {"others": Sure(0.76, 0.645, 0.846)}
    if METHODS[method] == "attributor":
        more = {"rank_before": Sure(11.9, 8.9, 15.0), "rank_after": Sure(26.3, 22.1, 30.4), "candidates": 58}
    clear = disguise != "verification"
    return PeopleCell(
        "essays", method, METHODS[method], disguise, authors, authors, Sure(0.504, 0.382, 0.625),
        Sure(0.124, 0.051, 0.271), Sure(-0.38, -0.505, -0.255 if clear else 0.2), IMPACTS[disguise],
        0.0001 if clear else 0.34, **more,
    )  # fmt: skip


def people_only() -> dict[str, Any]:
    """A verifier and an attributor on two disguises and the control."""
    imitation = Imitation(
        "essays", "burrows_delta", "imitation", "drexel_1/cm", 43, 43, Sure(0.0, 0.0, 0.08), Sure(0.39, 0.27, 0.53),
        Sure(0.39), 0.0001, Sure(39.3, 35.2, 43.5), Sure(5.1, 2.2, 8.1), 58,
    )  # fmt: skip
    detection = PeopleDetection(
        "essays", "obfuscation", Sure(0.98, 0.89, 1.0), Sure(0.99), 704, 43, 43, (Cue('word "my"', 0.09),)
    )
    found = {
        "disguises": [asdict(Disguise(kind, 8 if kind == "verification" else 43, 8 if kind == "verification" else 43))
                      for kind in IMPACTS],
        "cells": [asdict(_cell(method, kind)) for method in METHODS for kind in IMPACTS],
        "imitation": [asdict(imitation)],
        "detection": [asdict(detection)],
        "warnings": [NOTE],
    }  # fmt: skip
    result = {
        "protocol": "attack",
        "corpus": {"name": "essays", "documents": 915, "digest": "3b" * 32, "item": "document"},
        "settings": {"seed": 0, "threshold": "cross_fitted", "least_accuracy": 0.6, "adaptive": True, "draws": 999,
                     "versions": {"stylobench": "0.4.0", "python": "3.11.2"}},
        "provenance": {},
        "warnings": [NOTE],
        "methods": {name: {"spec": name, "kind": kind} for name, kind in METHODS.items()},
        "obfuscators": {},
        "people": found,
    }  # fmt: skip
    stored: dict[str, Any] = json.loads(json.dumps(result | {key: [] for key in RECORDS}))
    return stored


def hostile() -> dict[str, Any]:
    """A disguise and a failure whose names try to run."""
    evil = "<script>alert(1)</script>"
    result = people_only()
    result["people"]["disguises"][1]["kind"] = evil
    for cell in result["people"]["cells"]:
        if cell["disguise"] == "obfuscation":
            cell["disguise"] = evil
        if cell["method"] == "burrows_delta":
            cell |= {"impact": {"value": None, "low": None, "high": None}, "failure": evil}
    return result


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {"people_only": people_only, "people_hostile": hostile}
