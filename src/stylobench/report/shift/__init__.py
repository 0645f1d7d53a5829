"""The story of a subclass-shift result, chapter by chapter; a chapter without data is left out."""

from __future__ import annotations

from stylobench.report.shift import (
    backtest,
    bounds,
    certainty,
    constancy,
    evidence,
    experiment,
    measures,
    prevalence,
    provenance,
    selection,
    stream,
    subclasses,
    warnings,
)
from stylobench.report.shift.answer import answers, guide
from stylobench.report.shift.reading import item, size, source
from stylobench.report.shift.verdicts import verdicts
from stylobench.report.story import Chapter, Result, Story, chapters_of

TOPICS = ("clusters", "topic", "topics")
TELLERS = (
    evidence.chapter,
    bounds.chapter,
    selection.chapter,
    subclasses.chapter,
    certainty.chapter,
    measures.chapter,
    prevalence.chapter,
    stream.chapter,
    constancy.chapter,
    backtest.chapter,
    experiment.chapter,
    warnings.chapter,
    provenance.chapter,
)


def chapters(result: Result) -> list[Chapter]:
    """Everything after the answer, in reading order."""
    return chapters_of(TELLERS, result)


def story(result: Result) -> Story:
    """The whole report of a shift run."""
    return Story(
        name="subclass shift",
        question=f"What can you expect if the mix{' of topics' if source(result) in TOPICS else ''} changes?",
        size=size(result),
        answers=answers(result),
        compared="Which method to deploy",
        verdicts=verdicts(result),
        guide=guide(item(result), bool(result.get("stream"))),
        chapters=chapters(result),
        families=evidence.answers(result),
    )
