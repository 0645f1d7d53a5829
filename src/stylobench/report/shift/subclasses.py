"""The subclasses: how large each is, what marks it, and how well each method does there, worst first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.shift import stress
from stylobench.report.shift.reading import (
    SHOWN,
    Part,
    Units,
    called,
    cluster_name,
    colour_of,
    item,
    lead,
    level_of,
    marked_by,
    source,
    sure_cell,
    units_of,
    upper,
    working,
    worst_first,
)
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, known, many, percent, plural, shortened

PANELS = 6
BRIEF = 8
GIVEN = {"period": ": periods of time", "topic": ": the known topics", "given": ", as given"}


def chapter(result: Result) -> Chapter:
    """Chart, table, examples, and the subclass to fear."""
    clusters = result.get("clusters") or ()
    found = {name: one for name, one in working(result).items() if one.get("by_cluster")}
    order = worst_first(found, clusters)
    blocks: list[Block] = []
    if clusters:
        blocks += [Words(_how(result, clusters))]
        blocks += [_figure(result, found, order)] if found else []
        blocks += [_table(result, found, order), *_examples(clusters, order, item(result))]
    return Chapter("subclasses", "Where it is weak", [*blocks, *stress.blocks(result)])


def _how(result: Result, clusters: Sequence[Part]) -> str:
    settings, noun = result.get("settings") or {}, item(result)
    given = source(result)
    if given == "clusters":
        clusterer, encoder = settings.get("clusterer"), settings.get("encoder")
        made = f" by {clusterer}" if clusterer else ""
        made += f" on {encoder} vectors" if encoder else ""
        told = f"{many(len(clusters), 'subclass')}, found{made}."
    else:
        told = f"{many(len(clusters), 'subclass')}{GIVEN.get(given, f', given by {given}')}."
    merged = sum(int(cluster.get("merged") or 0) for cluster in clusters)
    if merged:
        small = "cluster was too small to judge and was" if merged == 1 else "clusters were too small to judge and were"
        told += f" {count(merged)} {small} merged into the nearest."
    if known(result.get("purity")):
        told += f" Known labels agree with them in {percent(result['purity'])} of {plural(noun)} (purity)."
    return told


def _figure(result: Result, found: Mapping[str, Part], order: Sequence[int]) -> Figure:
    measure, clusters, shown = lead(result), result["clusters"], order[:SHOWN]
    drawn = dict(list(found.items())[:PANELS])
    rows = {name: [_mark(result, name, one, place) for place in shown] for name, one in drawn.items()}
    every = [row for part in rows.values() for row in part]
    panels = [_panel(name, (rows[name], every), one, measure) for name, one in drawn.items()]
    which = f"the worst {SHOWN} of {len(clusters)}" if len(clusters) > SHOWN else f"all {len(clusters)}"
    sorted_by = "worst on average over the methods first" if len(found) > 1 else "worst first"
    left_out = f" The first {PANELS} of {len(found)} methods are drawn." if len(found) > PANELS else ""
    caption = (
        f"{upper(called(measure))} in every subclass ({which}, {sorted_by}) with 95% intervals; grey bars are shares "
        f"of today’s mix. The dashed line is today’s score over all.{left_out}"
    )
    return Figure(caption, panels)


def _mark(result: Result, name: str, found: Part, place: int) -> Row:
    cluster, level, units = result["clusters"][place], level_of(found, place), Units(bool(found.get("loss")))
    value = level.get("value")
    row: Row = {"name": str(cluster["name"]), "share": cluster.get("share"), "colour": colour_of(result, name)}
    if not known(value):
        return row | {"value": None}
    low, high = (level[end] if known(level.get(end)) else value for end in ("low", "high"))
    share = percent(cluster.get("share"))
    told = f"{cluster_name(cluster)}{marked_by(cluster)}: {units.sure(level)}, n = {count(level.get('n'))}, {share}"
    ends = {"value": units.scale * value, "low": units.scale * low, "high": units.scale * high}
    return row | ends | {"hover": told}


def _panel(name: str, rows: tuple[Sequence[Row], Sequence[Row]], found: Part, measure: str) -> Panel:
    units, today = units_of(measure), (found.get("today") or {}).get("value")

    def draw() -> Spec:
        from stylobench.report.charts.subclasses import subclasses

        reference = units.scale * today if known(today) else None
        return subclasses(rows[0], units.axis(measure), reference, rows[1])

    said = [row["hover"] for row in rows[0][:5] if row.get("hover")]
    return Panel(name, draw, f"{name} by subclass, worst first. {'; '.join(said)}.")


def _table(result: Result, found: Mapping[str, Part], order: Sequence[int]) -> Table:
    clusters, units = result["clusters"], units_of(lead(result))
    labelled = any(cluster.get("label") for cluster in clusters)
    merged = any(cluster.get("merged") for cluster in clusters)
    columns = [Column("subclass", "name"), Column(plural(item(result))), Column("share", rank=1)]
    columns += [Column(f"{name} [95%]", rank=min(place, 3)) for place, name in enumerate(found)]
    worded = any(cluster.get("words") for cluster in clusters)
    columns += [Column("words", "words", rank=2)] if worded else []
    columns += [Column("label (share)", "tag", hint="most frequent known label", rank=3)] if labelled else []
    columns += [Column("merged", hint="small clusters merged into it", rank=4)] if merged else []
    rows = []
    for place in order:
        cluster = clusters[place]
        row = [Cell(cluster_name(cluster)), Cell(count(cluster["n"]), cluster["n"]),
               Cell(percent(cluster.get("share")), cluster.get("share")),
               *(sure_cell(level_of(one, place), units) for one in found.values())]  # fmt: skip
        row += [Cell(shortened(", ".join(map(str, cluster.get("words") or ())), 90))] if worded else []
        row += [_label(cluster)] if labelled else []
        row += [Cell(count(cluster.get("merged") or 0), cluster.get("merged") or 0)] if merged else []
        rows.append(row)
    scale = "as it is, less is better" if units.loss else "points of 100"
    caption = (
        f"Every subclass, worst first: size, {called(lead(result))} by method ({scale}, with 95% intervals)"
        f"{' and the words that mark it' if worded else ''}. A dash: the measure is undefined there."
    )
    folded = "" if len(rows) <= SHOWN else f"All {len(rows)} subclasses"
    return Table(caption, columns, rows, brief=BRIEF, folded=folded)


def _label(cluster: Part) -> Cell:
    if not cluster.get("label"):
        return Cell("–")
    share = f" ({percent(cluster['purity'], 0)})" if known(cluster.get("purity")) else ""
    return Cell(f"{shortened(str(cluster['label']), 24)}{share}")


def _examples(clusters: Sequence[Part], order: Sequence[int], noun: str) -> list[Block]:
    rows = [
        [Cell(cluster_name(clusters[place])), Cell(shortened(str(name), 40)), Cell(shortened(str(opening), 200))]
        for place in order[:SHOWN]
        for name, opening in clusters[place].get("examples") or ()
    ]
    if not rows:
        return []
    columns = [Column("subclass", "name"), Column(noun, "words"), Column("begins", "words")]
    caption = f"{upper(plural(noun))} near the middle of each subclass, worst subclass first."
    return [Table(caption, columns, rows, folded=f"Examples of each subclass ({many(len(rows), noun)})")]
