"""What several chapters ask of a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.charts.colours import series
from stylobench.report.families import place_of
from stylobench.report.story import Result
from stylobench.report.words import known, many, plural

FEWEST = 3
ENDS = frozenset(f"{of}{end}" for of in ("", "topic_", "next_", "starvation_") for end in ("low", "high"))


def noun(result: Result) -> str:
    """What is held out: topic, or the name of another column."""
    return str(result["corpus"].get("group") or "topic")


def tested_on(result: Result) -> str:
    """What accuracies are about: a new topic, unless another scheme says otherwise."""
    group = noun(result)
    schemes = {"file": "the given split", "one-topic": f"other {plural(group)}"}
    return schemes.get(result["settings"].get("scheme", ""), f"a new {group}")


def size(result: Result) -> str:
    """Documents, authors and topics of the corpus."""
    corpus = result["corpus"]
    counted = (("documents", "document"), ("authors", "author"), ("topics", noun(result)))
    return ", ".join(many(corpus[key], word) for key, word in counted)


def working(result: Result) -> dict[str, Mapping[str, Any]]:
    """The methods that have an accuracy on new topics."""
    return {
        name: method
        for name, method in result["methods"].items()
        if known((method.get("novel_topic") or {}).get("mean"))
    }


def colour_of(result: Result, name: str) -> str:
    """The colour a method has in every chart."""
    return series(place_of(result, name))


def scored(novel: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The folds with an accuracy, best first; larger topics first among equals."""
    folds = [fold for fold in novel.get("folds") or () if known(fold.get("accuracy"))]
    return sorted(folds, key=lambda fold: (-fold["accuracy"], -fold["documents"], fold["topic"]))


def too_few(units: Any) -> bool:
    """Whether so few topics give no interval worth the name: two that happen to agree would give one of no width."""
    return known(units) and units < FEWEST


def bounded(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """A finding without its intervals where there are too few topics for them.

    >>> bounded({"price": 0.2, "low": 0.2, "high": 0.2, "units": 2})
    {'price': 0.2, 'low': None, 'high': None, 'units': 2}
    """
    few = too_few(part.get("units"))
    return {name: None if few and name in ENDS else value for name, value in part.items()}


def bounded_result(result: Result) -> Result:
    """The result with those intervals left out wherever topics are the units."""
    methods = {
        name: {**method, **{kind: bounded(method[kind]) for kind in ("novel_topic", "novelty") if method.get(kind)}}
        for name, method in result["methods"].items()
    }
    return {**result, "methods": methods, "comparisons": [bounded(pair) for pair in result.get("comparisons") or ()]}


def has(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Whether any row knows this value."""
    return any(known(row.get(name)) for row in rows)
