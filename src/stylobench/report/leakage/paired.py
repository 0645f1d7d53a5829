"""The paired leakage test: the same trials after training near the test topics and far from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import colour_of, noun
from stylobench.report.families import headed
from stylobench.report.leakage.reading import Part, bounded, called, contrast, counted, lead, mark, ordered, sure, units
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import MISSING, count, decimal, known, listed, plural, points

EVERY = "Every measure"
SIDES = ("near", "far")
AUTHORS = {"same": "the same authors", "as many": "as many authors, though not the same ones"}


def chapter(result: Result) -> Chapter:
    """Differences with intervals, their numbers by measure, and the folds."""
    group, measure = noun(result), lead(result)
    title = f"Trained near the test {plural(group)}, trained far from them"
    found = {name: method for name, method in result["methods"].items() if contrast(method, measure)}
    lacking = [name for name in result["methods"] if name not in found]
    blocks: list[Block] = []
    if found:
        blocks += [
            Words(_how(found, group)),
            _figure(result, found),
            _table(found, measure, group),
            *_more(found, result),
        ]
    if lacking:
        blocks.append(Words(f"Without a paired test: {listed(lacking)}. The warnings say why.", "strong"))
    return Chapter("paired", title, blocks)


def _how(found: Mapping[str, Part], group: str) -> str:
    authors = str(next(iter(found.values()))["paired"].get("authors"))
    return (
        f"Every test trial is answered twice by the same kind of verifier: once trained on {plural(group)} near the "
        f"test {plural(group)}, once on {plural(group)} far from them. Both training sides have equally many pairs of "
        f"each class and {AUTHORS.get(authors, authors)}. No {group} of the test is in either."
    )


def _figure(result: Result, found: Mapping[str, Part]) -> Figure:
    measure = lead(result)
    contrasts = {name: contrast(method, measure) for name, method in found.items()}
    said = [f"{name} {sure(one['difference'])}" for name, one in contrasts.items()]

    def levels() -> Spec:
        from stylobench.report.charts.intervals import two_sided

        sides = (("near", "diamond"), ("far", "circle"))
        near, far = (headed(_levels(result, contrasts, *side), result) for side in sides)
        return two_sided(near, far, f"{called(measure)}, points of 100")

    def differences() -> Spec:
        from stylobench.report.charts.intervals import intervals

        return intervals(headed(_differences(result, contrasts), result), "near minus far, points", 0.0)

    tested = counted(next(iter(contrasts.values()))["difference"])
    bare = "" if any(bounded(one["difference"]) for one in contrasts.values()) else ", without intervals"
    caption = (
        f"{called(measure)} with 95% intervals ({tested}). First what was lost from near to far{bare}: right of the "
        "dashed line at 0, the verifier leaned on topic. Faint dots are controls, "
        "the same difference between random halves of the training topics: what chance gives. Then the level trained "
        "near (diamond) and far (circle)."
    )
    pairs = [f"{name}: near {sure(one['near'])}, far {sure(one['far'])}" for name, one in contrasts.items()]
    panels = [
        Panel("Lost from near to far", differences, f"Points of {called(measure)} lost: {'; '.join(said)}."),
        Panel("Near and far", levels, f"{called(measure)} by training side. {'; '.join(pairs)}."),
    ]
    return Figure(caption, panels)


def _differences(result: Result, contrasts: Mapping[str, Part]) -> list[Row]:
    rows = []
    for name, one in contrasts.items():
        told = sure(one["difference"])
        dots = [100 * value for value in one.get("controls") or () if known(value)]
        words = {"words": told, "hover": f"{name}: {told} points, {counted(one['difference'])}", "dots": dots}
        rows.append(mark(name, one["difference"], colour_of(result, name)) | words)
    return rows


def _levels(result: Result, contrasts: Mapping[str, Part], side: str, shape: str) -> list[Row]:
    rows = []
    for name, one in contrasts.items():
        told = f"near {points(one['near']['value'])}, far {points(one['far']['value'])}"
        words = {"words": told, "hover": f"{name}, trained {side}: {sure(one[side])}", "shape": shape}
        rows.append(mark(name, one[side], colour_of(result, name)) | words)
    return rows


def _more(found: Mapping[str, Part], result: Result) -> list[Block]:
    measures = ordered({name for method in found.values() for name in method["paired"]["measures"]}, lead(result))
    folds = _folds(found, noun(result), lead(result))
    every = [_every_measure(found, measures, noun(result))] if len(measures) > 1 else []
    return [*every, *([folds] if folds.rows else [])]


def _table(found: Mapping[str, Part], measure: str, group: str) -> Table:
    columns = [Column("verifier", "name"), *_columns()]
    rows = [[Cell(name), *_cells(contrast(method, measure))] for name, method in found.items()]
    caption = (
        f"{called(measure)} of the same trials after training near the test {plural(group)} and far from them, points "
        "of 100 with 95% intervals. Those of near and far count chance in the authors only, that of the difference "
        "also chance in what was trained on (controls: the least and the largest difference between random halves of "
        f"the training {plural(group)}). Nothing is raised for the number of verifiers."
    )
    return Table(caption, columns, rows)


def _every_measure(found: Mapping[str, Part], measures: Sequence[str], group: str) -> Table:
    rows = [
        [Cell(name), Cell(called(measure)), *_cells(contrast(method, measure))]
        for name, method in found.items()
        for measure in measures
        if contrast(method, measure)
    ]
    caption = f"The same for every measure, trained near the test {plural(group)} and far from them, points of 100."
    return Table(caption, [Column("verifier", "name"), Column("measure", "tag"), *_columns()], rows, folded=EVERY)


def _columns() -> list[Column]:
    return [
        Column("near [95%]", hint="points of 100"),
        Column("far [95%]", hint="points of 100"),
        Column("near − far [95%]", hint="points"),
        Column("controls", hint="differences between random halves of the training topics, points", rank=3),
        Column("trials", rank=1),
        Column("units", rank=2),
    ]


def _cells(one: Part) -> list[Cell]:
    difference = one["difference"]
    return [
        *(Cell(sure(one.get(side)), (one.get(side) or {}).get("value")) for side in ("near", "far", "difference")),
        _controls(one.get("controls") or ()),
        Cell(count(difference.get("trials")), difference.get("trials")),
        units(difference),
    ]


def _controls(values: Sequence[Any]) -> Cell:
    there = [value for value in values if known(value)]
    return Cell(f"{points(min(there))} to {points(max(there))} (n = {count(len(there))})" if there else MISSING)


def _folds(found: Mapping[str, Part], group: str, measure: str) -> Table:
    by = {name: {tuple(fold["held_out"]): fold for fold in m["paired"].get("folds") or ()} for name, m in found.items()}
    folds = {held: fold for one in reversed(by.values()) for held, fold in one.items()}
    columns = [
        Column(f"held out {plural(group)}", "name"),
        Column("trials"),
        Column("training pairs", hint="on each side"),
        Column("similarity", hint="mean cosine of training to test topics, near / far"),
        *(Column(name, hint="near / far") for name in found),
    ]
    rows = [
        [
            Cell(", ".join(held)),
            *(Cell(count(fold.get(key)), fold.get(key)) for key in ("trials", "training_pairs")),
            _both([decimal(fold.get(f"{side}_similarity"), 2) for side in SIDES], fold.get("near_similarity")),
            *(_scores(one.get(held) or {}) for one in by.values()),
        ]
        for held, fold in folds.items()
    ]
    caption = (
        f"{called(measure)} of each verifier in points of 100, fold by fold, trained near / far; similarity is the "
        f"mean cosine between training and test {plural(group)}. A fold on its own is too small to be read."
    )
    return Table(caption, columns, rows, folded="Fold by fold")


def _scores(fold: Part) -> Cell:
    return _both([points(fold.get(side)) for side in SIDES], fold.get("near"))


def _both(told: Sequence[str], value: Any) -> Cell:
    return Cell(MISSING if set(told) == {MISSING} else " / ".join(told), value)
