"""The answer in words."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.chapters import story
from stylobench.report.chapters.answer import answers, verdicts
from stylobench.report.chapters.reading import bounded_result
from stylobench.report.story import Table

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_result.py"))["EXAMPLES"]


def novelty(price: float, low: float, high: float, **more: float) -> dict[str, Any]:
    return {"novelty": {"price": price, "low": low, "high": high, "units": 23, **more}}


HUNGER = {"starvation": 0.08, "starvation_low": 0.03, "starvation_high": 0.13}


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (
            novelty(0.21, 0.17, 0.25, **HUNGER),
            "21 points lost to novelty [17, 25], 8 more to starvation [3, 13] (23 topics)",
        ),
        (novelty(0.012, 0.004, 0.02), "1.2 points lost to novelty [0.4, 2.0] (23 topics)"),
        (novelty(0.01, -0.02, 0.04), "1 point lost to novelty [−2, 4], which may be none (23 topics)"),
        (novelty(-0.03, -0.05, -0.01), "3 points gained on new topics [1, 5] (23 topics)"),
        (novelty(-0.01, -0.05, 0.03), "1 point gained on new topics [−3, 5], which may be none (23 topics)"),
        (novelty(0.0, -0.03, 0.03), "nothing lost to novelty [−3, 3] (23 topics)"),
        (novelty(0.004, -0.03, 0.04), "0.4 points lost to novelty [−3, 4], which may be none (23 topics)"),
        (novelty(0.12, -0.002, 0.25), "12.0 points lost to novelty [−0.2, 25.0], which may be none (23 topics)"),
        (novelty(0.05, 0.003, 0.09), "5.0 points lost to novelty [0.3, 9.0] (23 topics)"),
        (
            novelty(-0.06, -0.15, 0.04, **HUNGER),
            "6 points gained on new topics [−4, 15], which may be none, 8 lost to starvation [3, 13] (23 topics)",
        ),
        (
            novelty(-0.06, -0.15, 0.04, starvation=-0.27, starvation_low=-0.34, starvation_high=-0.2),
            "6 points gained on new topics [−4, 15], which may be none, none lost to starvation (−27 [−34, −20]) "
            "(23 topics)",
        ),
        (
            novelty(0.267, 0.267, 0.267, units=2, starvation=0.1, starvation_low=-1.2, starvation_high=1.4),
            "27 points lost to novelty, 10 more to starvation (2 topics: too few for an interval)",
        ),
        (
            novelty(0.2, 0.1, 0.3, starvation=-0.02, starvation_low=-0.05, starvation_high=0.01),
            "20 points lost to novelty [10, 30], none to starvation (−2 [−5, 1]) (23 topics)",
        ),
        ({"novel_topic": {"mean": 0.7272, "units": 5}}, "72.7% right on a new topic (5 topics)"),
        ({"novel_topic": None, "failures": [{}, {}]}, "no answer: every fold failed (2 failures)"),
    ],
)
def test_the_headline_says_what_was_lost_and_how_sure_that_is(method: dict[str, Any], words: str) -> None:
    result = {"corpus": {}, "settings": {}, "methods": {"maxent": {"novel_topic": None, **method}}}
    assert answers(bounded_result(result))[0].headline == words


def paper() -> dict[str, Any]:
    """The published multi-author figures: .7272, sd .1631, 23 topics that weigh like 10.57."""
    novel = {
        "mean": 0.7272, "topic_mean": 0.80, "low": 0.6231, "high": 0.8313, "topic_low": 0.7, "topic_high": 0.9,
        "next_low": 0.37, "next_high": 1.08, "units": 23, "chance": 0.051, "chance_high": 0.069, "chance_p": 1 / 201,
        "lead": "document", "size_correlation": {"r": 0.71, "p": 0.0002},
    }  # fmt: skip
    method = {"spec": "maxent()", "standard": {"mean": 0.9835}, "novel_topic": novel, "novelty": None}
    return {"corpus": {"group": "topic"}, "settings": {"scheme": "novel-topic"}, "methods": {"maxent": method}}


def test_both_intervals_are_printed_and_told_apart() -> None:
    sentences = answers(paper())[0].sentences
    assert sentences == (
        "On a topic that it never trained on, it names the right author of 72.7% of documents; "
        "in standard cross-validation, 98.4%.",
        "The average of new topics lies in 62.3% to 83.1%; a single next topic in 37.0% to 100% (95%, 23 topics).",
        "Chance is 5.1% (authors shuffled within topics; 95% of shuffles stay below 6.9%; p = .005).",
    )


def test_the_average_topic_leads_where_accuracy_goes_with_size_and_the_reason_is_given() -> None:
    result = paper()
    result["methods"]["maxent"]["novel_topic"]["lead"] = "topic"
    first, second, _ = answers(result)[0].sentences
    assert "80.0% of documents on the average topic (72.7% of all documents" in first
    assert "accuracy goes with topic size here (r = .71, p < .001)" in first
    assert second.startswith("The average of new topics lies in 70.0% to 90.0%")


def test_another_column_than_topic_gives_its_name() -> None:
    result = paper()
    result["corpus"]["group"] = "genre"
    assert answers(result)[0].headline == "72.7% right on a new genre (23 genres)"


def test_failures_are_told_beside_the_answer() -> None:
    told = answers(EXAMPLES["with_failures"]())
    assert "2 folds failed and are not in these numbers; see Warnings." in told[1].sentences
    assert told[2].headline == "no answer: every fold failed (23 failures)"


def test_verdicts_carry_the_corrected_p() -> None:
    lines = verdicts(EXAMPLES["three_methods"]())
    assert lines[0] == "maxent minus linear_svm: 6 points [2, 10], Holm p = .012: maxent is better on new topics"


@pytest.mark.parametrize(("low", "high"), [(-0.267, -0.267), (-1.2, 0.84)])
def test_two_topics_give_no_interval(low: float, high: float) -> None:
    pair = {"a": "maxent", "b": "knn", "difference": -0.267, "low": low, "high": high, "p_holm": 0.5, "units": 2}
    assert verdicts(bounded_result({"corpus": {}, "methods": {}, "comparisons": [pair]})) == [
        "maxent minus knn: −27 points (2 topics: too few for an interval), Holm p = .500: no verdict"
    ]


def test_two_topics_give_no_interval_of_accuracy() -> None:
    result = paper()
    result["methods"]["maxent"]["novel_topic"]["units"] = 2
    assert answers(bounded_result(result))[0].sentences[1] == "No interval: it takes at least three topics."


def test_a_result_on_two_topics_is_told_without_intervals() -> None:
    result = EXAMPLES["three_methods"]()
    for part in [one[kind] for one in result["methods"].values() for kind in ("novel_topic", "novelty")]:
        part["units"] = 2
    for pair in result["comparisons"]:
        pair["units"] = 2
    tables = {one.id: block for one in story(result).chapters for block in one.blocks if isinstance(block, Table)}
    assert "[" not in tables["comparisons"].rows[0][1].text
    assert all("[" not in row[3].text for row in tables["price"].rows)
