"""Would more topics in training help? Accuracy on a new topic against the topics trained on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import colour_of, noun, working
from stylobench.report.story import Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import count, known, many, percent, plural, share_with_interval


def chapter(result: Result) -> Chapter:
    """The curve of every method that was retrained."""
    group = noun(result)
    curves = {
        name: [step for step in method.get("retrain") or () if known(step.get("mean"))]
        for name, method in working(result).items()
    }
    curves = {name: curve for name, curve in curves.items() if curve}
    if not curves:
        return Chapter("retrain", "More topics in training")
    units = next(iter(curves.values()))[0].get("units")
    caption = (
        f"Accuracy on a new {group} against the number of {plural(group)} trained on, with 95% bands "
        f"({many(units, group)} as units). A curve that still rises at its end says that more "
        f"{plural(group)} would help; training also grows."
    )
    figure = Figure(caption, [_panel(result, name, curve) for name, curve in curves.items()])
    return Chapter("retrain", f"Would more {plural(group)} in training help?", [figure, _table(curves, group)])


def _panel(result: Result, name: str, curve: Sequence[Mapping[str, Any]]) -> Panel:
    first, last, group, colour = curve[0], curve[-1], noun(result), colour_of(result, name)
    alt = (
        f"{name}: {percent(first['mean'])} with {many(first['topics'], group)} in training, "
        f"{percent(last['mean'])} with {last['topics']}."
    )

    def draw() -> Spec:
        from stylobench.report.charts.curves import retrain

        return retrain(curve, group, colour)

    return Panel(name, draw, alt)


def _table(curves: Mapping[str, Sequence[Mapping[str, Any]]], group: str) -> Table:
    columns = [
        Column("method", "name"),
        Column(f"{plural(group)} in training"),
        Column("documents", hint="in training, mean"),
        Column(f"accuracy on a new {group} [95%]"),
    ]
    rows = [
        [
            Cell(name),
            Cell(count(step["topics"]), step["topics"]),
            Cell(count(step.get("documents")), step.get("documents")),
            Cell(share_with_interval(step["mean"], step.get("low"), step.get("high")), step["mean"]),
        ]
        for name, curve in curves.items()
        for step in curve
    ]
    caption = f"The same curve in numbers: documents in training (mean), 95% intervals with {plural(group)} as units."
    return Table(caption, columns, rows, brief=12, folded="The curve in numbers")
