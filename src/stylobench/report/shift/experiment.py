"""The paper's experiment: two categories, four classifiers, heuristic against estimate."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.shift.reading import (
    Part,
    called,
    colour_of,
    lead,
    number_cell,
    ordered,
    risk,
    units_of,
    upper,
)
from stylobench.report.story import Answer, Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import bare_p, count, decimal, known, listed, many, percent, points

TITLE = "The paper’s experiment"
PUBLISHED = 0.03
RULES = ("heuristic", "estimate", "bound")


def chapter(result: Result) -> Chapter:
    """How it was done, the errors drawn, the table, and what each rule chooses."""
    found = result.get("experiment") or {}
    if not found:
        return Chapter("experiment", TITLE)
    rows = found.get("rows") or ()
    blocks: list[Block] = [Words(_how(found)), *([Words(_beside(found))] if _beside(found) else [])]
    if rows:
        blocks += [*_figure(result, rows), _table(found, lead(result)), _published(found, lead(result))]
    blocks += [_choices(found, lead(result))] if found.get("choices") else []
    return Chapter("experiment", TITLE, blocks)


def answers(result: Result) -> list[Answer]:
    """What the experiment says where nothing else was asked."""
    found = result.get("experiment") or {}
    if not found:
        return []
    agreed, tried = (sum(one.get(key) or 0 for one in found.get("choices") or ()) for key in ("agreed", "samples"))
    said = f"The three rules choose the same classifier in {count(agreed)} of {count(tried)} cases." if tried else ""
    told = _beside(found).removeprefix("The heuristic is ") or "no answer: nothing could be scored"
    return [Answer("heuristic", 0, told, (said,) if said else ())]


def _how(found: Part) -> str:
    return (
        f"{listed([str(name) for name in found.get('classes') or ()])}: {many(found.get('samples'), 'sample')} of "
        f"{many(found.get('train'), 'training document')} and {many(found.get('test'), 'test document')}, "
        f"{many(found.get('clusters'), 'cluster')} of the test documents, bounds at a risk of "
        f"{risk(found.get('delta'))}."
    )


def _beside(found: Part) -> str:
    error, relative = found.get("approximation"), found.get("relative")
    if not known(error):
        return ""
    share = f" ({percent(relative)} of it)" if known(relative) else ""
    apart = f"{points(error, 2)} points from the estimate{share}"
    told = f"The heuristic is {apart} on average over all measures and classifiers"
    error, relative = found.get("approximation_published"), found.get("relative_published")
    if known(error):
        share = f" ({percent(relative)})" if known(relative) else ""
        told += f", the published heuristic {points(error, 2)}{share}"
    return f"{told}; the paper reports {percent(PUBLISHED, 0)}."


def _figure(result: Result, rows: Sequence[Part]) -> list[Block]:
    drawn = [row for row in rows if known(row.get("approximation")) and not units_of(row["measure"]).loss]
    measures = ordered({row["measure"] for row in drawn}, lead(result))
    if not drawn:
        return []
    marks = {measure: [_mark(result, row) for row in drawn if row["measure"] == measure] for measure in measures}
    every = [mark for part in marks.values() for mark in part]
    caption = (
        "Approximation error: how far the heuristic is from the estimate, in points with 95% intervals over samples. "
        f"The dashed line is the {percent(PUBLISHED, 0)} that the paper reports."
    )
    return [Figure(caption, [_panel(measure, marks[measure], every) for measure in measures])]


def _panel(measure: str, rows: list[Row], every: list[Row]) -> Panel:
    def draw() -> Spec:
        from stylobench.report.charts.intervals import intervals

        return intervals(rows, "apart by, points", 100 * PUBLISHED, [*every, {"low": 0, "value": 0, "high": 0}])

    said = "; ".join(f"{row['name']} {row['words']}" for row in rows)
    return Panel(upper(called(measure)), draw, f"{called(measure)}, points apart: {said}.")


def _mark(result: Result, row: Part) -> Row:
    value = row["approximation"]
    low, high = (row[end] if known(row.get(end)) else value for end in ("approximation_low", "approximation_high"))
    told = _error(row)
    ends = {"value": 100 * value, "low": 100 * low, "high": 100 * high}
    words = {"name": row["method"], "words": told, "hover": f"{row['method']}: {told} points"}
    return words | ends | {"colour": colour_of(result, row["method"]), "shape": "circle"}


def _error(row: Part) -> str:
    units = units_of(row["measure"])
    sides = units.bracket(row.get("approximation_low"), row.get("approximation_high"), 2)
    return f"{units.number(row.get('approximation'), 2)} {sides}".strip()


def _table(found: Part, first: str) -> Table:
    columns = [Column("measure", "name"), Column("classifier", "tag"), Column("today", rank=2),
               Column("heuristic", rank=1), Column("estimate"), Column("bound", rank=1),
               Column("apart by [95%]"), Column("relative", rank=2)]  # fmt: skip
    rows = []
    for row in _in_order(found, first):
        levels = [
            number_cell(row.get(key), units_of(row["measure"])) for key in ("today", "heuristic", "estimate", "bound")
        ]
        apart = [
            Cell(_error(row), row.get("approximation")),
            Cell(percent(row.get("relative"), 2), row.get("relative")),
        ]
        rows.append([Cell(called(row["measure"])), Cell(row["method"]), *levels, *apart])
    caption = (
        f"Means over {many(found.get('samples'), 'sample')}, points of 100 (log loss as it is): today’s mix, "
        f"heuristic, estimate, bound at a risk of {risk(found.get('delta'))}, and how far heuristic and "
        "estimate are apart."
    )
    return Table(caption, columns, rows, brief=12)


def _in_order(found: Part, first: str) -> list[Part]:
    measures = ordered({row["measure"] for row in found["rows"]}, first)
    return [row for measure in measures for row in found["rows"] if row["measure"] == measure]


def _published(found: Part, first: str) -> Table:
    """The published heuristic and how normal the draws are, folded away."""
    columns = [Column("measure", "name"), Column("classifier", "tag"), Column("published heuristic"),
               Column("apart by"), Column("relative"), Column("Shapiro-Wilk W"), Column("p")]  # fmt: skip
    rows = [
        [Cell(called(row["measure"])), Cell(row["method"]),
         number_cell(row.get("heuristic_published"), units_of(row["measure"])),
         number_cell(row.get("approximation_published"), units_of(row["measure"]), 2),
         Cell(percent(row.get("relative_published"), 2), row.get("relative_published")),
         Cell(decimal(row.get("shapiro_w"), 3), row.get("shapiro_w")),
         Cell(bare_p(row.get("shapiro_p")), row.get("shapiro_p"))]
        for row in _in_order(found, first)
    ]  # fmt: skip
    caption = (
        "The published heuristic (the mean over the subclasses where a measure is defined), how far it is from the "
        "estimate, and Shapiro-Wilk on the draws."
    )
    return Table(caption, columns, rows, folded="As published")


def _choices(found: Part, first: str) -> Table:
    heads = [Column(f"by the {rule}", "tag") for rule in RULES]
    columns = [Column("measure", "name"), *heads, Column("all agree in", hint="samples")]
    by_measure = {one["measure"]: one for one in found["choices"]}
    rows = [
        [Cell(called(measure)), *(Cell(str(one.get(rule))) for rule in RULES),
         Cell(f"{count(one.get('agreed'))} of {count(one.get('samples'))}", one.get("agreed"))]
        for measure, one in ((measure, by_measure[measure]) for measure in ordered(by_measure, first))
    ]  # fmt: skip
    caption = "The classifier that each rule chooses on average, and in how many samples all three choose the same."
    return Table(caption, columns, rows)
