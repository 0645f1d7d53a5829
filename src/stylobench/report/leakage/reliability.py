"""Is a score of 70% right 70% of the time?"""

from __future__ import annotations

from collections.abc import Mapping

from stylobench.report.chapters.reading import colour_of
from stylobench.report.leakage.reading import Part, estimated, sure, units
from stylobench.report.story import Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import count, percent

TITLE = "Does a score mean what it says?"


def chapter(result: Result) -> Chapter:
    """A chart per verifier, and the expected calibration errors."""
    found = {
        name: m["reliability"] for name, m in result["methods"].items() if (m.get("reliability") or {}).get("bins")
    }
    if not found:
        return Chapter("reliability", TITLE)
    caption = (
        "Answers of about the same score: how often the author was the same, with 95% intervals; larger dots hold more "
        "trials. On the dashed diagonal a score is a probability; below it the verifier is too sure that the author is "
        "the same."
    )
    figure = Figure(caption, [_panel(result, name, one) for name, one in found.items()])
    return Chapter("reliability", TITLE, [figure, _table(found)])


def _panel(result: Result, name: str, one: Part) -> Panel:
    bins = [part for part in one["bins"] if part.get("trials")]

    def draw() -> Spec:
        from stylobench.report.charts.reliability import reliability

        return reliability(bins, colour_of(result, name))

    said = [f"{percent(part['mean_score'], 0)} scored, {percent(part['same_share'], 0)} same" for part in bins]
    return Panel(name, draw, f"{name}: {'; '.join(said)}.")


def _table(found: Mapping[str, Part]) -> Table:
    columns = [Column("verifier", "name"), Column("ECE [95%]", hint="points"), Column("answered trials"),
               Column("units", rank=1)]  # fmt: skip
    rows = [
        [
            Cell(name),
            Cell(sure(ece), ece["value"]),
            Cell(count(ece.get("trials")), ece.get("trials")),
            units(ece),
        ]
        for name, ece in ((name, one.get("ece") or {}) for name, one in found.items())
        if estimated(ece)
    ]
    caption = (
        "Expected calibration error: how far, on average, the score lies from the share of same-author pairs, in "
        "points with 95% intervals; 0 is best."
    )
    return Table(caption, columns, rows)
