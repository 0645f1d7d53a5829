"""A plan of all four crash tests, two seeds of one, with failures: what a finished run of it leaves behind."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NOVEL, LEAKAGE, SHIFT, ATTACK = (
    runpy.run_path(str(HERE / f"example_{name}.py"))["EXAMPLES"] for name in ("result", "leakage", "shift", "attack")
)
Overview = dict[str, Any]
Results = dict[str, dict[str, Any]]


def study(name: str, test: str, seed: int = 0, **more: Any) -> dict[str, Any]:
    corpora = ["pan"] if test == "attack" else ["essays"]
    return {"name": name, "test": test, "corpora": corpora, "seed": seed, "failure": None, "gaps": [], **more}


def novel(price: float) -> dict[str, Any]:
    result: dict[str, Any] = NOVEL["bare"]()
    result["methods"]["maxent"]["novelty"] |= {"price": price, "low": price - 0.03, "high": price + 0.03}
    return result


def sound() -> tuple[Overview, Results]:
    """Two seeds, and nothing that failed."""
    studies = [study("novel/essays-seed-0", "novel-topic"), study("novel/essays-seed-1", "novel-topic", 1)]
    return {"title": "", "studies": studies}, {studies[0]["name"]: novel(0.21), studies[1]["name"]: novel(0.184)}


def whole() -> tuple[Overview, Results]:
    """All four crash tests, a study without a result, a method and an obfuscator that failed in places."""
    overview, results = sound()
    knn = {
        "method": "maxent",
        "jobs": 20,
        "failed": 3,
        "reasons": {"out of memory, tried twice": 2, "took longer than 600 s": 1},
    }
    trip = {"method": "round_trip", "jobs": 100, "failed": 2, "reasons": {"Apertium died twice": 2}}
    broken = {"method": "broken", "jobs": 10, "failed": 10, "reasons": {"ValueError: no": 10}}
    overview["studies"][1]["gaps"] = [knn]
    overview["studies"] += [
        study("leak/essays-seed-0", "leakage", gaps=[broken]),
        study("mix/essays-seed-0", "shift"),
        study("hide/seed-0", "attack", gaps=[trip]),
        study("leak/tiny-seed-0", "leakage", corpora=["tiny"], failure="corpus 'tiny' has 1 topic; it takes 2"),
    ]
    results |= {
        "leak/essays-seed-0": LEAKAGE["with_failures"](),
        "mix/essays-seed-0": SHIFT["one_method"](),
        "hide/seed-0": ATTACK["five_methods"](),
    }
    return overview | {"title": "Does it know the author?"}, results


def all_topics_taken() -> tuple[Overview, Results]:
    """Leakage where HITS took every topic: two seeds that show nothing, with warnings."""
    result: dict[str, Any] = LEAKAGE["one_verifier"]()
    result["similarity"]["mean"] = {"hits": 0.3, "random": [0.3, 0.3]}
    result |= {"corpus": result["corpus"] | {"topics": 3}, "warnings": ["HITS takes 3 of 3 topics", "no paired test"]}
    for method in result["methods"].values():
        method |= {"paired": None, "samples": {"overall_2020": {"hits": 0.5, "random": [0.5], "difference": 0.0}}}
    studies = [study("leak/essays-seed-0", "leakage"), study("leak/essays-seed-1", "leakage", 1)]
    return {"title": "", "studies": studies}, {one["name"]: result for one in studies}


def hostile() -> tuple[Overview, Results]:
    """Names and reasons that try to run and to drive the terminal."""
    overview, results = sound()
    bad = "<script>alert(1)</script>\x1b[31m"
    gap = {"method": bad, "jobs": 2, "failed": 1, "reasons": {bad: 1}}
    overview["studies"][0] |= {"gaps": [gap], "corpora": [bad]}
    overview["studies"].append(study("mix/seed-0", "shift", failure=bad))
    return overview | {"title": bad}, results


EXAMPLES = {"sound": sound, "whole": whole, "taken": all_topics_taken, "hostile": hostile}
