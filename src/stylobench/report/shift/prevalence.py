"""Precision if the positive class were rarer or more frequent."""

from __future__ import annotations

from stylobench.report.shift.reading import delta_of, number_cell, risk, sure_cell, units_of
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count, percent


def chapter(result: Result) -> Chapter:
    """One table: a row per method and prevalence."""
    delta, units = delta_of(result), units_of("precision")
    rows = [
        [
            Cell(name),
            Cell(percent(one["prevalence"], 1) + (" (today)" if one["today"] else ""), one["prevalence"]),
            sure_cell(one, units),
            number_cell(one["bound"], units),
            Cell(count(one["n"]), one["n"]),
        ]
        for name, method in result["methods"].items()
        for one in method.get("prevalence") or ()
    ]
    columns = [
        Column("method", "name"),
        Column("share of positives", hint="prevalence of the positive class"),
        Column("precision [95%]"),
        Column(f"bound at {risk(delta)}"),
        Column("n", rank=2),
    ]
    caption = (
        "Precision in today’s mix of subclasses if the positive class had another share, from recall and false alarms, "
        "which do not depend on it; with its posterior bound over mixes. Points of 100. This is class shift: another "
        "problem than a moving mix, and one that no bound above covers."
    )
    return Chapter("prevalence", "If the positive class becomes rare", [Table(caption, columns, rows)] if rows else [])
