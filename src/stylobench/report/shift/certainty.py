"""How sure the bounds are: over the number of clusters, against the normal law, heuristic against estimate."""

from __future__ import annotations

from collections.abc import Mapping

from stylobench.report.shift.reading import (
    Part,
    called,
    colour_of,
    delta_of,
    lead,
    number_cell,
    ordered,
    risk,
    units_of,
    working,
)
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table
from stylobench.report.words import bare_p, count, decimal, known, many, percent

PANELS = 6
FLAT = 1e-9
NAMES = {"posterior": "same alpha", "fixed": "same a0"}
LEVELS = ("mean", "sd", "posterior", "exact", "normal", "fixed")


def chapter(result: Result) -> Chapter:
    """Numbers of clusters, the shape of the law, and the error of the heuristic."""
    found = working(result)
    by_k = {name: one for name, one in found.items() if _numbers_of_clusters(one) > 1}
    shaped = {name: one for name, one in found.items() if _has_shape(one)}
    blocks: list[Block] = []
    if by_k:
        blocks += [_k_figure(result, by_k), _k_table(by_k, lead(result))]
    if shaped:
        blocks += [_shape_figure(result, shaped), _shape_table(shaped), *_shape_published(shaped)]
    return Chapter("certainty", "How sure the bounds are", [*blocks, *_approximation(result)])


def _drawn(found: Part) -> dict[str, list[Part]]:
    """The lines over k that have a point."""
    steps = found.get("by_k") or ()
    lines = {law: [step for step in steps if known(step.get(law))] for law in NAMES}
    return {law: there for law, there in lines.items() if there}


def _numbers_of_clusters(found: Part) -> int:
    return len({step["k"] for steps in _drawn(found).values() for step in steps})


def _k_figure(result: Result, found: Mapping[str, Part]) -> Figure:
    measure, a0 = lead(result), (result.get("settings") or {}).get("concentration")
    panels = [_k_panel(result, name, one) for name, one in list(found.items())[:PANELS]]
    fixed = f"a0 = {a0:.3g}" if known(a0) else "a0"
    caption = (
        f"The posterior bound of {called(measure)} at a risk of {risk(delta_of(result))} over the number of clusters. "
        "Plain: the same alpha for every cluster, so that with more clusters the mix moves less by construction. "
        f"Dashed: the same concentration ({fixed}) whatever the number of clusters."
    )
    return Figure(caption, panels)


def _k_panel(result: Result, name: str, found: Part) -> Panel:
    measure, lines_of = lead(result), _drawn(found)
    units = units_of(measure)
    ticks = sorted({float(step["k"]) for steps in lines_of.values() for step in steps})

    def draw() -> Spec:
        from stylobench.report.charts.lines import DASHED, PLAIN, lines, thinned

        across = {"title": "clusters", "format": "d", "ticks": thinned(ticks)}
        curves: list[Row] = [
            {"name": NAMES[law], "colour": colour_of(result, name), "dash": PLAIN if law == "posterior" else DASHED,
             "steps": [{"at": step["k"], "value": units.scale * step[law],
                        "hover": f"{name}, {many(step['k'], 'cluster')}, {NAMES[law]}: {units.number(step[law])}"}
                       for step in sorted(steps, key=lambda step: int(step["k"]))]}
            for law, steps in lines_of.items()
        ]  # fmt: skip
        return lines(curves, across, units.axis(measure))

    said = [f"{NAMES[law]}: " + ", ".join(f"{many(step['k'], 'cluster')} {units.number(step[law])}" for step in steps)
            for law, steps in lines_of.items()]  # fmt: skip
    return Panel(name, draw, f"Bound of {name} by number of clusters: {'; '.join(said)}.")


def _k_table(found: Mapping[str, Part], measure: str) -> Table:
    units = units_of(measure)
    columns = [Column("method", "name"), Column("clusters"), Column("expected", rank=1), Column("sd", rank=3),
               Column("posterior"), Column("exact", rank=2), Column("normal", rank=2),
               Column("same a0", hint="posterior with the same concentration whatever k")]  # fmt: skip
    rows = [
        [Cell(name), Cell(count(step["k"]), step["k"]), *(number_cell(step.get(key), units) for key in LEVELS)]
        for name, one in found.items()
        for step in one["by_k"]
    ]
    caption = f"The same in numbers: {called(measure)} expected over mixes, its spread, and the bound by every law."
    return Table(caption, columns, rows, brief=8, folded="Every number of clusters")


def _has_shape(found: Part) -> bool:
    mixing, sd = (found.get("spread") or {}).get("mixing") or (), (found.get("heuristic") or {}).get("sd")
    spreads = len(mixing) > 10 and all(map(known, mixing)) and max(mixing) - min(mixing) > FLAT
    return spreads and known(sd) and sd > FLAT


