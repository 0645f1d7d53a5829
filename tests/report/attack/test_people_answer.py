"""The answer where people disguised themselves, and the story around it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.attack import story
from stylobench.report.attack.people_answer import effect, headline
from stylobench.report.story import Listing

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_people.py"))["EXAMPLES"]


def cell(value: float, low: float, high: float, **more: str) -> dict[str, Any]:
    impact = {"value": value, "low": low, "high": high}
    return {"method": "m", "kind": "verifier", "disguise": "obfuscation", "impact": impact, **more}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (cell(0.75, 0.51, 1.0), "m misses 75 of 100 authors it recognised when they obfuscate by hand [51, 100]"),
        (
            cell(0.1, -0.1, 0.3, disguise="imitation"),
            "m misses 10 of 100 authors it recognised when they imitate another writer [−10, 30], which may be chance",
        ),
        (
            cell(1.0, 0.56, 1.0, kind="attributor"),
            "m misses 100 of 100 authors it named rightly when they obfuscate by hand [56, 100]",
        ),
        (
            cell(-0.2, -0.3, -0.1, disguise="by letter"),
            "m recognises authors it had missed in texts marked “by letter”: impact −20 [−30, −10]",
        ),
        (cell(0.0, -0.2, 0.2), "m misses 0 of 100 more authors when they obfuscate by hand [−20, 20]"),
    ],
)
def test_an_impact_is_told_in_words(found: dict[str, Any], words: str) -> None:
    assert effect(found) == words


def test_obfuscation_leads_and_the_rest_stands_below() -> None:
    told = story(EXAMPLES["people_only"]()).answers
    assert told[0].headline == (
        "char_ngrams misses 75 of 100 authors it recognised when they obfuscate by hand [51, 100] (43 authors)"
    )
    assert told[0].sentences == (
        "It recognises 12.4% [5.1, 27.1] of authors when they obfuscate by hand, 50.4% [38.2, 62.5] in usual texts "
        "that were left out.",
        "It misses 73 of 100 authors it recognised when they imitate another writer [47, 99].",
        "The control, usual texts written for the study (8 authors): 56 of 100 [−27, 100] missed. What is lost there "
        "is not due to a disguise.",
        "It rightly rejects 76.0% [64.5, 84.6] of other people’s usual texts.",
    )
    assert told[1].sentences[-2:] == (
        "The true author’s mean rank goes from 11.9 [8.9, 15.0] to 26.3 [22.1, 30.4] among 58 candidates.",
        "It takes 39.0% [27.0, 53.0] of the imitations of drexel_1/cm for that writer’s own, 0.0% [0.0, 8.0] of the "
        "imitators’ usual texts.",
    )


def test_question_size_and_chapters_speak_of_people() -> None:
    told = story(EXAMPLES["people_only"]())
    assert told.question == "Which method still recognises a writer who disguises the text by hand?"
    assert told.size == "915 documents, 43 authors in disguise, 2 methods"
    assert [chapter.id for chapter in told.chapters] == ["people", "warnings", "provenance"]
    assert told.verdicts[1:] == [
        "obfuscation (43 authors): 2 of 2 methods recognise clearly fewer of them (interval excludes 0)",
        "verification (control: usual texts written for the study; 8 authors): 0 of 2 methods recognise clearly fewer "
        "of them (interval excludes 0)",
    ]
    assumed = next(block for block in told.chapters[-1].blocks if isinstance(block, Listing))
    assert not any("obfuscator" in line for line in assumed.items)


def test_the_control_is_explained_only_where_there_is_one() -> None:
    result = EXAMPLES["people_only"]()
    assert "Control" in dict(story(result).guide)
    result["people"]["disguises"].pop()
    assert "Control" not in dict(story(result).guide)


def test_a_failure_and_nothing_at_all_are_told() -> None:
    result = EXAMPLES["people_hostile"]()
    assert headline(result, "burrows_delta") == "no answer: <script>alert(1)</script>"
    result["people"]["cells"] = result["people"]["cells"][:3]
    assert headline(result, "burrows_delta") == "no answer: nothing could be scored"
