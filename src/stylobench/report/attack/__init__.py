"""The story of an attack result, chapter by chapter; a chapter without data is left out."""

from __future__ import annotations

from dataclasses import replace

from stylobench.report.attack import (
    averages,
    detectability,
    evidence,
    examples,
    matrix,
    people,
    people_answer,
    provenance,
    quality,
    reversal,
    rewriting,
    scores,
    strangers,
    supported,
    warnings,
)
from stylobench.report.attack.answer import answers
from stylobench.report.attack.guide import guide, tried
from stylobench.report.attack.people_reading import losses
from stylobench.report.attack.reading import datasets, only_people
from stylobench.report.attack.verdicts import verdicts
from stylobench.report.story import Block, Chapter, Result, Story, Table, chapters_of
from stylobench.report.words import many

TELLERS = (
    evidence.chapter,
    matrix.chapter,
    averages.chapter,
    averages.comparisons,
    averages.retrained,
    averages.ranks,
    strangers.chapter,
    scores.chapter,
    quality.chapter,
    detectability.chapter,
    reversal.chapter,
    supported.chapter,
    supported.untouched,
    rewriting.chapter,
    examples.chapter,
    people.chapter,
    warnings.chapter,
    provenance.chapter,
)


def chapters(result: Result) -> list[Chapter]:
    """Everything after the answer, in reading order; no table names the data set where there is only one."""
    told = chapters_of(TELLERS, result)
    if len(datasets(result)) != 1:
        return told
    return [replace(one, blocks=[_without_set(block) for block in one.blocks]) for one in told]


def _without_set(block: Block) -> Block:
    if not isinstance(block, Table):
        return block
    kept = [place for place, column in enumerate(block.columns) if column.title != "data set"]
    rows = [[row[place] for place in kept] for row in block.rows]
    return replace(block, columns=[block.columns[place] for place in kept], rows=rows)


def story(result: Result) -> Story:
    """The whole report of an attack run; where people disguised themselves, theirs."""
    return _of_people(result) if only_people(result) else _of_obfuscators(result)


def _of_people(result: Result) -> Story:
    return Story(
        name="obfuscation",
        question=people_answer.QUESTION,
        size=people_answer.size(result),
        answers=people_answer.answers(result),
        compared=people_answer.COMPARED,
        verdicts=losses(result["people"]["cells"]),
        guide=people_answer.guide(result),
        chapters=chapters(result),
    )


def _of_obfuscators(result: Result) -> Story:
    item = str(result["corpus"].get("item") or "problem")
    return Story(
        name="obfuscation",
        question="Which method still recognises a writer who hides, and which obfuscator hides best?",
        size=f"{many(result['corpus'].get('documents'), item)}, {tried(result)}",
        answers=answers(result),
        compared="Which obfuscator hides best",
        verdicts=verdicts(result),
        guide=guide(result),
        chapters=chapters(result),
        families=evidence.answers(result),
    )
