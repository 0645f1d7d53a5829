"""Which evidence leans on topic, in words, in a chart and in a table."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.leakage.evidence import answers, chapter
from stylobench.report.story import Figure, Table, Words

BANK = runpy.run_path(str(Path(__file__).parents[1] / "example_families.py"))["EXAMPLES"]


@pytest.fixture
def result() -> dict[str, Any]:
    made: dict[str, Any] = BANK["leakage_bank"]()
    return made


def test_words_name_who_loses_most_and_who_is_shown_to_lean(result: dict[str, Any]) -> None:
    words, figure, table = chapter(result).blocks
    assert isinstance(words, Words)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    assert words.text == (
        "topic (11.1 [9.1, 13.1]) loses most, yours (−0.9 [−2.9, 1.1]) least. Shown to lean on topic: characters, "
        "words, topic."
    )
    assert "topic 11.1 [9.1, 13.1]" in figure.panels[0].alt
    assert figure.panels[0].draw()["height"] == 7 * 34
    assert [cell.text for cell in table.rows[4]] == ["topic", "11.1 [9.1, 13.1]", "5 of 5", "412", "38 authors"]


def test_without_intervals_nothing_is_shown(result: dict[str, Any]) -> None:
    for one in result["evidence"]:
        one |= {"low": None, "high": None}
    words, figure, table = chapter(result).blocks
    assert isinstance(words, Words)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    assert words.text == (
        "No interval: too few controls or authors. A corpus with more topics gives controls. Families are shown, not "
        "ranked."
    )
    assert "95%" not in figure.caption
    assert "without intervals (412 trials, 38 authors), so that any of it may be chance" in figure.caption
    assert table.columns[1].title == "near − far"
    assert answers(result)[4].headline == (
        "no verdict: Overall, on average, falls by 11 points, without an interval, when training topics are far from "
        "the test topics (412 trials, 38 authors)"
    )


def test_overlapping_intervals_make_the_order_unsure(result: dict[str, Any]) -> None:
    for one in result["evidence"]:
        one |= {"low": -0.5, "high": 0.9}
    words = chapter(result).blocks[0]
    assert isinstance(words, Words)
    assert "least; the intervals overlap, so that the order may be chance. Shown to lean on topic: none." in words.text


def test_families_of_verifiers_without_a_verdict_are_not_ranked(result: dict[str, Any]) -> None:
    for method in result["methods"].values():
        method["paired"]["verdict"] = "no verdict from 6 topics; it takes 8"
    words = chapter(result).blocks[0]
    assert isinstance(words, Words)
    assert words.text == "No verdict from 6 topics; it takes 8. Families are shown, not ranked."
    assert answers(result)[4].headline.startswith("no verdict: Overall, on average, falls by 11 points [9, 13] when")


def test_answers_say_what_a_family_loses(result: dict[str, Any]) -> None:
    told = answers(result)
    assert told[4].method == "topic (5 verifiers)"
    assert told[4].headline == (
        "Overall, on average, falls by 11 points [9, 13] when training topics are far from the test topics "
        "(412 trials, 38 authors)"
    )
    result["evidence"] = result["evidence"][1:]
    assert answers(result)[-1].headline == "no answer: the paired test says nothing of this family"
