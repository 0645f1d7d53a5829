"""One story per crash test."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from stylobench.report.stored import VERBS
from stylobench.report.stories import STORIES, story

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("file", "name", "question"),
    [
        ("example_result.py", "novel topic", "Does it still work on a topic it never trained on?"),
        ("example_leakage.py", "topic leakage", "Does it recognise the author, or only the topic?"),
        ("example_shift.py", "subclass shift", "What can you expect if the mix of topics changes?"),
        (
            "example_attack.py",
            "obfuscation",
            "Which method still recognises a writer who hides, and which obfuscator hides best?",
        ),
    ],
)
def test_a_result_is_told_by_the_crash_test_that_made_it(file: str, name: str, question: str) -> None:
    example = runpy.run_path(str(HERE / file))["example"]
    told = story(example())
    assert (told.name, told.question) == (name, question)


def test_whatever_can_be_read_can_be_told() -> None:
    assert list(STORIES) == list(VERBS)


def test_another_group_lends_its_name() -> None:
    result = runpy.run_path(str(HERE / "example_leakage.py"))["example"]()
    result["corpus"]["group"] = "genre"
    told = story(result)
    assert told.name == "genre leakage"
    assert "when training genres are far from the test genres" in told.answers[0].headline
