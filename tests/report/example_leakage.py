"""Leakage results as a run would store them, built from the records of the crash test and made up from a seed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from stylobench.protocols.leakage_findings import (
    AgainstRandom,
    Bin,
    Canary,
    Contrast,
    Estimate,
    HeatMap,
    Masked,
    Paired,
    PairedFold,
    Rank,
    Reliability,
    SampleFacts,
    SampleRanking,
    SimilarPair,
    TopicCorrelation,
    Variant,
    VerifierFindings,
)

TOPICS = (
    "alt.atheism", "comp.graphics", "comp.os.ms-windows.misc", "comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware",
    "comp.windows.x", "misc.forsale", "rec.autos", "rec.motorcycles", "rec.sport.baseball", "rec.sport.hockey",
    "sci.crypt", "sci.electronics", "sci.med", "sci.space", "soc.religion.christian", "talk.politics.guns",
    "talk.politics.mideast", "talk.politics.misc", "talk.religion.misc",
)  # fmt: skip
MEASURES = ("auc", "c_at_1", "f_05_u", "f1_answered", "brier", "overall_2020")
FAMILIES = {"char_ngrams": "characters", "ppm": "compression", "topic_fit": "topic", "sbert_cosine": "mixed",
            "function_words": "words"}  # fmt: skip
LOSSES = {"char_ngrams": 0.021, "ppm": 0.004, "topic_fit": 0.113, "sbert_cosine": 0.062, "function_words": -0.003}


def sure(value: float, half: float | None, trials: int = 412, units: int = 38) -> Estimate:
    low, high = (None, None) if half is None else (value - half, value + half)
    return Estimate(value, low, high, "author", units, trials)


def verdict(value: float, half: float) -> str:
    if value - half > 0:
        return "it leans on topic leakage"
    return "no sign that it leans on topic leakage" if half < 0.03 else "no clear sign; a loss is not ruled out"


def _controls(half: float) -> list[float]:
    return [half * step / 6 for step in (-3, -2, -1, 0, 0, 1, 2, 3)]


def _paired(loss: float, level: float, topics: Sequence[str]) -> Paired:
    half = 0.018 if abs(loss) < 0.05 else 0.03
    measures = {
        name: Contrast(sure(level, 0.03), sure(level - loss * scale, 0.035), sure(loss * scale, half), _controls(half))
        for name, scale in zip(MEASURES, (0.6, 1.1, 1.3, 1.2, 0.5, 1.0), strict=True)
    }
    folds = [
        PairedFold(list(topics[i : i + 2]), 51 - 3 * i, 240 + i, 0.62 - 0.01 * i, 0.18 + 0.02 * i, level, level - loss)
        for i in range(0, min(len(topics) - 1, 8), 2)
    ]
    folds[-1] = PairedFold(folds[-1].held_out, 9, 240, 0.5, 0.2, None, None)
    return Paired("overall_2020", measures, "same", folds, verdict(loss, half))


def _against(rng: np.random.Generator, level: float, loss: float, samples: int) -> AgainstRandom:
    random = (level + rng.normal(0, 0.012, samples)).tolist()
    hits, mean = level - 0.4 * loss, float(np.mean(random)) if samples else float("nan")
    gap = hits - mean
    half = 2.1 * float(np.std(random, ddof=1)) if samples > 1 else None
    rank_p = (1 + sum(value <= hits for value in random)) / (samples + 1)
    told = "lower on the HITS sample" if rank_p < 0.06 else "no difference shown"
    return AgainstRandom(
        hits, random, mean, gap, None if half is None else gap - half, None if half is None else gap + half,
        min(1.0, 1.2 * rank_p) if samples > 1 else None, rank_p, (hits + mean) / 2, abs(gap), 0.021, 0.017,
        told if samples >= 19 else f"too few random samples for a verdict: {samples}, 19 are needed",
        min(1.0, 2 * rank_p) if samples > 1 else None,
    )  # fmt: skip


def _reliability(rng: np.random.Generator, loss: float) -> Reliability:
    bins = []
    for i in range(10):
        mean = (i + 0.5) / 10
        share = float(np.clip(mean - 1.5 * loss * np.sin(np.pi * mean) + rng.normal(0, 0.03), 0, 1))
        bins.append(Bin(i / 10, (i + 1) / 10, int(20 + 60 * abs(mean - 0.5)), mean, share,
                        max(0, share - 0.09), min(1, share + 0.09)))  # fmt: skip
    return Reliability(bins, sure(0.03 + abs(loss), 0.015))


def _verifier(rng: np.random.Generator, name: str, loss: float, bed: Mapping[str, Any]) -> VerifierFindings:
    level, samples = 0.86 - 0.9 * abs(loss), bed["random"]
    names = ["hits", *(f"random-{i:02d}" for i in range(samples))]
    folds = {sample: {m: (level - loss * (sample == "hits") + rng.normal(0, 0.02, 10)).tolist() for m in MEASURES}
             for sample in names}  # fmt: skip
    return VerifierFindings(
        spec=f"{name}()",
        family=FAMILIES.get(name, "yours"),
        paired=_paired(loss, level, bed["topics"]),
        samples={m: _against(rng, level, loss, samples) for m in MEASURES},
        folds=folds,
        correlation=TopicCorrelation(sure(2 * loss + 0.02, 0.06, 1200), sure(3 * loss + 0.03, 0.05, 1300)),
        pairings={"any": sure(level + 0.05, 0.02, 1100), "hard": sure(level - 3.4 * abs(loss), 0.04, 640),
                  "easy": sure(min(0.985, level + 0.06 + loss / 2), 0.01, 630)},
        reliability=_reliability(rng, loss),
        answered=0.93,
    )  # fmt: skip


def _rankings(methods: Mapping[str, VerifierFindings], measure: str) -> list[SampleRanking]:
    names = list(methods)
    found = []
    for sample in next(iter(methods.values())).folds:
        scores = np.array([methods[name].folds[sample][measure] for name in names])
        places = (-scores).argsort(0).argsort(0) + 1
        ranks = {name: Rank(float(row.mean()), float(row.std(ddof=1)), int((row == 1).sum()))
                 for name, row in zip(names, places, strict=True)}  # fmt: skip
        pairs = list(itertools.combinations(places.T, 2))
        stability = float(np.mean([np.corrcoef(a, b)[0, 1] for a, b in pairs])) if len(names) > 1 else float("nan")
        agreed = float(np.mean([a.argmin() == b.argmin() for a, b in pairs]))
        found.append(SampleRanking(sample, stability, stability - 0.12, stability + 0.12, agreed, ranks))
    return found


def _cosines(rng: np.random.Generator, topics: Sequence[str]) -> np.ndarray:
    heads = [name.split(".")[0] for name in topics]
    centres = {head: rng.normal(size=12) for head in sorted(set(heads))}
    rows = np.array([centres[head] + rng.normal(size=12) + 0.8 for head in heads])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cosines: np.ndarray = rows @ rows.T
    return cosines


def _heat(rng: np.random.Generator, topics: Sequence[str], selected: Sequence[str]) -> HeatMap:
    order = [*selected, *sorted(set(topics) - set(selected))][:60]
    return HeatMap(order, [name in selected for name in order], _cosines(rng, order).tolist())


def _samples(rng: np.random.Generator, count: int, topics: int) -> list[SampleFacts]:
    names = ["hits", *(f"random-{i:02d}" for i in range(count))]
    return [
        SampleFacts(name, topics, 40 * topics, 1234.4 + i, 137.5, 61.2, 22.4, 0.481, 0.31 + 0.06 * (i > 0),
                    0.55 + 0.11 * (i > 0) + float(rng.normal(0, 0.02)))
        for i, name in enumerate(names)
    ]  # fmt: skip


def _similarity(rng: np.random.Generator, hits: float, random: float, count: int) -> dict[str, Any]:
    values = (random + rng.normal(0, 0.02, count)).tolist()
    mean = float(np.mean(values)) if count else None
    return {"hits": hits, "random_mean": mean, "random": values, "rank_p": 1 / (count + 1)}


def _compare() -> dict[str, list[Variant]]:
    stability = dict(zip(MEASURES, (0.88, 0.92, 0.95, 0.88, None, 0.94), strict=True))
    kinds = {"method": ("hits", "grouping", "hybrid"), "encoder": ("sbert", "lsa", "nmf", "lda"),
             "topics": ("6", "8", "10", "12")}  # fmt: skip
    return {
        kind: [Variant(name, int(name) if kind == "topics" else 10, 0.31 + 0.02 * i, 0.55 + 0.03 * i, stability)
               for i, name in enumerate(names)]
        for kind, names in kinds.items()
    }  # fmt: skip


def example(
    losses: Mapping[str, float] | None = None, random: int = 20, topics: Sequence[str] = TOPICS, seed: int = 0
) -> dict[str, Any]:
    """A complete result."""
    rng = np.random.default_rng(seed)
    losses = LOSSES if losses is None else losses
    selected = list(topics[::2])
    methods = {name: _verifier(rng, name, loss, {"topics": topics, "random": random})
               for name, loss in losses.items()}  # fmt: skip
    canary = Canary("topic_fit", "char_ngrams", "overall_2020", sure(0.092, 0.05), "the test bites on this corpus")
    pairs = {kind: [asdict(SimilarPair(kind, topics[i], topics[i + 1], top - 0.01 * i)) for i in range(5)]
             for kind, top in (("hits", 0.62), ("random", 0.91))}  # fmt: skip
    masked = Masked("I have been told that the shuttle flew twice in 1992.", "* * * * * * shuttle * * * *", 4000)
    heat = _heat(rng, topics, selected)
    return {
        "protocol": "leakage",
        "corpus": {"name": "newsgroups", "documents": 1428, "authors": 74, "topics": len(topics), "digest": "3c" * 32,
                   "group": "topic"},
        "settings": {"seed": 7, "topics": len(selected), "folds": 10, "random": random, "documents_per_topic": 40,
                     "encoder": "lsa(dimensions=50)", "method": "hits", "measure": "overall_2020", "same": "any",
                     "different": "any", "controls": 8, "balance": False, "most": None, "disjoint_authors": False,
                     "versions": {"stylobench": "0.2.0", "python": "3.11.2", "numpy": "2.0.0"}},
        "provenance": {"source": "newsgroups.parquet"},
        "warnings": ["topic 'misc.forsale' has 31 documents; 40 per topic were asked for"],
        "sampling": {"selected": selected, "leakage": [0.1 + 0.02 * i for i in range(len(selected))], "joined": {},
                     "heat": asdict(heat)},
        "samples": [asdict(one) for one in _samples(rng, random, len(selected))],
        "similarity": {"mean": _similarity(rng, 0.31, 0.37, random), "max": _similarity(rng, 0.55, 0.66, random)},
        "similar_pairs": pairs,
        "methods": {name: asdict(method) for name, method in methods.items()},
        "ranking": {m: [asdict(one) for one in _rankings(methods, m)] for m in MEASURES} if len(methods) > 1 else {},
        "canary": asdict(canary),
        "compare": {kind: [asdict(one) for one in found] for kind, found in _compare().items()},
        "masked": asdict(masked),
    }  # fmt: skip


def published() -> dict[str, Any]:
    """The paper's five random samples and a canary without bite."""
    result = example({"char_ngrams": 0.021, "ppm": 0.004, "topic_fit": 0.012}, random=5)
    result["canary"] |= {"difference": asdict(sure(-0.009, 0.06)), "verdict": "the test shows no bite on this corpus"}
    result["settings"]["method"] = "grouping"
    result["sampling"]["joined"] = {"comp.graphics": "comp.os.ms-windows.misc", "comp.windows.x": "misc.forsale"}
    return result


