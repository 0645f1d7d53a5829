"""Which method to deploy: the bound against its risk, and the ranking by every rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.families import some
from stylobench.report.shift.reading import (
    Part,
    called,
    colour_of,
    delta_of,
    lead,
    ordered,
    risk,
    units_of,
    working,
)
from stylobench.report.shift.verdicts import RULES, agreed, by_rule, firsts, selected
from stylobench.report.story import FULL, NARROW, Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table
from stylobench.report.words import MISSING, known, percent

RISKS = (0.001, 0.005, 0.02, 0.1, 0.5)
DISPENSABLE = {"today": 1, "estimate": 2, "heuristic": 3, "bound": 0}
LABELLED, MOST_LINES = 3, 12


def chapter(result: Result) -> Chapter:
    """The curve, the ranking by the headline measure, and the choices by every measure."""
    found, measure = working(result), lead(result)
    curves = {name: one for name, one in found.items() if _steps(one)}
    blocks: list[Block] = []
    if curves:
        blocks.append(_figure(result, curves))
    chosen = selected(result, measure)
    if chosen:
        blocks.append(_ranking(result, chosen))
    measures = ordered({one["measure"] for one in result.get("selection") or ()}, measure)
    choices = [one for one in (selected(result, name) for name in measures) if one]
    blocks += [_choices(result, choices)] if len(choices) > 1 else []
    title = "Which method to deploy" if chosen or len(found) > 1 else "The bound against the risk taken"
    return Chapter("selection", title, blocks)


def _steps(found: Part) -> list[Part]:
    return [step for step in found.get("curve") or () if known(step.get("posterior")) and step["delta"] > 0]


def _figure(result: Result, every: Mapping[str, Part]) -> Figure:
    measure, delta = lead(result), delta_of(result)
    curves = _best(result, every)
    flips = [one for one in selected(result, measure).get("flips") or () if known(one.get("delta"))]
    units = units_of(measure)

    def draw(width: int = NARROW) -> Spec:
        from stylobench.report.charts.lines import lines

        across = {"title": "risk: surer on the left", "format": "~%", "ticks": RISKS}
        marks: list[Row] = [{"at": delta, "words": f"chosen {risk(delta)}", "dash": [1, 0]}]
        marks += [{"at": flip["delta"], "words": f"flip {risk(flip['delta'])}"} for flip in flips[:LABELLED]]
        drawn = [_curve(result, name, one) for name, one in curves.items()]
        return lines(drawn, across | {"width": width}, units.axis(measure), marks)

    told = [f"{flip['above']} and {flip['below']} change places at {risk(flip['delta'])}" for flip in flips]
    flipped = f" Dashed, where the order flips: {some(told)}." if told else " The order does not flip."
    caption = (
        f"The posterior bound of {called(measure)} against the risk taken: to be surer, go left. "
        f"{'Lower' if units.loss else 'Higher'} is better.{flipped if len(curves) > 1 else ''}"
    )
    if len(curves) < len(every):
        caption += f" The {len(curves)} best of {len(every)} methods by the bound are drawn."
    if len(flips) > LABELLED:
        caption += f" The first {LABELLED} are drawn."
    ends = "; ".join(f"{name}: {_ends(one, measure)}" for name, one in curves.items())
    alt = f"Bound of {called(measure)} by risk. {ends}.{flipped if told else ''}"
    return Figure(caption, [Panel("Bound against risk", draw, alt, roomy=lambda: draw(FULL))])


def _best(result: Result, curves: Mapping[str, Part]) -> Mapping[str, Part]:
    """All of them, or the best by the bound where they are too many to be told apart."""
    ranking = (selected(result, lead(result)).get("rankings") or {}).get("bound") or ()
    if len(curves) <= MOST_LINES or not ranking:
        return curves
    best = [name for name in ranking if name in curves][:MOST_LINES]
    return {name: one for name, one in curves.items() if name in best}


def _curve(result: Result, name: str, found: Part) -> Row:
    units = units_of(lead(result))
    steps = [
        {"at": step["delta"], "value": units.scale * step["posterior"],
         "hover": f"{name}, risk {risk(step['delta'])}: {units.number(step['posterior'])}"}
        for step in sorted(_steps(found), key=lambda step: float(step["delta"]))
    ]  # fmt: skip
    return {"name": name, "colour": colour_of(result, name), "dash": [1, 0], "steps": steps}


def _ends(found: Part, measure: str) -> str:
    steps, units = sorted(_steps(found), key=lambda step: float(step["delta"])), units_of(measure)
    first, last = steps[0], steps[-1]
    told = [f"{units.number(step['posterior'])} at {risk(step['delta'])}" for step in (first, last)]
    return " to ".join(dict.fromkeys(told))


def _ranking(result: Result, chosen: Part) -> Table:
    rules = [rule for rule in RULES if chosen["rankings"].get(rule)]
    heads = [Column(f"by {RULES[rule]}", rank=DISPENSABLE[rule]) for rule in rules]
    columns = [Column("method", "name"), *heads, Column("chance to be best", rank=1)]
    chances = chosen.get("chances") or {}
    rows = []
    for name in chosen["rankings"]["bound"]:
        values = by_rule(result, chosen, name)
        cells = [_place(chosen["rankings"][rule], name, values.get(rule), chosen["measure"]) for rule in rules]
        rows.append([Cell(name), *cells, Cell(percent(chances.get(name), 0), chances.get(name))])
    caption = (
        f"Places by every rule with the {called(chosen['measure'])} behind them; the bound is at a risk of "
        f"{risk(chosen['delta'])}. Chance to be best: over mixes and posterior together, all methods on the same mixes."
    )
    return Table(caption, columns, rows, ranked=True)


def _place(ranking: Sequence[str], name: str, value: float | None, measure: str) -> Cell:
    if name not in ranking:
        return Cell(MISSING)
    place = list(ranking).index(name) + 1
    told = f" ({units_of(measure).number(value)})" if known(value) else ""
    return Cell(f"{place}{told}", place)


def _choices(result: Result, chosen: Sequence[Part]) -> Table:
    heads = [Column(f"by {words}", "tag", rank=DISPENSABLE[rule]) for rule, words in RULES.items()]
    ahead = Column(
        "ahead by [95% of mixes]", hint="the winner by the bound against the next, on the same mixes", rank=1
    )
    columns = [Column("measure", "name"), *heads, ahead, Column("flips at", "tag", rank=2)]
    rows, agreeing = [], 0
    for one in chosen:
        best = firsts(result, one)
        agreeing += bool(agreed(best))
        units = units_of(one["measure"])
        told = f"{units.number(one.get('lead'))} {units.bracket(one.get('lead_low'), one.get('lead_high'))}".strip()
        names = [" or ".join(best.get(rule) or [MISSING]) for rule in RULES]
        flips = ", ".join(risk(flip["delta"]) for flip in (one.get("flips") or ())[:LABELLED])
        rows.append([Cell(called(one["measure"])), *map(Cell, names), Cell(told, one.get("lead")),
                     Cell(flips or MISSING)])  # fmt: skip
    caption = (
        f"The method that each rule puts first, by measure (of equals, all); all {len(RULES)} rules agree in "
        f"{agreeing} of {len(chosen)} measures. How far the first by the bound is ahead of the next on average over "
        "the same mixes, below 0 behind it, and the middle 95% of these differences: points of 100 (log loss as it is)."
    )
    return Table(caption, columns, rows, brief=6)