def _shape_figure(result: Result, found: Mapping[str, Part]) -> Figure:
    panels = [_shape_panel(result, name, one) for name, one in list(found.items())[:PANELS]]
    loss = units_of(lead(result)).loss
    end, side = ("upper", "above") if loss else ("lower", "below")
    astray = f"where dots at the {end} end lie {side} it, it promises too much"
    caption = (
        f"Quantiles of {called(lead(result))} over mixes against those of a normal law with the same mean and spread. "
        f"On the dashed diagonal the normal law is right; {astray}. The ring is the chosen risk of "
        f"{risk(delta_of(result))}."
    )
    return Figure(caption, panels)


def _shape_panel(result: Result, name: str, found: Part) -> Panel:
    measure, spread = lead(result), found["spread"]
    units, delta = units_of(measure), delta_of(result)

    def draw() -> Spec:
        from stylobench.report.charts.quantiles import against_normal

        values = [units.scale * value for value in spread["mixing"]]
        law = (units.scale * found["heuristic"]["mean"], units.scale * found["heuristic"]["sd"])
        share = 1 - delta if units.loss else delta
        shown = {"title": called(measure), "digits": 3 if units.loss else 1, "delta": share}
        return against_normal(values, law, colour_of(result, name), shown)

    told = f"skewness {decimal(spread.get('skew'), 2)}, excess kurtosis {decimal(spread.get('kurtosis'), 2)}"
    return Panel(name, draw, f"{name}: quantiles of the law of the mixes against a normal law; {told}.")


def _shape_table(found: Mapping[str, Part]) -> Table:
    columns = [Column("method", "name"), Column("skewness"), Column("excess kurtosis"),
               Column("Shapiro-Wilk W", rank=1), Column("p", rank=1)]  # fmt: skip
    rows = []
    for name, one in found.items():
        spread = one["spread"]
        shape = [Cell(decimal(spread.get(key), 2), spread.get(key)) for key in ("skew", "kurtosis")]
        rows.append([Cell(name), *shape, *_shapiro(spread, "")])
    caption = (
        "How normal the law of the mixes is: skewness and excess kurtosis (0 and 0 for a normal law) and Shapiro-Wilk "
        "on the draws. Whether it matters is told by the bounds, in points, not by p."
    )
    return Table(caption, columns, rows)


def _shapiro(spread: Part, end: str) -> list[Cell]:
    w, p = spread.get(f"shapiro_w{end}"), spread.get(f"shapiro_p{end}")
    return [Cell(decimal(w, 3), w), Cell(bare_p(p), p)]


def _shape_published(found: Mapping[str, Part]) -> list[Block]:
    """The test that the paper reports, folded away: what it removes is what makes a law differ from a normal one."""
    rows = [[Cell(name), *_shapiro(one["spread"], "_published")]
            for name, one in found.items() if known(one["spread"].get("shapiro_w_published"))]  # fmt: skip
    if not rows:
        return []
    caption = (
        "Shapiro-Wilk with the 5 lowest and the 5 highest draws removed. Not to be trusted: that removes the tails, "
        "which is where the bound lies."
    )
    columns = [Column("method", "name"), Column("Shapiro-Wilk W"), Column("p")]
    return [Table(caption, columns, rows, folded="As published")]


def _approximation(result: Result) -> list[Block]:
    """Heuristic against estimate for every measure."""
    rows = []
    measures = {name for method in result["methods"].values() for name in method.get("measures") or {}}
    for measure in ordered(measures, lead(result)):
        units = units_of(measure)
        for name, one in working(result, measure).items():
            error, relative, left_out = one.get("approximation"), one.get("relative"), one.get("left_out")
            rows.append([
                Cell(called(measure)), Cell(name), number_cell(one["estimate"].get("mean"), units),
                number_cell((one.get("heuristic") or {}).get("mean"), units),
                number_cell(error, units, 2), Cell(percent(relative, 2), relative),
                number_cell(one.get("heuristic_published"), units), Cell(count(left_out), left_out),
            ])  # fmt: skip
    if not rows:
        return []
    columns = [Column("measure", "name"), Column("method", "tag"), Column("estimate", rank=1),
               Column("heuristic", rank=1), Column("apart by"), Column("relative"),
               Column("heuristic, published", hint="mean over the subclasses where the measure is defined", rank=2),
               Column("left out", hint="subclasses where it is not", rank=2)]  # fmt: skip
    caption = (
        "How far the heuristic (all subclasses weigh the same) is from the estimate (draws), absolute in points of 100 "
        "(log loss as it is) and relative to the estimate. The published heuristic is the mean over the subclasses "
        "where the measure is defined and leaves out the others."
    )
    return [Table(caption, columns, rows, brief=9)]
