"""The answer of the obfuscation test in words."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.attack.answer import answers, effect, headline

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_attack.py"))["EXAMPLES"]


def cell(value: float, low: float | None, high: float | None) -> dict[str, Any]:
    return {"obfuscator": "o", "method": "m", "impact": {"value": value, "low": low, "high": high}}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (cell(0.47, 0.38, 0.56), "o makes m miss 47 of 100 same-author problems it recognised [38, 56]"),
        (
            cell(0.04, -0.05, 0.13),
            "o makes m miss 4 of 100 same-author problems it recognised [−5, 13], which may be chance",
        ),
        (cell(0.471, 0.466, 0.476), "o makes m miss 47.1 of 100 same-author problems it recognised [46.6, 47.6]"),
        (cell(0.47, None, None), "o makes m miss 47 of 100 same-author problems it recognised"),
        (cell(-0.31, -0.4, -0.22), "o on m: impact −31 [−40, −22], it recognises same-author problems it had missed"),
        (
            cell(-0.154, -0.526, 0.149),
            "o on m: impact −15 [−53, 15], it recognises same-author problems it had missed, which may be chance",
        ),
        (cell(0.0, -1.0, 0.87), "o on m: impact 0 [−100, 87], no effect shown"),
        (cell(0.0, 0.0, 0.0), "o on m: impact 0 [0, 0], nothing changes"),
        (cell(0.0, 0.0, 0.0) | {"same": 1}, "o on m: impact 0, no effect shown"),
        (
            cell(-0.2, -0.3, -0.1) | {"ranks": {"candidates": 9}},
            "o on m: impact −20 [−30, −10], it names rightly documents it had named wrongly",
        ),
    ],
)
def test_an_impact_is_told_in_words(found: dict[str, Any], words: str) -> None:
    assert effect(found) == words


def test_the_largest_set_that_can_be_ranked_leads() -> None:
    told = "mediocrity makes ppm miss 32 of 100 same-author problems it recognised [23, 41] on pan15 "
    assert headline(EXAMPLES["five_methods"](), "ppm") == told + "(100 same-author problems, 100 authors)"
    result = EXAMPLES["five_methods"]()
    result["datasets"][0] |= {"rankable": True, "same": 140}
    assert " on pan13 (" in headline(result, "ppm")


def test_a_single_data_set_need_not_be_named() -> None:
    assert " on pan15" not in headline(EXAMPLES["one_method"](), "ppm")


def test_controls_never_lead() -> None:
    result = EXAMPLES["five_methods"]()
    for one in result["cells"]:
        if one["obfuscator"] == "random_edits":
            one["impact"] = {"value": 0.99, "low": 0.98, "high": 1.0}
    assert all(answer.headline.startswith("mediocrity") for answer in answers(result))


def test_sentences_give_levels_others_controls_and_retraining() -> None:
    sentences = answers(EXAMPLES["five_methods"]())[0].sentences
    assert sentences[:4] == (
        "It recognises 43.2% [35.2, 51.2] of 100 same-author problems after mediocrity, 82.0% [75.0, 89.0] before.",
        "Strongest of 3 tried; of 100 it recognised it misses under the others: synonyms 12 [3, 21] and round_trip 29 "
        "[20, 38].",
        "The controls: identity 0 [0, 0] and random_edits 6 [−3, 15].",
        "Retrained on texts rewritten by mediocrity, it recognises 58.7% [50.7, 66.7] of 100 same-author problems.",
    )
    assert sentences[4].startswith("On pan13, mediocrity makes char_ngrams miss 47 of 100")
    assert sentences[4].endswith("(14 same-author problems, 14 authors; too few to rank).")


def test_a_poor_method_is_hardly_worth_attacking() -> None:
    poor = answers(EXAMPLES["five_methods"]())[2]
    assert (
        "Hardly worth attacking: 56.0% [51.0, 61.0] of its answers on untouched texts are right; 60% is the least."
        in poor.sentences
    )


def test_changed_answers_on_untouched_problems_are_flagged() -> None:
    flagged = answers(EXAMPLES["five_methods"]())[3].sentences[-1]
    assert flagged == "Careful: its answers changed on 7 untouched problems (the most under one obfuscator)."


def test_help_is_not_counted_as_missing() -> None:
    others = answers(EXAMPLES["five_methods"]())[3].sentences[1]
    assert others.endswith(
        "the others: round_trip 22 [13, 31]. synonyms on impostors: impact −31 [−40, −22], it recognises same-author "
        "problems it had missed."
    )


def test_ranks_of_attributors_are_told() -> None:
    told = "The true author’s mean rank goes from 1.4 [1.2, 1.6] to 3.2 [2.7, 3.7] among 20 candidates."
    assert told in answers(EXAMPLES["five_methods"]())[4].sentences


def helped(result: dict[str, Any], method: str) -> dict[str, Any]:
    """Whatever is tried, the method recognises more than before."""
    for place, one in enumerate(found for found in result["cells"] if found["method"] == method):
        one["impact"] = {"value": -0.05 - 0.01 * (place % 5), "low": -0.3, "high": 0.2}
    return result


def test_where_no_obfuscator_hides_anybody_that_is_said_plainly() -> None:
    ppm = answers(helped(EXAMPLES["five_methods"](), "ppm"))[1]
    assert ppm.headline == (
        "none shown to make ppm miss more same-author problems: the greatest impact is −5 [−30, 20], by mediocrity on "
        "pan15 (100 same-author problems, 100 authors)"
    )
    assert ppm.sentences[1] == (
        "Impact of the others, of 100: synonyms −6 [−30, 20] and round_trip −7 [−30, 20]; below 0 it recognises "
        "what it had missed."
    )
    assert any(
        line.startswith("On pan13, none shown to make ppm miss more same-author problems: ") for line in ppm.sentences
    )
    assert not any("Strongest" in line for line in ppm.sentences)


def test_an_attributor_names_documents() -> None:
    result = EXAMPLES["five_methods"]()
    for one in result["datasets"]:
        one["item"] = "document"
    delta = answers(result)[4]
    assert delta.headline == (
        "mediocrity makes burrows_delta miss 37 of 100 documents it named rightly [28, 46] on pan15 "
        "(100 documents, 100 authors)"
    )
    assert delta.sentences[0].startswith("It names 44.3% [36.3, 52.3] of 100 documents rightly after mediocrity, ")


def test_who_recognises_nobody_has_nothing_to_lose() -> None:
    result = EXAMPLES["one_method"]()
    nobody = {"value": 0.0, "low": 0.0, "high": 0.08}
    result["cells"][0] |= {"recall": nobody, "recall_after": nobody, "impact": {"value": 0.0, "low": 0.0, "high": 0.0}}
    assert headline(result, "ppm") == (
        "nothing to lose: on untouched texts ppm recognises 0.0% [0.0, 8.0] of 100 same-author "
        "problems (100 same-author problems, 100 authors)"
    )


def test_small_sets_are_never_ranked() -> None:
    sentences = answers(EXAMPLES["small_only"]())[0].sentences
    assert "14 same-author problems: too few to rank obfuscators." in sentences
    assert not any("Strongest" in sentence for sentence in sentences)


def test_failures_and_constant_methods_say_so() -> None:
    told = {answer.method: answer for answer in answers(EXAMPLES["with_failures"]())}
    assert told["ppm"].headline == "no answer: ValueError: no <b>texts</b>"
    assert told["function_words"].headline == "nothing to attack: it answers every problem alike"
    assert told["char_ngrams"].headline.startswith(
        "mediocrity makes char_ngrams miss 47 of 100 same-author problems it recognised on"
    )


def test_what_was_judged_stands_beside_the_number_where_texts_failed() -> None:
    result = EXAMPLES["small_only"]()
    for one in result["cells"]:
        one["same"] = 1
    told = answers(result)[0]
    assert told.headline == (
        "mediocrity makes char_ngrams miss 47 of 100 same-author problems it recognised "
        "(1 of 14 same-author problems judged, 14 authors)"
    )
    assert "The controls: identity 0 (1 of 14 judged)." in told.sentences
    assert told.sentences[0].startswith("It recognises 43.2% [35.2, 51.2] of 1 same-author problem after")


def test_below_chance_a_threshold_may_be_wrong() -> None:
    result = EXAMPLES["one_method"]()
    result["cells"][0] |= {"accuracy": {"value": 0.42, "low": 0.3, "high": 0.5}, "auc": {"value": 0.51}}
    assert answers(result)[0].sentences[1] == (
        "Hardly worth attacking: 42.0% [30.0, 50.0] of its answers on untouched texts are right; 60% is the least. "
        "Below half: a threshold fitted on other problems can be wrong for a method that knows nothing (its AUC: "
        "51.0%, 50% is guessing)."
    )
    result["cells"][0]["ranks"] = {"candidates": 9}
    assert not any("Below half" in line for line in answers(result)[0].sentences)
