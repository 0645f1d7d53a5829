"""The answer of the leakage test in words."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.leakage.answer import answers, headline, verdicts

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_leakage.py"))["EXAMPLES"]
FAR = "when training topics are far from the test topics (412 trials, 38 authors)"


def paired(value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    found = {"value": value, "low": low, "high": high, "unit": "author", "units": 38, "trials": 412}
    return {"paired": {"measure": "overall_2020", "measures": {"overall_2020": {"difference": found}}}}


def samples(hits: float, difference: float | None) -> dict[str, Any]:
    return {"samples": {"overall_2020": {"hits": hits, "difference": difference, "low": -0.05, "high": -0.01}}}


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (paired(0.06, 0.03, 0.09), f"Overall falls by 6 points [3, 9] {FAR}"),
        (paired(0.004, -0.01, 0.02), f"Overall falls by 0.4 points [−1, 2], which may be none, {FAR}"),
        (paired(0.02, 0.003, 0.037), f"Overall falls by 2.0 points [0.3, 3.7] {FAR}"),
        (paired(-0.03, -0.05, -0.01), f"Overall rises by 3 points [1, 5] {FAR}"),
        (paired(0.012, 0.005, 0.019), f"Overall falls by 1.2 points [0.5, 1.9] {FAR}"),
        (paired(0.1, None, None), f"no verdict: Overall falls by 10 points, without an interval, {FAR}"),
        (
            paired(None, None, None) | samples(0.8, -0.03),
            "Overall on HITS topics minus random ones: −3.0 points [−5.0, −1.0]",
        ),
        ({"paired": None} | samples(0.8, None), "Overall 80.0 of 100 on HITS topics"),
        ({"paired": None, "samples": {}, "failures": [{}]}, "no answer: nothing could be scored (1 failure)"),
    ],
)
def test_the_headline_says_what_was_lost_and_how_sure_that_is(method: dict[str, Any], words: str) -> None:
    assert headline(method, "overall_2020") == words


def all_taken(topics: int) -> dict[str, Any]:
    """HITS took every topic, and no paired test could be built."""
    result: dict[str, Any] = EXAMPLES["one_verifier"]()
    result["corpus"]["topics"] = topics
    result["similarity"]["mean"] = {"hits": 0.3, "random": [0.3, 0.3]}
    for method in result["methods"].values():
        method |= {"paired": None} | samples(0.5, 0.0)
    return result


@pytest.mark.parametrize(
    ("topics", "advice"),
    [(3, "give --topics below 3, or a corpus with more topics"), (2, "give a corpus with more topics")],
)
def test_where_hits_takes_all_topics_there_is_no_number(topics: int, advice: str) -> None:
    assert answers(all_taken(topics))[0].headline == (
        f"no result: HITS takes all {topics} topics, so there is nothing to compare; {advice}"
    )


def test_a_paired_test_tells_also_where_hits_takes_all_topics() -> None:
    result = all_taken(12)
    result["methods"] = {name: method | paired(0.06, 0.03, 0.09) for name, method in result["methods"].items()}
    assert answers(result)[0].headline == f"Overall falls by 6 points [3, 9] {FAR}"


def test_a_headline_without_a_verdict_says_so_first() -> None:
    method = paired(0.06, 0.03, 0.09)
    method["paired"]["verdict"] = "no verdict from 6 topics; it takes 8"
    assert headline(method, "overall_2020") == f"no verdict: Overall falls by 6 points [3, 9] {FAR}"


@pytest.mark.parametrize(
    ("asked", "advice"), [(8, "A corpus with more topics gives controls."), (0, "Ask for controls with --controls.")]
)
def test_too_few_controls_say_how_to_get_them(asked: int, advice: str) -> None:
    result = EXAMPLES["published"]()
    result["settings"]["controls"] = asked
    result["methods"]["ppm"]["paired"]["verdict"] = "no verdict from 0 controls; it takes 5"
    told = {answer.method: answer for answer in answers(result)}["ppm"]
    assert told.headline.startswith("no verdict: ")
    assert told.sentences[0] == f"Paired leakage test: no verdict from 0 controls; it takes 5. {advice}"


def test_verdicts_are_printed_as_they_were_stored() -> None:
    result = EXAMPLES["published"]()
    result["methods"]["ppm"]["paired"]["verdict"] = "ppm: something else entirely"
    sentences = answers(result)[1].sentences
    assert sentences[0] == "Paired leakage test: ppm: something else entirely."
    assert sentences[3].endswith(": too few random samples for a verdict: 5, 19 are needed.")


def test_the_canary_says_whether_the_test_bites() -> None:
    assert verdicts(EXAMPLES["five_verifiers"]()) == [
        "topic_fit, which sees only topical words, loses 9 points more than char_ngrams [4, 14] by Overall "
        "(412 trials, 38 authors): the test bites on this corpus"
    ]
    assert verdicts(EXAMPLES["published"]()) == [
        "topic_fit, which sees only topical words, loses 0.9 points less than char_ngrams [−5, 7] by Overall "
        "(412 trials, 38 authors): the test shows no bite on this corpus"
    ]
    assert verdicts(EXAMPLES["one_verifier"]()) == []


def test_what_is_missing_is_said() -> None:
    first, second, third = answers(EXAMPLES["with_failures"]())
    assert first.sentences[0] == "The paired leakage test could not be built; see Warnings."
    assert "2 folds failed and are not in these numbers; see Warnings." in second.sentences
    assert third.headline == "no answer: nothing could be scored (10 failures)"
