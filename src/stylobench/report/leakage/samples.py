"""HITS against random samples of as many topics: the signed difference, its interval, and the paper's Avg and Diff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.chapters.reading import colour_of, noun
from stylobench.report.leakage.reading import ENOUGH_SAMPLES, Part, called, compared, lead, one_sample, ordered
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import bare_p, known, many, p_value, plural, plus_minus, points, signed_points


def chapter(result: Result) -> Chapter:
    """One measure in a chart and a table; all measures, and the published figures, folded. Nothing of one sample."""
    measure, group = lead(result), noun(result)
    title = f"HITS {plural(group)} against random ones"
    if one_sample(result):
        return Chapter("samples", title)
    found = {name: method for name, method in result["methods"].items() if compared(method, measure)}
    if not found:
        return Chapter("samples", title, [] if result["settings"].get("random") else [Words(_few(0))])
    drawn = max(len(compared(method, measure).get("random") or ()) for method in found.values())
    blocks: list[Block] = [_figure(result, found), _table(found, measure, group)]
    if drawn < ENOUGH_SAMPLES:
        blocks.insert(0, Words(_few(drawn), "strong"))
    measures = ordered({name for method in found.values() for name in method["samples"]}, measure)
    blocks.append(_every_measure(found, measures))
    if drawn:
        blocks += [_published(found, measures), _spread(found, measures)]
    return Chapter("samples", title, blocks)


def _few(drawn: int) -> str:
    if not drawn:
        return "No random samples were drawn, so HITS has nothing to stand against."
    least = p_value(1 / (drawn + 1), "rank p")
    return (
        f"{many(drawn, 'random sample')} cannot support a verdict: even at the very end of the row the place of HITS "
        f"gives {least}. It takes {ENOUGH_SAMPLES}."
    )


def _figure(result: Result, found: Mapping[str, Part]) -> Figure:
    measures = dict.fromkeys((lead(result), "auc"))
    caption = (
        f"Mean over folds on the HITS sample (diamond) and on each random sample of as many {plural(noun(result))} "
        "(dots; the tick is their mean). Where the diamond lies within the dots, the choice made no difference that "
        "could be told from chance."
    )
    panels = [_panel(result, measure, {n: compared(m, measure) for n, m in found.items()}) for measure in measures]
    return Figure(caption, [panel for panel in panels if panel])


def _panel(result: Result, measure: str, found: Mapping[str, Part]) -> Panel | None:
    there = {name: one for name, one in found.items() if one}
    said = [
        f"{name} HITS {points(one['hits'])}, random {points(one.get('random_mean'))}" for name, one in there.items()
    ]

    def draw() -> Spec:
        from stylobench.report.charts.samples import against_random

        rows = [_mark(name, one, colour_of(result, name)) for name, one in there.items()]
        return against_random(rows, f"{called(measure)}, points of 100")

    return Panel(called(measure), draw, f"{called(measure)}: {'; '.join(said)}.") if there else None


def _mark(name: str, one: Part, colour: str) -> Row:
    hits, random = 100 * one["hits"], [100 * value for value in one.get("random") or () if known(value)]
    mean = one.get("random_mean")
    told = f"HITS {points(one['hits'])}, random {points(mean)}"
    return {"name": name, "words": told, "value": hits, "low": hits, "high": hits, "random": random,
            "mean": 100 * mean if known(mean) else None, "colour": colour, "shape": "diamond",
            "hover": f"{name}: {told}, {_apart(one)} points"}  # fmt: skip


def _apart(one: Part) -> str:
    return signed_points(one.get("difference"), one.get("low"), one.get("high"))


def _table(found: Mapping[str, Part], measure: str, group: str) -> Table:
    rows = [[Cell(name), *_cells(compared(method, measure))] for name, method in found.items()]
    caption = (
        f"{called(measure)}, means over folds in points of 100. Below 0, HITS {plural(group)} are harder. The units of "
        f"interval and p are samples of {plural(group)}, because folds of one sample share their documents; Holm "
        "raises the p of t for the number of verifiers."
    )
    return Table(caption, [Column("verifier", "name"), *_columns()], rows)


def _every_measure(found: Mapping[str, Part], measures: Sequence[str]) -> Table:
    rows = [
        [Cell(name), Cell(called(measure)), *_cells(compared(method, measure))]
        for name, method in found.items()
        for measure in measures
        if compared(method, measure)
    ]
    columns = [Column("verifier", "name"), Column("measure", "tag"), *_columns()]
    return Table("The same for every measure, points of 100.", columns, rows, folded="Every measure")


def _columns() -> list[Column]:
    return [
        Column("HITS"),
        Column("random mean"),
        Column("HITS − random [95%]", hint="signed, points; samples as units"),
        Column("rank p", hint="place of HITS among the random samples"),
        Column("t p", rank=2),
        Column("Holm p", hint="t p, raised for the number of verifiers", rank=1),
    ]


def _cells(one: Part) -> list[Cell]:
    return [
        *(Cell(points(one.get(key)), one.get(key)) for key in ("hits", "random_mean")),
        Cell(_apart(one), one.get("difference")),
        *(Cell(bare_p(one.get(key)), one.get(key)) for key in ("rank_p", "p", "p_holm")),
    ]


def _published(found: Mapping[str, Part], measures: list[str]) -> Table:
    columns = [Column("verifier", "name"), Column("measure", "tag"), Column("random"), Column("HITS"), Column("Avg"),
               Column("Diff")]  # fmt: skip
    rows = [
        [
            Cell(name),
            Cell(called(measure)),
            *(Cell(points(one.get(key)), one.get(key))
              for key in ("random_mean", "hits", "avg_published", "diff_published")),
        ]
        for name, method in found.items()
        for measure in measures
        if (one := compared(method, measure))
    ]  # fmt: skip
    caption = (
        "Avg and Diff as published: the mean of the two scores and the absolute difference between them, points of "
        "100. An absolute difference is never 0 by chance and hides which side is lower; the signed one above decides."
    )
    return Table(caption, columns, rows, folded="Avg and Diff, as published")


def _spread(found: Mapping[str, Part], measures: list[str]) -> Table:
    there = [measure for measure in measures if any(compared(method, measure) for method in found.values())]
    columns = [Column("verifier", "name"), Column("sample", "tag"), *(Column(called(measure)) for measure in there)]
    rows = []
    for name, method in found.items():
        for sample, mean, sd in (("HITS", "hits", "fold_sd_hits"), ("random", "random_mean", "fold_sd_random")):
            parts = [compared(method, measure) for measure in there]
            cells = [
                Cell(plus_minus(_hundred(one.get(mean)), _hundred(one.get(sd)), 1), one.get(mean)) for one in parts
            ]
            rows.append([Cell(name), Cell(sample), *cells])
    caption = (
        "Mean ± standard deviation over folds, points of 100, as published. Folds of one sample share documents, so "
        "this spread is no measure of how sure the mean is."
    )
    return Table(caption, columns, rows, folded="Means and spread over folds, as published")


def _hundred(value: object) -> float | None:
    return 100 * value if known(value) else None