def one_verifier() -> dict[str, Any]:
    """One verifier, no random samples, no canary: the least a run stores."""
    result = example({"ppm": 0.004}, random=0)
    result |= {"canary": None, "compare": {}, "masked": None, "warnings": [], "provenance": {}, "ranking": {}}
    result["similar_pairs"]["random"] = []
    result["methods"]["ppm"]["samples"] = {}
    return result


def with_failures() -> dict[str, Any]:
    """A paired test that could not be built, a verifier that failed in places and one that failed everywhere."""
    result = example({"char_ngrams": 0.021, "ppm": 0.004, "broken": 0.01})
    methods = result["methods"]
    methods["char_ngrams"]["paired"] = None
    methods["ppm"]["failures"] = [{"split": "hits/3", "reason": "out of memory"}] * 2
    methods["ppm"]["folds"]["hits"]["overall_2020"][2] = None
    methods["ppm"] |= {"reliability": None, "correlation": {"same": None, "different": None}, "pairings": {}}
    for contrast in methods["ppm"]["paired"]["measures"].values():
        contrast["difference"] |= {"low": None, "high": None}
        contrast["controls"] = []
    methods["ppm"]["paired"]["verdict"] = "no verdict without controls"
    methods["char_ngrams"]["reliability"]["bins"][0] |= {"same_low": None, "same_high": None}
    nothing = {"paired": None, "correlation": None, "reliability": None, "answered": None}
    failures = [{"split": f"hits/{i}", "reason": "ValueError: no"} for i in range(10)]
    methods["broken"] |= nothing | {"samples": {}, "folds": {}, "pairings": {}, "failures": failures}
    for rankings in result["ranking"].values():
        for ranking in rankings:
            ranking["ranks"]["broken"] |= {"mean": None, "sd": None}
            ranking |= {"low": None, "high": None}
    result["canary"] = None
    result["warnings"].append("no near and far training sides could be built for char_ngrams")
    return result


