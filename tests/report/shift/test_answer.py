"""The answer of the shift test in words."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.shift.answer import answers, feared_in, headline
from stylobench.report.shift.verdicts import verdicts

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_shift.py"))["EXAMPLES"]


def found(mean: float | None, sides: tuple[Any, Any], bound: float | None, **more: Any) -> dict[str, Any]:
    estimate = {"mean": mean, "low": sides[0], "high": sides[1]}
    today = {"value": 0.88, "low": 0.86, "high": 0.9, "n": 1200}
    return {"estimate": estimate, "bounds": [{"delta": 0.05, "posterior": bound}], "today": today, **more}


@pytest.mark.parametrize(
    ("part", "measure", "words"),
    [
        (
            found(0.84, (0.82, 0.86), 0.78),
            "accuracy",
            "accuracy: expect 84 of 100 [82, 86] over all mixes; in 95 of 100 mixes it stays above 78 "
            "(today 88 [86, 90])",
        ),
        (
            found(0.842, (0.836, 0.848), 0.781),
            "macro_f1",
            "macro F1: expect 84.2 of 100 [83.6, 84.8] over all mixes; in 95 of 100 mixes it stays above 78.1 "
            "(today 88.0 [86.0, 90.0])",
        ),
        (
            found(0.41, (0.39, 0.44), 0.55, loss=True),
            "log_loss",
            "log loss: expect 0.41 [0.39, 0.44] over all mixes; in 95 of 100 mixes it stays below 0.55 "
            "(today 0.88 [0.86, 0.90])",
        ),
        (found(0.84, (None, None), None, today=None), "auc", "AUC: expect 84 of 100 over all mixes"),
        (found(None, (None, None), 0.7), "auc", ""),
    ],
)
def test_the_headline_has_expectation_bound_and_today(part: dict[str, Any], measure: str, words: str) -> None:
    assert headline(part, measure, 0.05) == words


def sentences(change: dict[str, Any] | None = None, **more: Any) -> tuple[str, ...]:
    result = EXAMPLES["one_method"]()
    part = result["methods"]["svm"]["measures"]["accuracy"]
    part["estimate"]["mean"], part["today"]["value"] = 0.84, 0.88
    part["bounds"][1] |= {"normal": 0.802, "exact": 0.793, "optimism": 0.009}
    part |= change or {}
    result["methods"]["svm"] |= more
    return answers(result)[0].sentences


def test_what_today_hides_what_is_optimistic_and_what_to_fear() -> None:
    worst = {"value": 0.61, "low": 0.54, "high": 0.68, "n": 30}
    moves = [{"subclass": "space", "before": 0.26, "after": 0.01}, {"subclass": "crypt", "before": 0.1, "after": 0.35}]
    stress = [
        {"radius": 0.1, "value": 0.8, "drop": 0.08, "careful": 0.7, "noise": 0.02, "moves": []},
        {"radius": 0.25, "value": 0.71, "drop": 0.17, "careful": 0.65, "noise": 0.03, "moves": moves},
    ]
    levels = EXAMPLES["one_method"]()["methods"]["svm"]["measures"]["accuracy"]["by_cluster"]
    assert sentences({"by_cluster": [*levels[:7], worst], "stress": stress}) == (
        "Today’s score is 4.0 points better than the average over mixes: its strong subclasses happen to be large "
        "today (n = 1,200).",
        "The normal law is optimistic by 0.9 points here: it promises 80.2, the exact law 79.3; the bound above is the "
        "posterior one, which also counts that items are few.",
        "Weakest subclass: hardware prices with 61.0 [54.0, 68.0] (n = 30, 2% of today’s mix).",
        "If a quarter of the mix moves to crypt, it falls to 71.0 (17.0 points worse); noise alone would give "
        "3.0 points.",
    )


def test_a_score_of_today_may_also_be_like_the_average_or_worse() -> None:
    """The se of the estimate is .009: up to 1.8 points are no more than chance."""
    assert sentences({"today": {"value": 0.857, "n": 1200}})[0] == (
        "Today’s score is 1.7 points better than the average over mixes, which may be chance (n = 1,200)."
    )
    assert "4.0 points worse than the average over mixes: its weak" in sentences({"today": {"value": 0.8, "n": 9}})[0]


def test_a_loss_gets_worse_by_rising() -> None:
    said = " ".join(answers(EXAMPLES["by_log_loss"]())[0].sentences)
    assert "it rises to 0." in said
    assert "points" not in said


def test_silence_and_failures_are_said() -> None:
    said = sentences(answered=1196, failures=["out of memory", "out of memory"])
    assert said[-2:] == ("4 of 1,200 documents not answered.", "2 failures; see Warnings.")
    broken = answers(EXAMPLES["undefined"]())[1]
    assert broken.headline == "no answer: nothing could be scored (3 failures)"


def test_mixes_around_today_are_named_so() -> None:
    assert "over mixes around today’s; in 95" in answers(EXAMPLES["of_problems"]())[0].headline


def test_the_subclass_to_fear_is_the_one_that_grows_most() -> None:
    assert feared_in({"moves": [{"subclass": "a", "before": 0.2, "after": 0.1}]}) == ""


def test_without_methods_backtest_and_experiment_answer() -> None:
    told = {answer.method: answer for answer in answers(EXAMPLES["backtest_only"]())}
    assert told["svm"].headline == "accuracy: 5 of 6 later periods stayed above the bound (risk 5%)"
    assert told["svm"].sentences == (
        "Below the bound, but within the luck of so small a sample: 1992-11 to 1992-12 → 1993-05.",
    )
    assert told["bayes"].sentences == ("Fell through: 1992-11 to 1992-12 → 1993-05.",)
    assert told["heuristic"].headline.startswith("1.31 points from the estimate (1.7% of it)")
    assert told["heuristic"].sentences == ("The three rules choose the same classifier in 24 of 30 cases.",)


def selection(**more: Any) -> dict[str, Any]:
    rankings = {"today": ["m2", "m1"], "estimate": ["m2", "m1"], "heuristic": ["m2", "m1"], "bound": ["m1", "m2"]}
    one = {
        "measure": "accuracy",
        "delta": 0.05,
        "rankings": rankings,
        "chances": {"m1": 0.38, "m2": 0.62},
        "lead": 0.012,
        "lead_low": 0.003,
        "lead_high": 0.021,
        "flips": [{"above": "m2", "below": "m1", "delta": 0.1587}],
        "agree": False,
    }
    methods = {name: {"measures": {"accuracy": _part(*values)}}
               for name, values in {"m1": (0.88, 0.85), "m2": (0.9, 0.83)}.items()}  # fmt: skip
    return {"settings": {"measure": "accuracy", "delta": 0.05}, "methods": methods, "selection": [one | more]}


def _part(mean: float, bound: float) -> dict[str, Any]:
    level = {"mean": mean, "value": mean}
    bounds = [{"delta": 0.05, "posterior": bound}]
    return {"today": level, "estimate": level, "heuristic": level, "bounds": bounds}


def test_what_cannot_be_told_apart_is_not_recommended() -> None:
    """The paper's Figure 3: m1 .88/.02, m2 .90/.04 change places at .1587."""
    assert verdicts(selection(lead=-0.02, lead_low=-0.178, lead_high=0.233)) == [
        "m1 and m2 cannot be told apart on these items: on the same mixes m1 is 2.0 points worse on average (in the "
        "middle 95% of mixes 17.8 worse to 23.3 better); by the bound at a risk of 5% m1 comes first (85.0 against "
        "83.0), by the mean m2 (90.0 against 88.0).",
        "The rules do not put the same first: today’s score, the estimate and the heuristic: m2; the bound: m1.",
        "By the bound, m2 comes before m1 at risks above 15.9%, and after it below.",
        "The best of all in a draw of mix and chance: m2 in 62% and m1 in 38% of draws.",
    ]


