"""The answer in plain words, one per method: what novelty costs, and what is left on a new topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.chapters.reading import noun, tested_on, too_few
from stylobench.report.story import Answer, Result
from stylobench.report.words import (
    decimal,
    headline_digits,
    known,
    many,
    p_value,
    percent,
    plural,
    points,
    points_interval,
)


def answers(result: Result) -> list[Answer]:
    """One answer per method, in the order of the result."""
    return [
        Answer(name, position % 6, headline(method, noun(result), tested_on(result)), tuple(_sentences(method, result)))
        for position, (name, method) in enumerate(result["methods"].items())
    ]


def headline(method: Mapping[str, Any], group: str, where: str = "a new topic") -> str:
    """The price of novelty and of starvation.

    >>> headline({"novelty": {"price": .21, "low": .17, "high": .25, "units": 23, "starvation": .08,
    ...     "starvation_low": .03, "starvation_high": .13}}, "topic")
    '21 points lost to novelty [17, 25], 8 more to starvation [3, 13] (23 topics)'
    """
    novelty, novel = method.get("novelty") or {}, method.get("novel_topic") or {}
    if known(novelty.get("price")):
        parts = [_price(novelty, group), _starvation(novelty)]
        return f"{', '.join(filter(None, parts))} ({_units(novelty, group)})"
    if known(novel.get("mean")):
        return f"{percent(novel['mean'])} right on {where} ({many(novel.get('units'), group)})"
    return f"no answer: every fold failed ({len(method.get('failures') or ())} failures)"


def _units(part: Mapping[str, Any], group: str) -> str:
    """What a number rests on, and that it has no interval where that is too little."""
    return many(part.get("units"), group) + (": too few for an interval" if too_few(part.get("units")) else "")


def _price(novelty: Mapping[str, Any], group: str) -> str:
    """What is lost; what is gained has its interval turned round."""
    price, low, high = novelty["price"], novelty.get("low"), novelty.get("high")
    digits = headline_digits(low, high)
    if points(price) == "0.0":
        return f"nothing lost to novelty {points_interval(low, high, digits)}".strip()
    way = "lost to novelty" if price > 0 else f"gained on new {plural(group)}"
    if price < 0:
        price, low, high = -price, -high if known(high) else None, -low if known(low) else None
    size = _size(price, digits)
    doubt = ", which may be none" if known(low) and low <= 0 else ""
    return f"{size} {_points(size)} {way} {points_interval(low, high, digits)}".strip() + doubt


def _starvation(novelty: Mapping[str, Any]) -> str:
    size, low, high = (novelty.get(name) for name in ("starvation", "starvation_low", "starvation_high"))
    if not known(size):
        return ""
    digits = headline_digits(low, high)
    interval = points_interval(low, high, digits)
    gained = novelty["price"] < 0 and points(novelty["price"]) != "0.0"
    if size <= 0 or points(size) == "0.0":
        return f"none {'lost ' if gained else ''}to starvation ({f'{points(size, digits)} {interval}'.strip()})"
    doubt = ", which may be none" if known(low) and low <= 0 else ""
    return f"{_size(size, digits)} {'lost' if gained else 'more'} to starvation {interval}".strip() + doubt


def _size(value: float, digits: int) -> str:
    """A number of points, with a decimal where it would be 0 without one."""
    return points(value, 1 if points(value, 0) == "0" else digits)


def _points(size: str) -> str:
    return "point" if size == "1" else "points"


def _sentences(method: Mapping[str, Any], result: Result) -> list[str]:
    novel, group = method.get("novel_topic") or {}, noun(result)
    said = []
    if known(novel.get("mean")):
        said = [
            _accuracy(method, result),
            _intervals(novel, group, result["settings"].get("scheme") == "file"),
            _chance(novel, group),
        ]
    failures = len(method.get("failures") or ())
    if failures:
        said.append(f"{many(failures, 'fold')} failed and are not in these numbers; see Warnings.")
    return [sentence for sentence in said if sentence]


SCHEMES = {
    "one-topic": "Trained on one {group} and asked about the others, it",
    "file": "On the test part of the given split, it",
    "topic-kfold": "On groups of {groups} that it never trained on, it",
}


def _accuracy(method: Mapping[str, Any], result: Result) -> str:
    novel, standard, group = method["novel_topic"], method.get("standard") or {}, noun(result)
    scheme = SCHEMES.get(result["settings"].get("scheme", ""), "On a {group} that it never trained on, it")
    start = scheme.format(group=group, groups=plural(group))
    beside = f"; in standard cross-validation, {percent(standard['mean'])}" if known(standard.get("mean")) else ""
    if novel.get("lead") != "topic":
        return f"{start} names the right author of {percent(novel['mean'])} of documents{beside}."
    return (
        f"{start} names the right author of {percent(novel.get('topic_mean'))} of documents on the average "
        f"{group} ({percent(novel['mean'])} of all documents{beside}). The average {group} leads because "
        f"accuracy goes with {group} size here{_correlation(novel)}: intervals around the average document "
        "are then too narrow."
    )


def _correlation(novel: Mapping[str, Any]) -> str:
    found = novel.get("size_correlation") or {}
    if not known(found.get("r")):
        return ""
    return f" (r = {decimal(found['r'], 2).replace('0.', '.', 1)}, {p_value(found.get('p'))})"


def _intervals(novel: Mapping[str, Any], group: str, given: bool) -> str:
    prefix = "topic_" if novel.get("lead") == "topic" else ""
    low, high = novel.get(f"{prefix}low"), novel.get(f"{prefix}high")
    if not (known(low) and known(high)):
        return f"No interval: it takes at least three {plural(group)}."
    said = f"The average of {'' if given else 'new '}{plural(group)} lies in {percent(low)} to {percent(high)}"
    if known(novel.get("next_low")):
        said += f"; a single next {group} in {percent(novel['next_low'])} to {percent(novel.get('next_high'))}"
    return said + f" (95%, {many(novel.get('units'), group)})."


def _chance(novel: Mapping[str, Any], group: str) -> str:
    if not known(novel.get("chance")):
        return ""
    said = f"Chance is {percent(novel['chance'])} (authors shuffled within {plural(group)}"
    if known(novel.get("chance_high")):
        said += f"; 95% of shuffles stay below {percent(novel['chance_high'])}"
    return said + (f"; {p_value(novel['chance_p'])})." if known(novel.get("chance_p")) else ").")


def verdicts(result: Result) -> list[str]:
    """A line per comparison.

    >>> verdicts({"corpus": {}, "comparisons": [{"a": "maxent", "b": "knn", "difference": .06, "low": .02, "high": .1,
    ...     "p_holm": .012, "verdict": "maxent is better"}]})
    ['maxent minus knn: 6 points [2, 10], Holm p = .012: maxent is better']
    """
    return [_verdict(comparison, noun(result)) for comparison in result.get("comparisons") or ()]


def _verdict(comparison: Mapping[str, Any], group: str) -> str:
    low, high = comparison.get("low"), comparison.get("high")
    digits = headline_digits(low, high)
    size = points(comparison.get("difference"), digits)
    pair = f"{comparison['a']} minus {comparison['b']}"
    sure = f"({_units(comparison, group)})" if too_few(comparison.get("units")) else points_interval(low, high, digits)
    told = f"{size} {_points(size)} {sure}".strip()
    return f"{pair}: {told}, Holm {p_value(comparison.get('p_holm'))}: {comparison.get('verdict') or 'no verdict'}"


def guide(group: str) -> list[tuple[str, str]]:
    """How to read the answer."""
    return [
        ("Points", "percentage points of documents whose author was named rightly."),
        ("Novelty", f"what is lost only because the {group} is new. Both sides are tested on the same documents and "
                    "trained on equally many documents per author; they differ only in whether the "
                    f"{group} was in training."),
        ("Starvation", f"the rest of the fall from standard cross-validation: holding a {group} out also takes away "
                       "training documents of the authors who wrote on it, "
                       "and standard training sees more of the topic than the matched half."),
        ("[a, b]", f"a 95% interval. Its units are {plural(group)}: more documents on the same {plural(group)} "
                   "do not narrow it much."),
        ("Average or next", f"the average over new {plural(group)} is known better than the score on any single one. "
                            f"With one case on one {group} in hand, read the second interval."),
        ("Holm p", "the chance of a difference this large between two equal methods, raised for the number of "
                   "comparisons printed."),
    ]  # fmt: skip
