"""Every measure of every method: today, expected, spread and bound."""

from __future__ import annotations

from stylobench.report.shift.reading import (
    bound_at,
    called,
    delta_of,
    lead,
    number_cell,
    ordered,
    risk,
    sure_cell,
    units_of,
    working,
)
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count

BRIEF = 12


def chapter(result: Result) -> Chapter:
    """One table, the headline measure first."""
    delta, rows = delta_of(result), []
    there = {name for method in result["methods"].values() for name in method.get("measures") or {}}
    for measure in ordered(there, lead(result)):
        units = units_of(measure)
        for name, one in working(result, measure).items():
            tested = (one.get("today") or {}).get("n")
            rows.append([
                Cell(called(measure)), Cell(name), sure_cell(one.get("today"), units),
                sure_cell(one.get("estimate"), units, "mean"), number_cell(one["estimate"].get("sd"), units),
                number_cell(bound_at(one, delta).get("posterior"), units), Cell(count(tested), tested),
            ])  # fmt: skip
    columns = [Column("measure", "name"), Column("method", "tag"), Column("today [95%]", rank=1),
               Column("expected [95%]"), Column("sd", hint="over mixes", rank=2), Column(f"bound at {risk(delta)}"),
               Column("n", rank=3)]  # fmt: skip
    caption = (
        "Every measure as the items are today, expected over all mixes with its spread (sd), and the posterior bound; "
        "points of 100 and more is better. Log loss is printed as it is: less is better, and its bound is an upper one."
    )
    return Chapter("measures", "Every measure", [Table(caption, columns, rows, brief=BRIEF)] if rows else [])
