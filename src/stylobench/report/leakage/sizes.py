"""How large the samples are: topics, documents, pairs and authors."""

from __future__ import annotations

from stylobench.report.chapters.reading import noun
from stylobench.report.leakage.reading import sample_name
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count, decimal, percent, plural

COUNTS = ("topics", "documents", "train_pairs", "test_pairs", "train_authors", "test_authors")


def chapter(result: Result) -> Chapter:
    """One row per sample."""
    samples, groups = result.get("samples") or (), plural(noun(result))
    columns = [
        Column("sample", "name"),
        Column(groups),
        Column("documents", rank=1),
        Column("training pairs"),
        Column("test pairs"),
        Column("training authors", rank=1),
        Column("test authors", rank=1),
        Column("same author", hint="share of pairs", rank=2),
        Column("mean similarity", hint=f"cosine of training to test {groups}"),
        Column("largest similarity", hint=f"cosine of training to test {groups}", rank=2),
    ]
    rows = [
        [
            Cell(sample_name(one["sample"])),
            *(Cell(count(one.get(key)), one.get(key)) for key in COUNTS),
            Cell(percent(one.get("same_share")), one.get("same_share")),
            *(Cell(decimal(one.get(key), 3), one.get(key)) for key in ("mean_similarity", "max_similarity")),
        ]
        for one in samples
    ]
    caption = (
        f"Size of each sample, means over folds (rounded), and cosine between training and test {groups} of a fold "
        "(mean and largest, averaged over folds)."
    )
    return Chapter("sizes", "How large the samples are", [Table(caption, columns, rows, brief=4)] if rows else [])
