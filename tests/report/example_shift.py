"""Shift results as a run would store them, built from the records of the crash test and made up from a seed."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.protocols.shift_findings import (
    Bound,
    Cluster,
    Constancy,
    Flip,
    Level,
    MeasureFindings,
    MethodFindings,
    Selection,
)

SIZES = {"space": 310, "hockey": 240, "medicine": 190, "baseball": 160, "crypt": 120, "electronics": 90,
         "astronomy pictures": 60, "hardware prices": 30}  # fmt: skip
WORDS = ("orbit", "launch", "goal", "team", "patient", "doctor", "pitcher", "key", "circuit", "price")
HERE = Path(__file__).parent
DATED = runpy.run_path(str(HERE / "example_shift_dated.py"))
MEASURED = runpy.run_path(str(HERE / "example_shift_measures.py"))
LEVELS, MEASURES, CURVE = (MEASURED[name] for name in ("LEVELS", "MEASURES", "CURVE"))


def _method(rng: np.random.Generator, name: str, sizes: Mapping[str, int]) -> MethodFindings:
    drift = [Level(0.02 - 0.01 * i, -0.04 - 0.01 * i, 0.08 - 0.01 * i, n) for i, n in enumerate(sizes.values())]
    constancy = Constancy("1993-01 to 1993-03", "1993-04 to 1993-06", drift, 0.34, 0.61)
    items = sum(sizes.values())
    measures = {measure: MEASURED["measured"](rng, name, measure, sizes) for measure in MEASURES}
    return MethodFindings(f"{name}(c=1.0)", items - 4 * (name == "knn"), items, [], measures, constancy)


def _clusters(sizes: Mapping[str, int]) -> list[Cluster]:
    total = sum(sizes.values())
    return [
        Cluster(name, n, n / total, [WORDS[(i + j) % len(WORDS)] for j in range(6)],
                [(f"doc-{i}-{j}", f"The {WORDS[(i + j) % len(WORDS)]} was seen again last night by") for j in range(2)],
                "sci" if i % 2 == 0 else "rec", 0.7 + 0.03 * (i % 9), 2 if i == len(sizes) - 1 else 0)
        for i, (name, n) in enumerate(sizes.items())
    ]  # fmt: skip


def _ranked(methods: Mapping[str, MethodFindings], measure: str, value: Callable[[MeasureFindings], Any]) -> list[str]:
    found = {name: method.measures[measure] for name, method in methods.items()}
    return sorted(found, key=lambda name: value(found[name]) * (1 if found[name].loss else -1))


def _mean(methods: Mapping[str, MethodFindings], name: str, measure: str) -> float:
    """Turned round for a loss, so that more is better."""
    found = methods[name].measures[measure]
    return float(found.estimate.mean or 0) * (-1 if found.loss else 1)


def _flips(methods: Mapping[str, MethodFindings], measure: str) -> list[Flip]:
    """Where the curve of bayes crosses that of svm, between two steps."""
    if measure != "accuracy" or not {"bayes", "svm"} <= set(methods):
        return []
    curves = [[bound.posterior or 0 for bound in methods[name].measures[measure].curve] for name in ("bayes", "svm")]
    gaps = [bayes - svm for bayes, svm in zip(*curves, strict=True)]
    return [
        Flip("bayes", "svm", CURVE[i] + (CURVE[i + 1] - CURVE[i]) * -gaps[i] / (gaps[i + 1] - gaps[i]))
        for i in range(len(gaps) - 1)
        if gaps[i] < 0 <= gaps[i + 1]
    ]


def _selection(methods: Mapping[str, MethodFindings], measure: str) -> Selection:
    rankings = {
        "today": _ranked(methods, measure, lambda one: one.today.value),
        "estimate": _ranked(methods, measure, lambda one: one.estimate.mean),
        "heuristic": _ranked(methods, measure, lambda one: one.heuristic.mean),
        "bound": _ranked(methods, measure, lambda one: one.bounds[1].posterior),
    }
    names = rankings["bound"]
    chances = dict(zip(names, (0.56, 0.39, 0.05), strict=False))
    flips = _flips(methods, measure)
    lead = _mean(methods, names[0], measure) - _mean(methods, names[1], measure)
    return Selection(
        measure,
        0.05,
        rankings,
        chances,
        lead,
        lead - 0.015,
        lead + 0.015,
        flips,
        len({r[0] for r in rankings.values()}) == 1,
    )


def example(
    names: Sequence[str] = tuple(LEVELS), sizes: Mapping[str, int] | None = None, seed: int = 0
) -> dict[str, Any]:
    """A complete result."""
    rng = np.random.default_rng(seed)
    sizes = SIZES if sizes is None else sizes
    methods = {name: _method(rng, name, sizes) for name in names}
    selection = [_selection(methods, measure) for measure in MEASURES] if len(names) > 1 else []
    return {
        "protocol": "shift",
        "corpus": {"name": "newsgroups", "documents": sum(sizes.values()), "digest": "5a" * 32, "item": "document",
                   "task": "attribution", "classes": 2},
        "settings": {"seed": 7, "measure": "accuracy", "delta": 0.05, "alpha": 1.0, "concentration": 8.0, "mix": "even",
                     "clusters": None, "subclasses": "clusters", "clusterer": "kmeans", "encoder": "tfidf",
                     "draws": 20000,
                     "versions": {"stylobench": "0.3.0", "python": "3.11.2", "numpy": "2.0.0"}},
        "provenance": {"source": "newsgroups.parquet"},
        "warnings": ["12 documents have no date and are left out of the stream"],
        "clusters": [asdict(cluster) for cluster in _clusters(sizes)],
        "purity": 0.83,
        "methods": {name: asdict(method) for name, method in methods.items()},
        "selection": [asdict(one) for one in selection],
        "stream": asdict(DATED["stream"](sizes, WORDS)),
        "backtest": asdict(DATED["backtest"](LEVELS, names)),
        "experiment": asdict(DATED["experiment"]([*names, "tree"])),
    }  # fmt: skip


def one_method() -> dict[str, Any]:
    """One method and nothing that needs dates: the least a run stores."""
    result = example(("svm",))
    nothing = {"stream": None, "backtest": None, "experiment": None, "warnings": [], "provenance": {}, "purity": None}
    result["methods"]["svm"]["constancy"] = None
    for cluster in result["clusters"]:
        cluster |= {"words": [], "examples": [], "label": None, "purity": None, "merged": 0}
    return result | nothing


def by_log_loss() -> dict[str, Any]:
    """A loss leads: less is better, and bounds are upper ones."""
    result = example(("svm", "bayes"))
    result["settings"]["measure"] = "log_loss"
    for name, method in result["methods"].items():
        accuracy, loss = (method["measures"][measure] for measure in ("accuracy", "log_loss"))
        values = np.array([level["value"] for level in loss["by_cluster"]])
        loss["stress"] = [
            asdict(one) for one in MEASURED["stressed"](values, np.array(list(SIZES.values())), list(SIZES), True)
        ]
        loss["by_k"] = [
            asdict(one) for one in MEASURED["by_k"](Bound(**loss["bounds"][1]), loss["estimate"]["mean"], True)
        ]
        loss["curve"] = [
            bound | {"posterior": loss["estimate"]["mean"] + 0.9 - bound["posterior"]} for bound in accuracy["curve"]
        ]
        method["constancy"] = None if name == "bayes" else method["constancy"]
    return result


def undefined() -> dict[str, Any]:
    """Numbers that nobody knows, wherever the records allow None; and a method that failed everywhere."""
    result = example(("svm", "broken"))
    svm = result["methods"]["svm"]
    for found in svm["measures"].values():
        found |= {"heuristic_published": None, "approximation": None, "relative": None, "left_out": 3}
        found["today"] |= {"value": None, "low": None, "high": None}
        found["estimate"] |= {"sd": None, "se": None, "low": None, "high": None}
        found["heuristic"] = dict.fromkeys(found["heuristic"])
        found["bounds"] = [dict.fromkeys(bound) | {"delta": bound["delta"]} for bound in found["bounds"]]
        found["curve"] = [dict.fromkeys(bound) | {"delta": bound["delta"]} for bound in found["curve"]]
        found["by_k"] = [dict.fromkeys(step) | {"k": step["k"]} for step in found["by_k"]]
        found["by_cluster"][0] |= {"value": None, "low": None, "high": None}
        found["spread"] = dict.fromkeys(found["spread"]) | {"posterior": [], "mixing": []}
        found["stress"] = [
            one | {"value": None, "drop": None, "careful": None, "noise": None, "moves": []} for one in found["stress"]
        ]
    svm["constancy"] |= {"p": None, "p_least": None, "differences": []}
    result["methods"]["broken"] |= {"measures": {}, "constancy": None, "failures": ["ValueError: no"] * 3}
    for one in result["selection"]:
        one |= {"lead": None, "lead_low": None, "lead_high": None, "flips": [], "chances": {}}
    gone = dict.fromkeys(("mix_p", "prevalence_p", "equal", "concentration", "concentration_low"))
    nobody = {name: None for name in result["stream"]["whole"] if name != "n"}
    result["stream"] |= gone | {"words": [], "clusters": [None] * len(SIZES)}
    result["stream"]["whole"] |= nobody
    for row in result["backtest"]["rows"]:
        row |= dict.fromkeys(("expected", "bound", "exact", "normal", "future", "held", "future_held", "moved"))
        row["level"] |= {"value": None, "low": None, "high": None}
    for row in result["experiment"]["rows"]:
        row |= {name: None for name in row if name not in {"method", "measure"}}
    result["experiment"] |= {"approximation": None, "relative": None, "choices": []}
    result["backtest"] |= {"coverage": [], "notes": []}
    return result


def backtest_only() -> dict[str, Any]:
    """A backtest and an experiment without anything else."""
    result = example()
    nothing: dict[str, Any] = {"methods": {}, "clusters": [], "selection": [], "stream": None, "purity": None}
    return result | nothing


def nothing_found() -> dict[str, Any]:
    """Every method failed."""
    result = undefined()
    result["methods"] = {"broken": result["methods"]["broken"]}
    return result | {
        "selection": [],
        "stream": None,
        "backtest": None,
        "experiment": None,
        "clusters": [],
        "warnings": [],
    }


def many_clusters() -> dict[str, Any]:
    """120 subclasses with names too long for any margin, eight methods, and every item alike in one of them."""
    sizes = {f"everything in the archive that belongs to department number {i}": 12 + 3 * (i % 17) for i in range(120)}
    result = example(tuple(f"method_number_{i}" for i in range(8)), sizes)
    flat = result["methods"]["method_number_7"]["measures"]["accuracy"]
    flat["spread"] |= {"posterior": [0.9] * 201, "mixing": [0.9] * 201}
    flat["heuristic"]["sd"] = 0.0
    return result


def hostile() -> dict[str, Any]:
    """Names that try to run, to break out of quotes, to reorder the line and to drive the terminal."""
    evil = "<script>alert(1)</script>"
    sizes = {evil: 90, "</title><img src=x onerror=alert(2)>": 80, "{{ 7*7 }}": 70, "\x1b[31mred": 60,
             "[bold]rich[/bold]": 50, "\u202eevil\u202c": 40, "\ud800 lone": 30, "\"quoted' & co": 20}  # fmt: skip
    result = example(("svm", "own:<b>x</b>"), sizes)
    result["corpus"]["name"] = "</h1><script>alert(3)</script>"
    result["warnings"].append(f"subclass {evil} is small")
    result["clusters"][0] |= {"words": ["<svg onload=alert(4)>"], "label": "</bdi><b>"}
    result["stream"]["periods"][0] = "<i onclick=alert(5)>"
    return result


def of_problems() -> dict[str, Any]:
    """Verification: problems instead of documents, subclasses from a column."""
    result = example(("ppm", "char_ngrams"))
    result["corpus"] |= {"item": "problem", "task": "verification"}
    result["settings"] |= {"subclasses": "genre", "mix": "today", "clusters": 8}
    return result


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "three_methods": example,
    "one_method": one_method,
    "by_log_loss": by_log_loss,
    "undefined": undefined,
    "backtest_only": backtest_only,
    "nothing_found": nothing_found,
    "many_clusters": many_clusters,
    "hostile": hostile,
    "of_problems": of_problems,
}
