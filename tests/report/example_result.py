"""Results as a run would store them, made up from a seed; the summaries are worked out here, by other code."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import stats

TOPICS = (
    "Music",
    "Motion Pictures",
    "Dancing",
    "Theater",
    "Books and Literature",
    "Television",
    "Art",
    "Travel and Vacations",
    "Restaurants",
    "Baseball",
    "Football",
    "Basketball",
    "Medicine and Health",
    "Computers",
    "Elections",
    "Taxation",
    "Suspensions, Dismissals, and Resignations",
    "Appointments and Executive Changes",
    "Weddings",
    "Deaths",
    "Education and Schools",
    "Housing",
    "Photography",
)
AUTHORS = (
    "Holden",
    "Dunning",
    "Maslin",
    "Kisselgoff",
    "Rich",
    "Gussow",
    "Canby",
    "Goodman",
    "Rockwell",
    "Prial",
    "Vecsey",
    "Lohr",
    "Brody",
)
WORDS = "the of and to that which while whilst perhaps maybe upon never very quite cannot however i we game song"


def weighted(values: Sequence[float], sizes: Sequence[int]) -> dict[str, float]:
    x, w = np.asarray(values), np.asarray(sizes) / np.sum(sizes)
    k, v2, mean, s = len(x), float((w**2).sum()), float(w @ x), float(np.std(x, ddof=1))
    t = float(stats.t.ppf(0.975, k - 1))
    sd = float(np.sqrt(w @ (x - mean) ** 2 / (1 - v2)))
    half, ahead, plain = t * np.sqrt(v2) * s, t * s * np.sqrt(1 + v2), t * s / np.sqrt(k)
    return {
        "mean": mean, "topic_mean": float(x.mean()), "low": mean - half, "high": mean + half,
        "topic_low": x.mean() - plain, "topic_high": x.mean() + plain, "next_low": mean - ahead,
        "next_high": mean + ahead, "sd": sd, "se": sd * np.sqrt(v2), "se_published": sd / np.sqrt(k),
        "effective_topics": 1 / v2, "units": k,
    }  # fmt: skip


def wilson(right: int, n: int) -> tuple[float, float]:
    interval = stats.binomtest(right, n).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def _counts(rng: np.random.Generator, topics: int, authors: int) -> np.ndarray:
    size = rng.lognormal(4.2, 0.9, topics)
    taste = rng.dirichlet(np.full(authors, 0.5), topics)
    counts = rng.poisson(size[:, None] * taste)
    counts[np.arange(topics), rng.integers(authors, size=topics)] += 35
    return counts


def _fold(rng: np.random.Generator, name: str, row: np.ndarray, left: np.ndarray, skill: float) -> dict[str, Any]:
    n, most = int(row.sum()), int(row.argmax())
    share = float(row.max() / n)
    starved = bool(left[most] < 60)
    truth = float(np.clip(rng.normal(skill - 0.25 * share * starved, 0.13), 0.05, 0.995))
    right = int(rng.binomial(n, truth))
    low, high = wilson(right, n)
    return {
        "topic": name, "documents": n, "accuracy": right / n, "low": low, "high": high,
        "standard_accuracy": float(min(1, right / n + abs(rng.normal(0.25, 0.08)))),
        "matched_accuracy": float(min(1, right / n + abs(rng.normal(0.2, 0.06)))),
        "macro_f1": right / n * 0.9, "log_loss": 2.5 - 2 * right / n, "largest_author": most,
        "largest_share": share, "left": int(left[most]), "starved": starved, "vanished": int((left == 0).sum()),
        "reason": "its largest author has few training documents left" if starved else "wording unlike other topics",
    }  # fmt: skip


def _interval(value: float, half: float, prefix: str = "") -> dict[str, float]:
    return {f"{prefix}low": value - half, f"{prefix}high": value + half}


def _method(rng: np.random.Generator, spec: str, skill: float, bed: dict[str, Any]) -> dict[str, Any]:
    names, authors, counts = bed["topics"], bed["authors"], np.asarray(bed["counts"])
    folds = [_fold(rng, n, row, counts.sum(0) - row, skill) for n, row in zip(names, counts, strict=True)]
    for fold in folds:
        fold["largest_author"] = authors[fold["largest_author"]]
    novel = weighted([f["accuracy"] for f in folds], [f["documents"] for f in folds])
    standard = min(0.99, novel["mean"] + 0.29)
    price = 0.21 if skill < 0.8 else 0.012
    matrix = np.diag(counts.sum(0) // 2) + rng.poisson(1.2, (len(authors), len(authors)))
    ten = [{"fold": str(i + 1), "documents": int(counts.sum() // 10), "accuracy": standard} for i in range(10)]
    return {
        "spec": spec, "failures": [],
        "standard": {"mean": standard, **_interval(standard, 0.004), "units": len(names), "sd": 0.006, "se": 0.0019,
                     "folds": ten, "macro_f1": standard - 0.01, "log_loss": 0.2},
        "novel_topic": novel | {
            "chance": 0.8 / len(authors), "chance_high": 1.1 / len(authors), "chance_p": 1 / 201,
            "lead": "document", "size_correlation": {"r": 0.12, "p": 0.58},
            "macro_f1": {"mean": 0.61, "low": 0.55, "high": 0.67, "defined": len(names)},
            "log_loss": {"mean": 1.1, "low": 0.9, "high": 1.3, "defined": len(names)}, "folds": folds},
        "novelty": {"price": price, **_interval(price, 0.04 if price > 0.1 else 0.008), "p": 0.0001,
                    "units": len(names), "starvation": standard - novel["mean"] - price,
                    **_interval(standard - novel["mean"] - price, 0.05, "starvation_"),
                    "compared": int(counts.sum() // 2)},
        "confusion": {"authors": list(authors), "matrix": matrix.astype(int).tolist()},
        "neutral": {"kept": 300, "mean": novel["mean"] + 0.03, **_interval(novel["mean"] + 0.03, 0.09),
                    "price": 0.12, **_interval(0.12, 0.05, "price_"), "units": len(names)},
        "retrain": [{"topics": t, "documents": 40.0 * t, "mean": novel["mean"] * (1 - 0.6 / t),
                     **_interval(novel["mean"] * (1 - 0.6 / t), 0.2 / np.sqrt(t)), "units": len(names)}
                    for t in (2, 4, 8, 16) if t < len(names)],
        "open_set": {"auc": 0.81, **_interval(0.81, 0.05, "auc_"), "units": len(names), "kept": 0.9,
                     **_interval(0.9, 0.03, "kept_"), "turned_away": 0.44, **_interval(0.44, 0.08, "turned_away_"),
                     "right": 0.78, **_interval(0.78, 0.06, "right_"), "target": 0.9, "strangers": 812, "known": 4120},
    }  # fmt: skip


def _comparison(a: str, b: str, gap: float, k: int) -> dict[str, Any]:
    p = 0.004 if abs(gap) > 0.05 else 0.31
    verdict = f"{a if gap > 0 else b} is better on new topics" if p < 0.05 else "no difference can be told"
    if k < 6:
        verdict, p = f"cannot reject at 5% with {k} topics", 0.125
    return {"a": a, "b": b, "difference": gap, **_interval(gap, 0.04), "p_sign_flip": p, "p_t": p * 1.1,
            "p_wilcoxon": p * 1.3, "p_holm": min(1, 3 * p), "flips": 10000, "units": k, "verdict": verdict}  # fmt: skip


def _pair(a: str, b: str) -> dict[str, Any]:
    curve = []
    for difference, power in itertools.product((0.02, 0.03, 0.05, 0.07, 0.1), (0.5, 0.8, 0.9)):
        need = 6 + (stats.norm.ppf(power) + 1.96) ** 2 * (0.12 / difference) ** 2
        curve.append({"difference": difference, "power": power, "topics": round(need),
                      "topics_low": round(0.6 * need), "topics_high": round(2 * need)})  # fmt: skip
    return {"a": a, "b": b, "sd": 0.12, "sd_low": 0.093, "sd_high": 0.17, "curve": curve}


def _cues(rng: np.random.Generator) -> dict[str, Any]:
    names = WORDS.split() + [f"word{i}" for i in range(60)]
    table = [{"feature": name, "author_share": float(rng.beta(1.5, 12)), "topic_share": float(rng.beta(1.2, 10)),
              "interaction_share": float(rng.beta(1, 20)), "q": float(rng.beta(1, 30)),
              "stability": float(rng.uniform(0.5, 1))} for name in names]  # fmt: skip
    return {"features": 2000, "documents": 4932, "table": table, "interaction_cells": 41}


def _cells() -> dict[str, Any]:
    four = list(itertools.product(("same", "different"), ("same", "different")))
    means = (0.61, 0.72, 0.70, 0.83)
    distance = [{"author": a, "topic": t, "mean": m, **_interval(m, 0.02), "pairs": 4000}
                for (a, t), m in zip(four, means, strict=True)]  # fmt: skip
    falls = (0.05, 0.06, 0.012, 0.01)
    unmasking = [{"author": a, "topic": t, "units": 40, "curve": [
        {"removed": 6 * i, "accuracy": max(0.5, 0.95 - fall * i), **_interval(max(0.5, 0.95 - fall * i), 0.04)}
        for i in range(9)]} for (a, t), fall in zip(four, falls, strict=True)]  # fmt: skip
    return {"distance": distance, "unmasking": unmasking, "features": "250 most frequent words"}


def example(topics: Sequence[str] = TOPICS, authors: Sequence[str] = AUTHORS,
            skills: dict[str, float] | None = None, seed: int = 0) -> dict[str, Any]:  # fmt: skip
    """A complete result."""
    rng = np.random.default_rng(seed)
    skills = {"maxent": 0.76, "linear_svm": 0.7, "burrows_delta": 0.58} if skills is None else skills
    counts = _counts(rng, len(topics), len(authors))
    bed = {"authors": list(authors), "topics": list(topics), "counts": counts.tolist()}
    methods = {name: _method(rng, f"{name}()", skill, bed) for name, skill in skills.items()}
    pairs = list(itertools.combinations(skills, 2))
    return {
        "protocol": "novel_topic",
        "corpus": {"name": "arts pages", "documents": int(counts.sum()), "authors": len(authors),
                   "topics": len(topics), "digest": "9f" * 32, "group": "topic"},
        "settings": {"seed": 7, "folds": 10, "scheme": "novel-topic",
                     "normalisation": "lower case, only letters, digits and white space kept",
                     "versions": {"stylobench": "0.1.0", "python": "3.11.2", "numpy": "2.0.0"}},
        "provenance": {"source": "arts.parquet", "funnel": [
            {"step": "all", "documents": 9120}, {"step": "one author", "documents": 7400},
            {"step": "at least 300 words", "documents": int(counts.sum())}]},
        "warnings": ["topic 'Dancing' holds 96% of what 'Kisselgoff' wrote: low accuracy there is starvation"],
        "table": bed,
        "methods": methods,
        "comparisons": [_comparison(a, b, skills[a] - skills[b], len(topics)) for a, b in pairs],
        "power": {"pairs": [_pair(a, b) for a, b in pairs]} if pairs else None,
        "cues": _cues(rng),
        "cells": _cells(),
    }  # fmt: skip


def two_authors() -> dict[str, Any]:
    """The published binary set in kind: four topics, two authors, one topic that starves."""
    result = example(TOPICS[:4], AUTHORS[:2], {"maxent": 0.75})
    for method in result["methods"].values():
        measure = {"mean": 0.71, "sd": 0.6, "low": 0.4, "high": 1.02, "defined": 3}
        method["novel_topic"] |= {"positive": "Holden", "precision": measure, "recall": measure, "f": measure}
        method["novel_topic"]["folds"][2] |= {"macro_f1": None, "log_loss": None}
    return result


def with_failures() -> dict[str, Any]:
    """A method that failed on two folds and one that failed on all."""
    result = example(skills={"maxent": 0.72, "knn": 0.6, "broken": 0.5})
    result["methods"]["knn"]["failures"] = [{"split": "Music", "reason": "out of memory"}] * 2
    for fold in result["methods"]["knn"]["novel_topic"]["folds"][:2]:
        fold |= {"accuracy": None, "low": None, "high": None}
    nothing = dict.fromkeys(("standard", "novel_topic", "novelty", "confusion", "neutral", "open_set"))
    failures = [{"split": f"novel/{topic}", "reason": "ValueError: no"} for topic in TOPICS]
    result["methods"]["broken"] = {"spec": "broken()", "failures": failures, "retrain": [], **nothing}
    result["comparisons"], result["power"] = result["comparisons"][:1], None
    return result


def bare() -> dict[str, Any]:
    """The least a run stores: one method and nothing that is optional."""
    result = example(skills={"maxent": 0.72})
    result |= {"power": None, "cues": None, "cells": None, "warnings": [], "provenance": {}}
    result["methods"]["maxent"] |= {"neutral": None, "retrain": [], "open_set": None}
    return result


def size_matters() -> dict[str, Any]:
    """Accuracy that goes with topic size: the average topic leads. Nothing is lost to novelty."""
    result = example(skills={"maxent": 0.82})
    novel = result["methods"]["maxent"]["novel_topic"]
    novel |= {"lead": "topic", "size_correlation": {"r": 0.71, "p": 0.0002}}
    result["methods"]["maxent"]["novelty"] |= {"starvation": -0.02, "starvation_low": -0.05, "starvation_high": 0.01}
    return result


def many_topics() -> dict[str, Any]:
    """120 topics with names too long for any margin."""
    names = [f"{TOPICS[i % 23]}, and everything else that belongs to department number {i}" for i in range(120)]
    return example(names, AUTHORS, {"maxent": 0.7, "linear_svm": 0.66})


def many_authors() -> dict[str, Any]:
    """250 authors."""
    return example(TOPICS[:12], [f"author {i:03d}" for i in range(250)], {"maxent": 0.4})


def hostile() -> dict[str, Any]:
    """Names that try to run, to break out of quotes, to reorder the line and to drive the terminal."""
    evil = "<script>alert(1)</script>"
    topics = (evil, "</title><img src=x onerror=alert(2)>", "{{ 7*7 }}", "\x1b[31mred", "\ud800 lone", *TOPICS[:5])
    authors = ("\"quoted' & co", "\u202eevil\u202c مؤلف", "[bold]rich[/bold]", *AUTHORS[:3])
    result = example(topics, authors, {"maxent": 0.7, "own:<b>x</b>": 0.6})
    result["warnings"].append(f"topic {evil} has one author")
    result["corpus"]["name"] = "</h1><script>alert(3)</script>"
    result["cues"]["table"][0]["feature"] = "<svg onload=alert(4)>"
    return result


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "three_methods": example,
    "two_authors": two_authors,
    "with_failures": with_failures,
    "bare": bare,
    "size_matters": size_matters,
    "many_topics": many_topics,
    "many_authors": many_authors,
    "hostile": hostile,
}
