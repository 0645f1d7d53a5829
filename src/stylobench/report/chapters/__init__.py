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
from stylobench.report.chapters.answer import answers, guide, verdicts
from stylobench.report.chapters.reading import bounded_result, noun, size
from stylobench.report.story import Chapter, Result, Story, chapters_of
from stylobench.report.words import plural

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
    return chapters_of(TELLERS, result)


def story(result: Result) -> Story:
    """The whole report of a novel-topic run."""
    group, result = noun(result), bounded_result(result)
    return Story(
        name=f"novel {group}",
        question=f"Does it still work on a {group} it never trained on?",
        size=size(result),
        answers=answers(result),
        compared=f"Compared on the same {plural(group)}",
        verdicts=verdicts(result),
        guide=guide(group),
        chapters=chapters(result),
    )
