"""The story of a topic-leakage result, chapter by chapter; a chapter without data is left out."""

from __future__ import annotations

from stylobench.report.chapters import warnings
from stylobench.report.chapters.reading import noun, size
from stylobench.report.leakage import (
    evidence,
    paired,
    provenance,
    ranking,
    reliability,
    samples,
    sampling,
    shortcut,
    sizes,
    variants,
)
from stylobench.report.leakage.answer import answers, guide, verdicts
from stylobench.report.story import Chapter, Result, Story, chapters_of

TELLERS = (
    evidence.chapter,
    paired.chapter,
    samples.chapter,
    shortcut.chapter,
    sampling.chapter,
    ranking.chapter,
    reliability.chapter,
    sizes.chapter,
    variants.chapter,
    warnings.chapter,
    provenance.chapter,
)


def chapters(result: Result) -> list[Chapter]:
    """Everything after the answer, in reading order."""
    return chapters_of(TELLERS, result)


def story(result: Result) -> Story:
    """The whole report of a leakage run."""
    group = noun(result)
    return Story(
        name=f"{group} leakage",
        question=f"Does it recognise the author, or only the {group}?",
        size=size(result),
        answers=answers(result),
        compared="Can the test find anything here?",
        verdicts=verdicts(result),
        guide=guide(group),
        chapters=chapters(result),
        families=evidence.answers(result),
    )
