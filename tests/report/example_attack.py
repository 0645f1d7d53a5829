"""Attack results as a run would store them, built from the records of the crash test and made up from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from stylobench.protocols.attack_findings import (
    Adaptive,
    Average,
    Cell,
    Comparison,
    Cue,
    DataSet,
    Detectability,
    Example,
    Phrase,
    Quality,
    Ranks,
    Reversal,
    Rewriting,
    Shown,
    Supported,
    Sure,
)

RECALLS = {"char_ngrams": 0.82, "ppm": 0.88, "function_words": 0.61, "impostors": 0.74, "burrows_delta": 0.7}
IMPACTS = {"mediocrity": 0.47, "synonyms": 0.12, "round_trip": 0.29, "identity": 0.0, "random_edits": 0.06}
SPECS = {"random_edits": "random_edits(rate=0.05)"}
SETS = {"pan13": (14, 16, False), "pan15": (100, 100, True)}
ATTRIBUTORS, CONTROLS = ("burrows_delta",), ("identity", "random_edits")
MEASURES = (
    ("soundness", "kept_numbers", "numbers kept", 0.97, None, "high", "share", "numbers that were spelled out"),
    ("soundness", "sts_grade", "similar in meaning, 0 to 5", 4.3, None, "high", "grade", "that the text is unreadable"),
    ("sensibleness", "perplexity", "perplexity, rewrite / original", 1.6, 1.0, "low", "ratio", "what is merely rare"),
    ("sensibleness", "errors", "errors per 1,000 words", 31.0, 14.0, "low", "per_1000", "errors of sense"),
    ("efficiency", "edits_per_1000", "edits per 1,000 words", 88.0, 0.0, "low", "per_1000", "how large an edit is"),
)


def sure(value: float, half: float = 0.08, least: float = -1.0) -> Sure:
    return Sure(value, max(value - half, least), min(value + half, 1.0))


def _dataset(name: str) -> DataSet:
    same, different, rankable = SETS[name]
    return DataSet(name, "5e" * 32, "problem", same + different, same, different, "author", same, rankable, 10)


def _impact(method: str, obfuscator: str) -> float:
    base = IMPACTS.get(obfuscator, 0.2)
    if not base:
        return 0.0
    if (method, obfuscator) == ("impostors", "synonyms"):
        return -0.31
    return base * (1.2 - 0.6 * RECALLS.get(method, 0.7) + 0.3 * (method == "char_ngrams"))


def _cell(dataset: DataSet, method: str, obfuscator: str) -> Cell:
    recall, impact = RECALLS.get(method, 0.7), _impact(method, obfuscator)
    lost = round(impact * recall * dataset.same) if impact > 0 else 0
    gained = round(-impact * (1 - recall) * dataset.same) if impact < 0 else 0
    drop = -impact * recall if impact > 0 else -impact * (1 - recall)
    half = 0.09 if dataset.rankable else 0.25
    if not impact:
        half = 0.0
    control = obfuscator in CONTROLS
    changes = [sure(scale * drop, half) for scale in (0.5, 0.55, 0.6, 0.5, 1.0)]
    after = sure(recall + 0.6 * drop)
    adaptive = None if control else Adaptive(after, sure(0.4 * impact, half), sure(0.84, 0.03), sure(0.9, 0.03))
    ranks = Ranks(Sure(1.4, 1.2, 1.6), Sure(3.2, 2.7, 3.7), 20.0) if method in ATTRIBUTORS else None
    return Cell(
        dataset.name, method, obfuscator, dataset.problems, dataset.same, False, 0.51, sure(recall + 0.06, 0.04),
        sure(recall, 0.05), sure((recall + 0.06) * recall, 0.06), sure(recall - 0.05, 0.05), sure(recall, 0.07),
        sure(recall + drop, 0.08), *changes, sure(impact, half), impact + 0.01, lost, gained,
        0.0004 if lost > 20 else 0.21, 7 if method == "impostors" else 0, 3, 5, adaptive, ranks,
    )  # fmt: skip


def _average(dataset: DataSet, obfuscator: str, cells: Sequence[Cell]) -> Average:
    mine = [cell for cell in cells if (cell.dataset, cell.obfuscator) == (dataset.name, obfuscator)]
    values = {name: float(np.mean([getattr(cell, name).value for cell in mine]))
              for name in ("impact", "d_auc", "d_c_at_1", "d_final", "d_accuracy", "d_recall")}  # fmt: skip
    half = 0.0 if obfuscator == "identity" else 0.06
    strongest = max(mine, key=lambda cell: cell.recall_after.value or 0.0)
    return Average(
        dataset.name, obfuscator, len(mine), sure(values["impact"], half), sure(0.95 * values["impact"], half),
        *(sure(values[name], half) for name in ("d_auc", "d_c_at_1", "d_final", "d_accuracy", "d_recall")),
        len(mine) - 1, sure(0.9 * values["impact"], half), strongest.method, strongest.recall_after,
        None if obfuscator in CONTROLS else sure(0.4 * values["impact"], half),
    )  # fmt: skip


def _comparisons(dataset: DataSet, obfuscators: Sequence[str]) -> list[Comparison]:
    real = [name for name in obfuscators if name not in CONTROLS]
    pairs = [(a, b) for i, a in enumerate(real) for b in real[i + 1 :]]
    return [
        Comparison(dataset.name, a, b, sure(gap, 0.07), 0.0005, 0.002 if abs(gap) > 0.07 else 0.3, 60)
        for a, b in pairs
        for gap in [IMPACTS.get(a, 0.2) - IMPACTS.get(b, 0.2)]
    ]


def _rewriting(dataset: DataSet, obfuscator: str) -> Rewriting:
    failed = 2 if obfuscator == "round_trip" else 0
    operators = {"synonym": 410, "commas": 230, "sentences merged": 120} if obfuscator != "identity" else {}
    return Rewriting(
        dataset.name, obfuscator, dataset.same, dataset.same if obfuscator == "identity" else 1, failed,
        {"Apertium died twice": failed} if failed else {}, 61000, sum(operators.values()), operators,
        {"untranslated words": 31} if failed else {},
    )  # fmt: skip


def _quality(dataset: DataSet, obfuscator: str) -> list[Quality]:
    place = list(IMPACTS).index(obfuscator) if obfuscator in IMPACTS else 1
    return [
        Quality(dataset.name, obfuscator, dimension, measure, title,
                Sure(value * (1 - 0.03 * place), value * (0.98 - 0.03 * place), value * (1.02 - 0.03 * place)),
                original, dataset.same, better, scale, f"It cannot see {blind}.")
        for dimension, measure, title, value, original, better, scale, blind in MEASURES
    ]  # fmt: skip


def _detectability(dataset: DataSet, obfuscator: str) -> Detectability:
    auc = 0.5 if obfuscator == "identity" else 0.93
    cues = () if obfuscator == "identity" else (Cue("space before a comma", 2.1), Cue("whilst", -0.8))
    return Detectability(dataset.name, obfuscator, sure(auc, 0.04), 2 * dataset.same, dataset.units, cues)


def _reversal(dataset: DataSet, obfuscator: str) -> Reversal:
    return Reversal(
        dataset.name, obfuscator, "char_ngrams", dataset.same, sure(0.38), sure(0.22), sure(0.43), sure(0.58),
        Sure(1.2, 1.0, 1.6), dataset.same, sure(0.71), sure(0.86), sure(0.4), sure(0.2), 12,
    )  # fmt: skip


PHRASES = (
    Phrase("I have been ", None, ""), Phrase("told", "informed", "synonym"), Phrase(" that the shuttle ", None, ""),
    Phrase("really ", "", "stop words"), Phrase("flew twice that year", None, ""), Phrase("", ",", "commas"),
    Phrase(" and it came home safe and sound each time", None, ""), Phrase(". We", " and we", "sentences merged"),
    Phrase(" watched it from the roof of the old school while the ", None, ""), Phrase("color", "colour", "spelling"),
    Phrase(" of the sky turned from grey to pink. ", None, ""),
)  # fmt: skip


def _examples(dataset: DataSet, obfuscator: str) -> Example:
    return Example(dataset.name, "EN005", obfuscator, ("char_ngrams", "function_words"), ("ppm",), 25, 215, PHRASES * 5)


def _shown(rng: np.random.Generator, dataset: DataSet, method: str, obfuscator: str) -> list[Shown]:
    before = rng.beta(5, 2, min(dataset.same, 30))
    after = before * (1 - 0.6 * _impact(method, obfuscator))
    found = [Shown(dataset.name, f"EN{i:03d}", method, obfuscator, float(b), float(a), 0.51)
             for i, (b, a) in enumerate(zip(before, after, strict=True))]  # fmt: skip
    return [*found[:-1], Shown(dataset.name, "silent", method, obfuscator, 0.4, None, 0.51)]


def _supported(cells: Sequence[Cell]) -> list[Supported]:
    return [
        Supported(cell.dataset, cell.method, cell.obfuscator, cell.accuracy.value or 0.0, cell.d_accuracy.value or 0.0,
                  cell.recall.value or 0.0, cell.d_recall.value or 0.0, cell.impact,
                  ("?",) if cell.dataset == "pan15" else ("3",), cell.dataset == "pan15")
        for cell in cells if (cell.impact.value or 0) < 0
    ]  # fmt: skip


def example(
    methods: Sequence[str] = tuple(RECALLS), obfuscators: Sequence[str] = tuple(IMPACTS),
    sets: Sequence[str] = tuple(SETS), seed: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """A complete result, as it is read back from its file."""
    rng = np.random.default_rng(seed)
    datasets = [_dataset(name) for name in sets]
    cells = [_cell(one, method, name) for one in datasets for method in methods for name in obfuscators]
    each = [(one, name) for one in datasets for name in obfuscators]
    real = [pair for pair in each if pair[1] not in CONTROLS]
    records: Mapping[str, Sequence[Any]] = {
        "datasets": datasets,
        "cells": cells,
        "averages": [_average(one, name, cells) for one, name in each],
        "comparisons": [found for one in datasets if one.rankable for found in _comparisons(one, obfuscators)],
        "supported": _supported(cells),
        "rewriting": [_rewriting(one, name) for one, name in each],
        "quality": [found for one, name in each for found in _quality(one, name)],
        "detectability": [_detectability(one, name) for one, name in each],
        "reversal": [_reversal(one, name) for one, name in real],
        "shown": [found for one, name in real for method in methods for found in _shown(rng, one, method, name)],
        "examples": [_examples(one, name) for one, name in real[-2:]],
    }
    result = {
        "protocol": "attack",
        "corpus": {"name": "pan", "documents": sum(one.problems for one in datasets), "digest": "7a" * 32,
                   "item": "problem"},
        "settings": {"seed": 7, "threshold": "cross_fitted", "least_accuracy": 0.6, "adaptive": True, "draws": 999,
                     "threat_model": ["The seed of its random choices is secret."],
                     "versions": {"stylobench": "0.4.0", "python": "3.11.2"}},
        "provenance": {"source": "pan15"},
        "warnings": ["pan13 has 14 same-author problems: too few to rank anything"],
        "methods": {name: {"spec": name, "kind": "attributor" if name in ATTRIBUTORS else "verifier"}
                    for name in methods},
        "obfuscators": {name: {"spec": SPECS.get(name, name), "kind": "control" if name in CONTROLS else "obfuscator",
                               "summary": f"What {name} does."} for name in obfuscators},
        "people": None,
    }  # fmt: skip
    stored: dict[str, Any] = json.loads(
        json.dumps(result | {key: [asdict(one) for one in found] for key, found in records.items()})
    )
    return stored


def one_method() -> dict[str, Any]:
    """The least a run stores: one verifier, one obfuscator, one data set, and nothing that is optional."""
    result = example(("ppm",), ("synonyms",), ("pan15",))
    result |= {key: [] for key in ("quality", "detectability", "reversal", "shown", "examples", "comparisons")}
    result["cells"][0] |= {"adaptive": None, "p": None, "impact_published": None}
    result["averages"][0] |= {"strongest": None, "strongest_recall": None, "adaptive": None}
    return result | {"warnings": [], "provenance": {}, "people": None}


def small_only() -> dict[str, Any]:
    """Only a data set that is too small to rank anything."""
    return example(("char_ngrams", "ppm"), ("mediocrity", "synonyms", "identity"), ("pan13",))


def with_failures() -> dict[str, Any]:
    """A method that failed everywhere, one that answers everything alike, and cells without numbers."""
    result = example()
    nothing = asdict(Sure(None))
    for cell in result["cells"]:
        if cell["method"] == "ppm":
            cell |= {key: nothing for key, value in cell.items() if isinstance(value, dict)}
            cell |= {"adaptive": None, "ranks": None, "failure": "ValueError: no <b>texts</b>", "threshold": None}
        if cell["method"] == "function_words":
            cell |= {"constant": True, "impact": nothing, "threshold": None}
        if cell["method"] == "char_ngrams":
            cell["impact"] |= {"low": None, "high": None}
    for average in result["averages"]:
        average |= {"worthy_methods": 0, "worthy": nothing, "strongest": None, "strongest_recall": None}
    for key in ("undone", "wrong", "rank", "traced"):
        result["reversal"][0][key] = None
    result["reversal"][1] |= {"recall_rewritten": None, "linked": None}
    result["detectability"][0]["auc"] = nothing
    result["quality"][0]["value"] = nothing
    return result


def nothing_found() -> dict[str, Any]:
    """Every cell failed."""
    result = with_failures()
    keep = [cell for cell in result["cells"] if cell["method"] == "ppm"]
    empty = ("averages", "comparisons", "supported", "rewriting", "quality", "detectability", "reversal", "shown")
    result |= {key: [] for key in (*empty, "examples")}
    return result | {"cells": keep, "methods": {"ppm": {"spec": "ppm()"}}}


def of_people() -> dict[str, Any]:
    """Texts that people disguised themselves."""
    result = example(("ppm", "burrows_delta"), ("imitation",), ("pan15",))
    result["obfuscators"]["imitation"]["kind"] = "people"
    found = {"value": 0.4, "low": 0.3, "high": 0.5}
    return result | {"people": {"success": found, "authors": 45, "by_target": [{"target": "McCarthy", "taken": 0.4}]}}


def many_methods() -> dict[str, Any]:
    """24 methods and nine obfuscators with names too long for any margin."""
    names = [f"own_package.verifiers.number_{i}:with_a_long_name" for i in range(24)]
    return example(names, [*IMPACTS, *(f"my_package.obfuscators:variant_{i}" for i in range(4))])


def hostile() -> dict[str, Any]:
    """Names and texts that try to run, to break out of quotes, to reorder the line and to drive the terminal."""
    evil = "<script>alert(1)</script>"
    result = example(("ppm", evil), ("synonyms", "</title><img src=x onerror=alert(2)>", "{{ 7*7 }}"), ("pan15",))
    result["corpus"]["name"] = "</h1><script>alert(3)</script>"
    result["warnings"].append("\x1b[31mred \u202eevil\u202c [bold]rich[/bold]")
    shown = [{"original": "<svg onload=alert(4)>", "rewritten": "\x1b[32m[b]", "operator": evil},
             {"original": "\ud800 lone & \u202ereversed", "rewritten": None, "operator": ""}]  # fmt: skip
    result["examples"][0]["phrases"] = shown
    result["cells"][0]["failure"] = evil
    return result


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "five_methods": example,
    "one_method": one_method,
    "small_only": small_only,
    "with_failures": with_failures,
    "nothing_found": nothing_found,
    "of_people": of_people,
    "many_methods": many_methods,
    "hostile": hostile,
}