def nothing_found() -> dict[str, Any]:
    """Every verifier failed; only the sampling is known."""
    result = with_failures()
    result["methods"] = {"broken": result["methods"]["broken"]}
    return result | {"ranking": {}, "similarity": {}, "similar_pairs": {}, "samples": [], "masked": None}


def many_topics() -> dict[str, Any]:
    """60 topics with names too long for any margin, and eight verifiers."""
    names = [f"{TOPICS[i % 20]}, and everything else that belongs to department number {i}" for i in range(60)]
    return example({f"{name}{i or ''}": loss for i in (0, 2) for name, loss in list(LOSSES.items())[:4]}, topics=names)


def hostile() -> dict[str, Any]:
    """Names that try to run, to break out of quotes, to reorder the line and to drive the terminal."""
    evil = "<script>alert(1)</script>"
    topics = (evil, "</title><img src=x onerror=alert(2)>", "{{ 7*7 }}", "\x1b[31mred", "[bold]rich[/bold]",
              "\u202eevil\u202c", "\ud800 lone", "\"quoted' & co", *TOPICS[:8])  # fmt: skip
    result = example({"char_ngrams": 0.021, "own:<b>x</b>": 0.05}, topics=topics)
    result["corpus"]["name"] = "</h1><script>alert(3)</script>"
    result["warnings"].append(f"topic {evil} has one author")
    result["masked"] = asdict(Masked("<svg onload=alert(4)> a\x1b[32mb", "* <svg onload=alert(4)>", 1))
    result["sampling"]["joined"] = {"</bdi><b>": evil}
    result["methods"]["char_ngrams"]["paired"]["verdict"] = "<i onclick=alert(5)>leans"
    return result


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "five_verifiers": example,
    "published": published,
    "one_verifier": one_verifier,
    "with_failures": with_failures,
    "nothing_found": nothing_found,
    "many_topics": many_topics,
    "hostile": hostile,
}
