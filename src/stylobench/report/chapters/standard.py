"""Standard cross-validation beside novel topic, as the paper prints it, with both standard errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.chapters.reading import noun, tested_on, working
from stylobench.report.story import Block, Cell, Chapter, Column, Result, Table, Words
from stylobench.report.words import (
    MISSING,
    count,
    decimal,
    known,
    percent,
    plural,
    points,
    share_with_interval,
)


def chapter(result: Result) -> Chapter:
    """The two ways of testing, one below the other, per method."""
    methods, group = working(result), noun(result)
    if not methods:
        return Chapter("standard", "Standard beside novel topic")
    blocks: list[Block] = [_table(methods, group, tested_on(result)), Words(_unalike(methods, group), "strong")]
    blocks.append(Words(_errors(methods, group), "note"))
    blocks += [
        table for table in (_two_authors(methods, group), _others(methods, group, tested_on(result))) if table.rows
    ]
    return Chapter("standard", f"Standard cross-validation beside novel {group}", blocks)


def _table(methods: Mapping[str, Mapping[str, Any]], group: str, new: str) -> Table:
    columns = [
        Column("method", "name"),
        Column("tested on", "tag"),
        Column("accuracy [95%]", hint="average document"),
        Column(f"average {group} [95%]", hint=f"every {group} counts once", rank=1),
        Column("sd", hint="between folds; of new topics weighted by documents; points", rank=2),
        Column("se", hint="sd × √V2 for new topics, sd / √folds for random folds; points"),
        Column("se published", hint="sd / √k; points"),
        Column("folds", rank=3),
        Column("effective", hint=f"equal {plural(group)} that would carry as much", rank=3),
    ]
    rows = []
    for name, method in methods.items():
        if known((method.get("standard") or {}).get("mean")):
            rows.append(_standard_row(name, method["standard"]))
        rows.append(_novel_row(name, method["novel_topic"], new))
    caption = (
        f"Accuracy with 95% intervals in brackets ({plural(group)} as units), standard deviation and standard errors "
        f"over folds in points. Random folds mix all {plural(group)}; novel {group} holds one out at a time."
    )
    return Table(caption, columns, rows)


def _standard_row(name: str, part: Mapping[str, Any]) -> list[Cell]:
    return [
        Cell(name),
        Cell("random folds"),
        Cell(share_with_interval(part["mean"], part.get("low"), part.get("high")), part["mean"]),
        Cell(MISSING),
        *(Cell(points(part.get(key), 2), part.get(key)) for key in ("sd", "se")),
        Cell(MISSING),
        Cell(count(len(part.get("folds") or ())), len(part.get("folds") or ())),
        Cell(MISSING),
    ]


def _novel_row(name: str, part: Mapping[str, Any], where: str) -> list[Cell]:
    averages = [[part.get(f"{prefix}{key}") for key in ("mean", "low", "high")] for prefix in ("", "topic_")]
    return [
        Cell(name),
        Cell(where),
        *(Cell(share_with_interval(*three), three[0]) for three in averages),
        *(Cell(points(part.get(key), 2), part.get(key)) for key in ("sd", "se", "se_published")),
        Cell(count(len(part.get("folds") or ())), len(part.get("folds") or ())),
        Cell(decimal(part.get("effective_topics"), 1), part.get("effective_topics")),
    ]


def _others(methods: Mapping[str, Mapping[str, Any]], group: str, new: str) -> Table:
    rows = []
    for name, method in methods.items():
        for where, part in (
            ("random folds", method.get("standard") or {}),
            (new, method["novel_topic"]),
        ):
            if part.get("macro_f1") is not None or part.get("log_loss") is not None:
                units = part.get("units")
                f1, loss = (
                    _measure(part.get("macro_f1"), percent, units),
                    _measure(part.get("log_loss"), _two, units),
                )
                rows.append([Cell(name), Cell(where), f1, loss])
    columns = [
        Column("method", "name"),
        Column("tested on", "tag"),
        Column("macro-F1 [95%]"),
        Column("log loss [95%]"),
    ]
    caption = (
        "Macro-F1 weighs every author alike; log loss (lower is better) asks whether the method knew how "
        "sure to be. Means over the folds where they are defined; n says how many where that is not all."
    )
    return Table(caption, columns, rows, folded="Macro-F1 and log loss")


def _two(value: Any) -> str:
    return decimal(value, 2)


def _measure(value: Any, show: Any, units: Any = None) -> Cell:
    """A plain number, or one with its interval and the folds where it is defined."""
    if not isinstance(value, Mapping):
        return Cell(show(value), value if known(value) else None)
    low, high = (str(show(value.get(key))).rstrip("%") for key in ("low", "high"))
    sure = f" [{low}, {high}]" if known(value.get("low")) else ""
    defined = value.get("defined")
    on = f" (n = {count(defined)})" if known(defined) and defined != units else ""
    return Cell(f"{show(value.get('mean'))}{sure}{on}", value.get("mean"))


def _unalike(methods: Mapping[str, Mapping[str, Any]], group: str) -> str:
    novel = next(iter(methods.values()))["novel_topic"]
    units, effective = novel.get("units"), novel.get("effective_topics")
    said = (
        f"The two rows of a method must not be compared as if they were alike when {plural(group)} are spread "
        f"unevenly: holding a {group} out also changes how much each author is trained on, and large "
        f"{plural(group)} weigh more."
    )
    if known(units) and known(effective):
        spread = "evenly" if effective > 0.9 * units else "unevenly"
        like = f"{count(units)} {plural(group)} weigh like {decimal(effective, 1)} equal ones"
        said += f" Here they are spread {spread}: {like}."
    return said + " The price of novelty below compares like with like."


def _errors(methods: Mapping[str, Mapping[str, Any]], group: str) -> str:
    novel = next(iter(methods.values()))["novel_topic"]
    said = (
        f"se = sd × √V2, where V2 is the sum of the squared shares of documents per {group}. “se published” "
        f"is sd / √k, as the paper has it, which is right only when all k {plural(group)} are of one size"
    )
    ours, theirs = novel.get("se"), novel.get("se_published")
    if known(ours) and known(theirs) and theirs > 0:
        times = decimal(ours / theirs, 2)
        said += "; here the two agree" if times == "1.00" else f"; here the right one is {times} times as large"
    return said + "."


def _two_authors(methods: Mapping[str, Mapping[str, Any]], group: str) -> Table:
    rows, positives = [], []
    for name, method in methods.items():
        novel = method["novel_topic"]
        if novel.get("positive"):
            positives.append(str(novel["positive"]))
            rows += [_named(name, key, novel[key]) for key in ("precision", "recall", "f") if novel.get(key)]
    columns = [Column("method", "name"), Column("measure", "words"), Column("mean [95%]"), Column("sd"),
               Column("defined on")]  # fmt: skip
    caption = (
        f"Two authors: precision, recall and F on new {plural(group)}; the positive author is "
        f"{positives[0] if positives else MISSING}. A fold where a measure is undefined (nothing called "
        "positive) is left out of its mean, and counted."
    )
    return Table(caption, columns, rows)


def _named(name: str, key: str, part: Mapping[str, Any]) -> list[Cell]:
    return [
        Cell(name),
        Cell(key.upper() if key == "f" else key),
        Cell(share_with_interval(part.get("mean"), part.get("low"), part.get("high")), part.get("mean")),
        Cell(points(part.get("sd"), 2), part.get("sd")),
        Cell(f"{count(part.get('defined'))} folds", part.get("defined")),
    ]