def test_what_is_ahead_in_nearly_all_mixes_is_recommended() -> None:
    assert verdicts(selection())[0] == (
        "Take m1: by the bound of accuracy at a risk of 5% it comes before m2 (85.0 against 83.0), and on the same "
        "mixes m1 is 1.2 points better on average (in the middle 95% of mixes 0.3 to 2.1 better)."
    )


def test_the_first_by_the_bound_may_be_worse_in_nearly_all_mixes() -> None:
    said = verdicts(selection(lead=-0.012, lead_low=-0.04, lead_high=-0.002))[0]
    assert said.startswith("By the bound of accuracy at a risk of 5% m1 comes before m2 (85.0 against 83.0), but on")
    assert said.endswith("(in the middle 95% of mixes 4.0 to 0.2 worse): it is safer only in the worst mixes.")
    unsure = verdicts(selection(lead=None))[0]
    assert unsure.startswith("By the bound of accuracy")
    assert unsure.endswith("m1 comes before m2 (85.0 against 83.0); how sure that is, is not known.")


def test_guessing_is_never_recommended() -> None:
    result = selection(measure="auc")
    result["settings"]["measure"] = "auc"
    for method, low in zip(result["methods"].values(), (0.49, 0.52), strict=True):
        part = method["measures"].pop("accuracy")
        method["measures"]["auc"] = part | {"estimate": {"mean": 0.55, "se": 0.03, "low": low, "high": 0.6}}
    result["methods"]["m2"]["measures"]["auc"]["bounds"] = [{"delta": 0.05, "posterior": 0.48}]
    assert verdicts(result)[0].endswith("but it is not shown to be better than guessing (50).")
    assert [answer.sentences[0] for answer in answers(result)] == [
        "Not shown to be better than guessing (50).",
        "Not shown to be better than guessing (50) in 95 of 100 mixes.",
    ]


def test_rules_with_equals_at_the_top_agree() -> None:
    result = selection()
    result["methods"] = {
        name: {"measures": {"accuracy": _part(0.9, bound)}} for name, bound in (("m1", 0.8), ("m2", 0.7))
    }
    assert verdicts(result)[1] == (
        "Every rule puts m1 first: today’s score, the estimate, the heuristic and the bound."
    )


def test_words_that_a_name_holds_are_not_said_twice() -> None:
    result = EXAMPLES["one_method"]()
    result["clusters"][7] |= {"name": "07 key, circuit, price", "share": 0.0017}
    said = next(line for line in answers(result)[0].sentences if line.startswith("Weakest"))
    assert said.startswith("Weakest subclass: 07 key, circuit, price with ")
    assert said.endswith("(n = 30, 0.2% of today’s mix).")


def test_one_method_needs_no_choice() -> None:
    assert verdicts(EXAMPLES["one_method"]()) == []
    assert verdicts(selection(rankings={"bound": ["m1"]})) == []
