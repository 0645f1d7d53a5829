"""Accuracy per topic: which are easy, which are hard, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import colour_of, has, noun, scored, working
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import (
    MISSING,
    count,
    decimal,
    known,
    many,
    percent,
    plural,
    share_with_interval,
)


def chapter(result: Result) -> Chapter:
    """The chart of all topics, the extremes with their reasons, and every topic in a table."""
    group = noun(result)
    methods = {name: method for name, method in working(result).items() if scored(method["novel_topic"])}
    if not methods:
        return Chapter("topics", "Accuracy per topic")
    order = _order(list(methods.values()))
    panels = [_panel(result, name, method["novel_topic"], order) for name, method in methods.items()]
    blocks: list[Block] = [Figure(_caption(methods, group), panels)]
    blocks += [_extremes(i, name, m["novel_topic"], group) for i, (name, m) in enumerate(methods.items())]
    blocks += [_everything(name, method["novel_topic"], group) for name, method in methods.items()]
    return Chapter("topics", f"Accuracy per {group}", blocks)


def _order(methods: Sequence[Mapping[str, Any]]) -> list[str]:
    """Topics as the first method ranks them, then those that it has no score for."""
    ranked = [fold["topic"] for method in methods for fold in scored(method["novel_topic"])]
    return list(dict.fromkeys(ranked))


def _panel(result: Result, name: str, novel: Mapping[str, Any], order: Sequence[str]) -> Panel:
    group, colour = noun(result), colour_of(result, name)
    folds = scored(novel)
    alt = (
        f"{name}: accuracy on each of {many(len(folds), group)}, from {percent(folds[0]['accuracy'])} "
        f"({folds[0]['topic']}) down to {percent(folds[-1]['accuracy'])} ({folds[-1]['topic']}). "
        "The table below has every number."
    )

    def draw() -> Spec:
        from stylobench.report.charts.topics import topics

        return topics(novel, order, group, colour)

    return Panel(name, draw, alt)


def _caption(methods: Mapping[str, Mapping[str, Any]], group: str) -> str:
    first = next(iter(methods))
    novel = methods[first]["novel_topic"]
    mean = f"average {group}" if novel.get("lead") == "topic" else "average document"
    starved = any(fold.get("starved") for fold in novel["folds"])
    hollow = f" A hollow dot: holding the {group} out starves its largest author." if starved else ""
    return (
        f"One dot per held-out {group}, its area the number of documents; bars are 95% intervals with "
        f"documents as units. Solid line and band: the {mean} with its 95% interval "
        f"({many(novel.get('units'), group)}). Dashed line: chance.{hollow} {plural(group).capitalize()} "
        f"stand in the order of {first}."
    )


def _extremes(position: int, name: str, novel: Mapping[str, Any], group: str) -> Table:
    folds = scored(novel)
    number = max(1, min(5, len(folds) // 2))
    hard, easy = folds[::-1][:number], folds[:number]
    if len(folds) == 1:
        easy = []
    columns = [
        Column("", "tag"),
        Column(group, "name"),
        Column("documents", rank=2),
        Column("accuracy [95%]"),
        Column("largest author", "name", rank=1),
        Column("share", rank=1),
        Column("left", hint="training documents that the largest author has left"),
        Column("why", "words"),
    ]
    rows = [_extreme(kind, fold) for kind, part in (("hard", hard), ("easy", easy)) for fold in part]
    caption = (
        f"{name}: the hardest and the easiest {plural(group)} of {len(folds)}, with the share of their "
        "largest author and the training documents that author has left. Low accuracy with few left is "
        "starvation, not novelty."
    )
    return Table(caption, columns, rows, folded=f"{name}: hardest and easiest {plural(group)}" if position else "")


def _extreme(kind: str, fold: Mapping[str, Any]) -> list[Cell]:
    return [Cell(kind), *_fold(fold), Cell(_why(fold))]


def _fold(fold: Mapping[str, Any]) -> list[Cell]:
    accuracy = fold.get("accuracy")
    return [
        Cell(str(fold["topic"])),
        Cell(count(fold.get("documents")), fold.get("documents")),
        Cell(share_with_interval(accuracy, fold.get("low"), fold.get("high")), accuracy),
        Cell(str(fold.get("largest_author") or MISSING)),
        Cell(percent(fold.get("largest_share"), 0), fold.get("largest_share")),
        Cell(count(fold.get("left")), fold.get("left")),
    ]


def _why(fold: Mapping[str, Any]) -> str:
    vanished = fold.get("vanished") or 0
    gone = vanished if isinstance(vanished, int) else len(vanished)
    words = [str(fold.get("reason") or "")]
    if gone:
        words.append(f"{many(gone, 'author')} without a training document")
    return "; ".join(filter(None, words)) or MISSING


def _everything(name: str, novel: Mapping[str, Any], group: str) -> Table:
    folds = sorted(novel["folds"], key=lambda fold: -1 if not known(fold.get("accuracy")) else fold["accuracy"])
    extra = [(title, key, show) for title, key, show in MORE if has(folds, key)]
    columns = [
        Column(group, "name"),
        Column("documents"),
        Column("accuracy [95%]"),
        Column("largest author", "name"),
        Column("share"),
        Column("left"),
        *(Column(title) for title, _, _ in extra),
        Column("why", "words"),
    ]
    rows = [
        [
            *_fold(fold),
            *(Cell(show(fold.get(key)), fold.get(key)) for _, key, show in extra),
            Cell(_why(fold)),
        ]
        for fold in folds
    ]
    caption = (
        f"{name}: every {group}. Standard: the same documents in standard cross-validation; matched: the "
        f"{group} known, training of the same size. A dash: not defined on this fold, or the fold failed."
    )
    return Table(caption, columns, rows, folded=f"{name}: all {many(len(folds), group)}")


def _two(value: Any) -> str:
    return decimal(value, 2)


MORE = (
    ("standard", "standard_accuracy", percent),
    ("matched", "matched_accuracy", percent),
    ("macro-F1", "macro_f1", percent),
    ("log loss", "log_loss", _two),
)
