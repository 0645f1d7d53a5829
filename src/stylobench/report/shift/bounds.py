"""What a measure stays above in most mixes, by each law, and how it spreads over the mixes."""

from __future__ import annotations

from collections.abc import Mapping

from stylobench.report.families import some
from stylobench.report.shift.answer import TO_BE_SAID, TO_BE_WARNED_OF
from stylobench.report.shift.reading import (
    Part,
    Units,
    bound_at,
    called,
    colour_of,
    delta_of,
    lead,
    mixes_kept,
    number_cell,
    risk,
    units_of,
    upper,
    working,
)
from stylobench.report.story import (
    FULL,
    NARROW,
    Block,
    Cell,
    Chapter,
    Column,
    Figure,
    Panel,
    Result,
    Row,
    Spec,
    Table,
    Words,
)
from stylobench.report.words import count, known

LAWS = ("posterior", "exact", "normal", "future")


def chapter(result: Result) -> Chapter:
    """A hill per method, the bounds by law, and a warning where the normal one promises too much."""
    found = {name: one for name, one in working(result).items() if _has_bounds(one)}
    blocks: list[Block] = []
    if found:
        drawn = {name: one for name, one in found.items() if (one.get("spread") or {}).get("posterior")}
        blocks += [_figure(result, drawn)] if drawn else []
        blocks += [*_warning(found, delta_of(result)), _table(found, lead(result)), *_published(found, lead(result))]
    return Chapter("bounds", "How bad it can get", blocks)


def _has_bounds(found: Part) -> bool:
    return any(known(bound.get(law)) for bound in found.get("bounds") or () for law in LAWS)


def _figure(result: Result, found: Mapping[str, Part]) -> Figure:
    measure, delta = lead(result), delta_of(result)
    units = units_of(measure)

    def draw(width: int = NARROW) -> Spec:
        from stylobench.report.charts.ridges import ridges

        hills = [_hill(result, name, one) for name, one in found.items()]
        return ridges(hills, units.axis(measure), units.loss, width)

    said = "; ".join(f"{name}: {_marks(one, delta, units)}" for name, one in found.items())
    beyond = "right" if units.loss else "left"
    caption = (
        f"How {called(measure)} spreads over all mixes: in colour by the posterior law, dashed by mixing alone. The "
        f"upright line is the posterior bound at a risk of {risk(delta)}; the filled tail {beyond} of it is that risk. "
        "The diamond is today’s score. Every hill is drawn to its own height; the outermost 0.5% on either side are "
        "not shown."
    )
    alt = f"Distribution of {called(measure)} over mixes. {said}."
    return Figure(caption, [Panel(upper(f"{called(measure)} over mixes"), draw, alt, roomy=lambda: draw(FULL))])


def _marks(found: Part, delta: float, units: Units) -> str:
    bound = units.number(bound_at(found, delta).get("posterior"))
    return f"bound {bound}, today {units.number((found.get('today') or {}).get('value'))}"


def _hill(result: Result, name: str, found: Part) -> Row:
    units, delta, spread = units_of(lead(result)), delta_of(result), found["spread"]
    bound, today = bound_at(found, delta).get("posterior"), (found.get("today") or {}).get("value")
    laws = {law: [units.scale * value for value in spread.get(law) or () if known(value)]
            for law in ("posterior", "mixing")}  # fmt: skip
    told = _marks(found, delta, units)
    return {
        "name": name, "words": told.replace("bound ", "≤ " if units.loss else "≥ "), "colour": colour_of(result, name),
        "hover": f"{name}: {told}", **laws,
        "bound": units.scale * bound if known(bound) else None, "today": units.scale * today if known(today) else None,
    }  # fmt: skip


def _warning(found: Mapping[str, Part], delta: float) -> list[Block]:
    """Where the normal law goes most astray, per method; loud only where it does so at the chosen risk."""
    told, most = [], 0.0
    for name, one in found.items():
        units = Units(bool(one.get("loss")))
        wrong = [bound for bound in one["bounds"] if known(bound.get("optimism")) and bound["optimism"] >= TO_BE_SAID]
        if wrong:
            worst = max(wrong, key=lambda bound: float(bound["optimism"]))
            chosen = bound_at(one, delta).get("optimism")
            most = max(most, chosen if known(chosen) else 0.0)
            told.append(f"{name} by {units.amount(worst['optimism'])} at a risk of {risk(worst['delta'])}")
    if not told:
        return []
    kind = "strong" if most >= TO_BE_WARNED_OF else "plain"
    why = "it promises more than the exact law keeps"
    return [Words(f"The normal law is optimistic: {why} ({some(told)}).", kind)]


def _table(found: Mapping[str, Part], measure: str) -> Table:
    units = units_of(measure)
    columns = [
        Column("method", "name"),
        Column("risk", hint="share of mixes in which the bound may fail"),
        Column("posterior", hint="the bound to quote"),
        Column("exact", hint="the mix moves, subclasses taken at their word", rank=1),
        Column("normal", hint="the same with a bell shape", rank=1),
        Column("normal too kind by", hint="normal against exact; below 0 it is too strict"),
        Column("future sample", hint="posterior bound for one future sample of as many items", rank=2),
        Column("n", rank=2),
    ]
    rows = [_row(name, one, bound, units) for name, one in found.items() for bound in one["bounds"]]
    scale = "as it is, less is better" if units.loss else "points of 100"
    caption = (
        f"What {called(measure)} stays {units.kept} in all mixes but a share as large as the risk (at 5%, in "
        f"{mixes_kept(0.05)}), {scale}, by law."
    )
    return Table(caption, columns, rows)


def _published(found: Mapping[str, Part], measure: str) -> list[Block]:
    """What the paper's formula gives as it is printed: no bound, so it is folded away."""
    units = units_of(measure)
    rows = [
        [Cell(name), Cell(risk(bound["delta"]), bound["delta"]), number_cell(bound.get("published"), units),
         number_cell(bound.get("normal"), units)]
        for name, one in found.items() for bound in one["bounds"] if known(bound.get("published"))
    ]  # fmt: skip
    if not rows:
        return []
    columns = [Column("method", "name"), Column("risk"), Column("published sign"), Column("normal, right sign")]
    caption = (
        "The paper’s formula as printed has the spread on the wrong side of the mean; that is no bound and stands here "
        "for comparison only."
    )
    return [Table(caption, columns, rows, folded="As published")]


def _row(name: str, found: Part, bound: Part, units: Units) -> list[Cell]:
    laws = {law: number_cell(bound.get(law), units) for law in LAWS}
    tested = (found.get("today") or {}).get("n")
    return [
        Cell(name), Cell(risk(bound["delta"]), bound["delta"]), laws["posterior"], laws["exact"], laws["normal"],
        number_cell(bound.get("optimism"), units), laws["future"], Cell(count(tested), tested),
    ]  # fmt: skip
