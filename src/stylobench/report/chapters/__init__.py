"""The story of a novel-topic result, chapter by chapter; a chapter without data is left out."""

from __future__ import annotations

from stylobench.report.chapters import (
    cells,
    comparisons,
    confusion,
    cues,
    open_set,
    price,
    provenance,
    retrain,
    standard,
    table,
    topics,
    warnings,
)
from stylobench.report.story import Chapter, Result

TELLERS = (
    standard.chapter,
    topics.chapter,
    price.chapter,
    comparisons.chapter,
    comparisons.power,
    cues.chapter,
    retrain.chapter,
    open_set.chapter,
    cells.chapter,
    confusion.chapter,
    table.chapter,
    warnings.chapter,
    provenance.chapter,
)


def chapters(result: Result) -> list[Chapter]:
    """Everything after the answer, in reading order."""
    return [chapter for chapter in (tell(result) for tell in TELLERS) if chapter.blocks]
