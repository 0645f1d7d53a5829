"""Other ways to sample: how to leave topics out, how to compare them, how many to take."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.chapters.reading import noun
from stylobench.report.leakage.reading import Part, called, lead, ordered
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count, decimal, known, plural

KINDS = {
    "method": "Ways to handle the {groups} that are not selected",
    "encoder": "Ways to compare {groups}",
    "topics": "How many {groups} to select",
}


def chapter(result: Result) -> Chapter:
    """A table per comparison that was asked for."""
    compare, group = result.get("compare") or {}, noun(result)
    tables = [_table(result, kind, compare[kind], plural(group)) for kind in KINDS if compare.get(kind)]
    return Chapter("variants", "Other ways to sample", tables)


def _table(result: Result, kind: str, variants: Sequence[Part], groups: str) -> Table:
    measures = ordered({name for one in variants for name in one.get("stability") or {}}, lead(result))
    columns = [Column(groups, "name")] if kind == "topics" else [Column("sampled by", "name"), Column(groups)]
    columns += [Column("mean similarity"), Column("largest similarity")]
    columns += [Column(called(one), hint="stability of the ranking", rank=i) for i, one in enumerate(measures)]
    rows = [_row(kind, one, measures) for one in variants]
    caption = (
        f"{KINDS[kind].format(groups=groups)}: cosine between training and test {groups} (less is better); "
        "then, by measure, how stable the ranking of verifiers is from fold to fold (1 is the same in every fold). One "
        "sample each, so small differences mean nothing."
    )
    return Table(caption, columns, rows)


def _row(kind: str, one: Part, measures: Sequence[str]) -> list[Cell]:
    stability = one.get("stability") or {}
    topics = Cell(count(one.get("topics")), one.get("topics"))
    name = Cell(str(one["name"]), one.get("topics") if kind == "topics" else None)
    return [
        name,
        *([topics] if kind != "topics" else []),
        *(Cell(decimal(one.get(key), 3), one.get(key)) for key in ("mean_similarity", "max_similarity")),
        *(Cell(decimal(stability.get(measure), 2), stability[measure] if known(stability.get(measure)) else None)
          for measure in measures),
    ]  # fmt: skip
