"""Does a method stay as good within a subclass? Early against late: the assumption behind every bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.shift.reading import SHOWN, Part, called, cluster_name, lead, units_of
from stylobench.report.story import Block, Cell, Chapter, Column, Listing, Result, Table, Words
from stylobench.report.words import known, p_value

TITLE = "Does it stay as good within a subclass?"


def chapter(result: Result) -> Chapter:
    """Late minus early by subclass and method."""
    found = {name: method["constancy"] for name, method in result["methods"].items() if method.get("constancy")}
    clusters = result.get("clusters") or ()
    if not found:
        return Chapter("constancy", TITLE)
    first = next(iter(found.values()))
    how = (
        f"Early is {first.get('early')}, late is {first.get('late')}. The bounds let only the mix move; if a method "
        "gets worse within its subclasses, they do not cover that."
    )
    blocks: list[Block] = [Words(how), Listing([_told(name, one) for name, one in found.items()])]
    table = _table(found, clusters, lead(result))
    return Chapter("constancy", TITLE, [*blocks, *([table] if table.rows else [])])


def _told(name: str, one: Part) -> str:
    p, least = one.get("p"), one.get("p_least")
    if not known(p):
        return f"{name}: too little on one side to tell"
    verdict = "it does not stay the same" if p < 0.05 else "no sign of a change"
    smallest = f"; the least p of a subclass after Holm: {p_value(least)}" if known(least) else ""
    return f"{name}: {verdict} over all subclasses together ({p_value(p)}{smallest})"


def _table(found: Mapping[str, Part], clusters: Sequence[Part], measure: str) -> Table:
    units = units_of(measure)
    columns = [Column("subclass", "name"), Column("n", hint="early and late together")]
    columns += [Column(f"{name} [95%]", rank=min(place, 3)) for place, name in enumerate(found)]
    rows = []
    for place, cluster in enumerate(clusters):
        levels = [_level(one, place) for one in found.values()]
        if any(known(level.get("value")) for level in levels):
            tested = next((level["n"] for level in levels if known(level.get("n"))), None)
            told = [Cell(units.signed(level), level.get("value")) for level in levels]
            rows.append([Cell(cluster_name(cluster)), Cell(str(tested or "–"), tested), *told])
    better = "below 0 it got better" if units.loss else "below 0 it got worse"
    scale = "as it is" if units.loss else "points of 100"
    caption = f"Late minus early {called(measure)} in every subclass, {scale}, with 95% intervals; {better}."
    return Table(
        caption,
        columns,
        rows,
        brief=6,
        folded="" if len(rows) <= SHOWN else f"All {len(rows)} subclasses, late minus early",
    )


def _level(one: Part, place: int) -> Part:
    levels = one.get("differences") or ()
    return (levels[place] or {}) if place < len(levels) else {}
