"""Which obfuscator hides best, in sentences."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.attack.verdicts import verdict, verdicts

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_attack.py"))["EXAMPLES"]


def test_the_best_hider_stands_first_with_the_worst_case_beside_the_average() -> None:
    lines = verdicts(EXAMPLES["five_methods"]())
    assert [line.split(":")[0] for line in lines[:3]] == ["mediocrity", "round_trip", "synonyms"]
    assert lines[0] == (
        "mediocrity: 38 of 100 [32, 44] missed on average over 5 methods on pan15; 34 of 100 [28, 40] over the 4 worth "
        "attacking; ppm still recognises most: 60.2% [52.2, 68.2] of 100 "
        "same-author problems"
    )
    assert lines[3].startswith("mediocrity minus synonyms: 35 points [28, 42], Holm p = .002 (60 blocks): ")


def test_small_sets_are_shown_in_the_order_of_the_run_and_not_ranked() -> None:
    result = EXAMPLES["small_only"]()
    result["averages"].reverse()
    lines = verdicts(result)
    assert [line.split(":")[0] for line in lines[:2]] == ["synonyms", "mediocrity"]
    assert lines[2] == "pan13 has 14 same-author problems: too few to rank obfuscators"


@pytest.mark.parametrize(
    ("difference", "p", "told"),
    [
        ((0.2, 0.1, 0.3), 0.01, "a hides better"),
        ((-0.2, -0.3, -0.1), 0.01, "b hides better"),
        ((0.2, -0.1, 0.5), 0.01, "no difference shown"),
        ((0.2, 0.1, 0.3), 0.05, "no difference shown"),
        ((0.2, None, None), 0.01, "no difference shown"),
        ((0.2, 0.1, 0.3), None, "no verdict"),
    ],
)
def test_test_and_interval_must_agree(difference: tuple[Any, Any, Any], p: float | None, told: str) -> None:
    apart = dict(zip(("value", "low", "high"), difference, strict=True))
    assert verdict({"first": "a", "second": "b", "difference": apart, "p_holm": p}) == told


def test_nothing_is_said_where_nothing_was_found() -> None:
    assert verdicts(EXAMPLES["nothing_found"]()) == []


def test_attributors_recognise_documents_and_judged_ones_are_counted() -> None:
    result = EXAMPLES["small_only"]()
    for one in result["cells"]:
        one |= {"same": 1, "ranks": {"candidates": 9}}
    line = verdicts(result)[0]
    assert line.startswith("mediocrity: 39 of 100 missed on average over 2 methods (1 of 14 judged); 36 of 100 over")
    assert line.endswith(" of 1 document")


def test_an_average_that_is_not_above_0_keeps_its_sign() -> None:
    result = EXAMPLES["small_only"]()
    result["averages"][0]["impact"] = {"value": -0.33, "low": -0.81, "high": 0.14}
    assert verdicts(result)[0].startswith("mediocrity: impact −33 of 100 [−81, 14] on average over 2 methods")
