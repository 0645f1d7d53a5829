"""Scores of single problems before and after, with the threshold between the two answers."""

from __future__ import annotations

from functools import partial

from stylobench.report.attack.answer import strongest
from stylobench.report.attack.reading import Part, datasets, has, is_control, lead_set, method_colour, of, parts
from stylobench.report.charts.canvas import Row
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import count, decimal, known

PANELS, LINES, ROWS = 6, 24, 1000
COLUMNS = (
    Column("problem", "name"),
    Column("data set", "tag"),
    Column("method", "tag"),
    Column("obfuscator", "tag"),
    Column("before"),
    Column("after"),
    Column("threshold"),
)


def chapter(result: Result) -> Chapter:
    """A panel per method under the obfuscator that harms it most; all that is stored in a table."""
    shown = parts(result, "shown")
    panels = [panel for panel in (_panel(result, name) for name in result["methods"]) if panel][:PANELS]
    blocks: list[Block] = []
    if panels:
        caption = (
            "Same-author problems, the highest score before first: right of the threshold the method says “same "
            f"author”. At most {LINES} problems are drawn per method, evenly over the order."
        )
        blocks.append(Figure(caption, panels))
    if shown:
        more = f"; the first {count(ROWS)} of {count(len(shown))}" if len(shown) > ROWS else ""
        rows = [_row(one) for one in shown[:ROWS]]
        blocks.append(Table(f"Scores before and after{more}.", COLUMNS, rows, folded="Scores of all shown problems"))
    return Chapter("scores", "Before and after, problem by problem", blocks)


def _panel(result: Result, method: str) -> Panel | None:
    dataset, obfuscator = _chosen(result, method)
    found = of(parts(result, "shown"), dataset=dataset, method=method, obfuscator=obfuscator)
    found = [one for one in found if known(one.get("before")) or known(one.get("after"))]
    if not found:
        return None
    rows = [_line(one) for one in thinned(found)]
    title = f"{method} under {obfuscator}" + (f", {dataset}" if len(datasets(result)) > 1 else "")
    alt = f"Scores of {len(rows)} problems by {method} before and after {obfuscator}; the table has the numbers."
    return Panel(title, partial(_draw, rows, method_colour(result, method)), alt)


def _chosen(result: Result, method: str) -> tuple[str, str]:
    """Data set and obfuscator of a panel: those of the headline, else whatever is stored."""
    mine = of(parts(result, "shown"), method=method)
    lead = str(lead_set(result).get("name"))
    stored = {(one["dataset"], one["obfuscator"]) for one in mine}
    cells = [cell for cell in of(parts(result, "cells"), method=method, dataset=lead) if has(cell.get("impact"))]
    worst = strongest(result, [cell for cell in cells if (lead, cell["obfuscator"]) in stored])
    if worst:
        return lead, str(worst["obfuscator"])
    real = [one for one in mine if not is_control(result, one["obfuscator"])] or mine
    return (real[0]["dataset"], real[0]["obfuscator"]) if real else ("", "")


def thinned(found: list[Part]) -> list[Part]:
    """The highest score before first, and where there are too many, evenly over that order.

    >>> [one["before"] for one in thinned([{"before": .2}, {"before": .9}, {"before": None}])]
    [0.9, 0.2, None]
    """
    ordered = sorted(found, key=lambda one: -(one["before"] if known(one.get("before")) else float("-inf")))
    if len(ordered) <= LINES:
        return ordered
    return [ordered[round(i * (len(ordered) - 1) / (LINES - 1))] for i in range(LINES)]


def _line(one: Part) -> Row:
    ends = {key: one.get(key) for key in ("before", "after", "threshold")}
    told = ", ".join(f"{key} {decimal(value, 3)}" for key, value in ends.items())
    return {"name": one["problem"], **ends, "hover": f"{one['problem']}: {told}"}


def _draw(rows: list[Row], colour: str) -> Spec:
    from stylobench.report.charts.before_after import before_after

    return before_after(rows, colour, "score")


def _row(one: Part) -> list[Cell]:
    names = [Cell(str(one[key])) for key in ("problem", "dataset", "method", "obfuscator")]
    return names + [Cell(decimal(one.get(key), 3), one.get(key)) for key in ("before", "after", "threshold")]
