"""What families lose from near to far: as the verifiers do one by one, and by a plain mean of their draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from protocols.leakage_worlds import small_world

from stylobench.engine.leakage import Wanted, leakage
from stylobench.engine.run import Force
from stylobench.protocols.leakage import Settings
from stylobench.protocols.leakage_evidence import leakage_evidence, on_the_same_folds
from stylobench.protocols.leakage_findings import Contrast, Estimate, Paired, PairedFold
from stylobench.protocols.leakage_paired import LEARNS_NOTHING

SMALL = Settings(topics=4, folds=2, random=0, controls=2)


def sure(value: float) -> Estimate:
    return Estimate(value, value - 0.01, value + 0.01, "author", 20, 100)


def paired(value: float, folds: str = "ab", verdict: str = "") -> Paired:
    contrast = Contrast(sure(0.5), sure(0.5), sure(value), [])
    tested = [PairedFold([topic], 50, 40, 0.9, 0.1, 0.5, 0.5) for topic in folds]
    return Paired("auc", {"auc": contrast}, "same", tested, verdict)


def test_only_those_judged_on_the_same_folds_are_averaged() -> None:
    every = {
        "all": paired(0.1), "too": paired(0.2), "some": paired(0.3, "a"), "failed": None, "silent": paired(np.nan),
        "fixed": paired(0.0, verdict=LEARNS_NOTHING),
    }  # fmt: skip
    assert list(on_the_same_folds(every)) == ["all", "too"]
    families = dict.fromkeys(every, "words") | {"too": "topic", "failed": "mixed"}
    asked: list[list[str]] = []

    def mean_loss(names: Any) -> Estimate:
        asked.append(list(names))
        return sure(0.15)

    found = leakage_evidence(every, families, mean_loss)
    assert asked == [["all"], ["too"]]
    assert [(one.family, one.methods, one.named) for one in found] == [("words", ("all",), 4), ("topic", ("too",), 1)]
    assert (found[0].value, found[0].measure, found[0].trials, found[0].unit, found[0].units) == (
        0.15, "auc", 100, "author", 20,
    )  # fmt: skip
    assert leakage_evidence({"failed": None}, {"failed": "words"}, mean_loss) == []


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    verifiers = ["char_ngrams", "char_ngrams(n=3)", "topic_fit"]
    settings, wanted = replace(SMALL, measure="auc"), Wanted(encoder="lsa(dimensions=10)")
    return leakage(small_world(), verifiers, settings, wanted, force=Force(0))


def test_a_family_of_one_is_its_verifier_to_the_bit(result: dict[str, Any]) -> None:
    alone = next(one for one in result["evidence"] if one["family"] == "topic")
    difference = result["methods"]["topic_fit"]["paired"]["measures"]["auc"]["difference"]
    assert {key: alone[key] for key in difference} == difference
    assert result["methods"]["topic_fit"]["family"] == "topic"


def test_a_family_of_two_lies_between_and_is_their_mean(result: dict[str, Any]) -> None:
    both = next(one for one in result["evidence"] if one["family"] == "characters")
    told = [result["methods"][name]["paired"]["measures"]["auc"] for name in both["methods"]]
    assert both["value"] == pytest.approx(np.mean([one["difference"]["value"] for one in told]))
    widths = [one["difference"]["high"] - one["difference"]["low"] for one in told]
    assert 0 < both["high"] - both["low"] <= max(widths) + 1e-9
    assert both["methods"] == ("char_ngrams", "char_ngrams(n=3)")
