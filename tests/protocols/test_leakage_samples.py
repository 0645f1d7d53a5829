from __future__ import annotations

import numpy as np
import pytest

from stylobench.protocols.leakage_samples import Folds, held_against, ranking_findings, with_verdicts

RANDOM = [0.80 + 0.001 * number for number in range(20)]


def folds(hits: list[float | None], random: list[float] = RANDOM) -> Folds:
    samples: Folds = {"hits": {"auc": hits}}
    for number, value in enumerate(random):
        samples[f"random-{number:02d}"] = {"auc": [value] * len(hits)}
    return {name: {**{m: [None] for m in OTHERS}, **one} for name, one in samples.items()}


OTHERS = ("c_at_1", "f_05_u", "f1_answered", "brier", "overall_2020")


def verdict(hits: list[float | None], random: list[float] = RANDOM) -> str:
    return with_verdicts({"mine": held_against(folds(hits, random))})["mine"]["auc"].verdict


def test_the_sign_is_kept_and_the_published_one_stands_beside() -> None:
    one = held_against(folds([0.70, 0.72]))["auc"]
    assert one.hits == pytest.approx(0.71)
    assert one.difference == pytest.approx(0.71 - np.mean(RANDOM))
    assert one.diff_published == pytest.approx(np.mean(RANDOM) - 0.71)
    assert one.rank_p == pytest.approx(1 / 21)


@pytest.mark.parametrize(
    ("hits", "random", "said"),
    [
        ([0.70, 0.70], RANDOM, "lower on the HITS sample"),
        ([0.90, 0.90], RANDOM, "higher on the HITS sample"),
        ([0.81, 0.81], RANDOM, "no difference shown"),
        ([0.70, 0.70], RANDOM[:5], "no verdict from 5 random samples; it takes 19"),
        ([0.60, 0.60], [1.0] * 20, "lower on the HITS sample"),
        ([0.80, 0.80], [0.80] * 20, "no verdict: every sample gives the same value"),
        ([0.90, None], RANDOM, "no verdict: the measure is undefined in too many folds"),
    ],
)
def test_words_of_verdict(hits: list[float | None], random: list[float], said: str) -> None:
    assert verdict(hits, random) == said


def test_many_verifiers_raise_the_bar() -> None:
    spread = [0.80 + 0.01 * (number % 5) for number in range(20)]
    alone = with_verdicts({"mine": held_against(folds([0.785, 0.785], spread))})["mine"]["auc"]
    many = with_verdicts({str(n): held_against(folds([0.785, 0.785], spread)) for n in range(10)})["0"]["auc"]
    assert alone.p == alone.p_holm
    assert alone.p is not None
    assert many.p_holm == pytest.approx(min(1, 10 * alone.p))


def test_rankings_need_every_verifier_in_a_fold() -> None:
    class Sample:
        name = "hits"

    first: Folds = {"hits": {"auc": [0.9, 0.8, None, 0.9]} | {m: [None] * 4 for m in OTHERS}}
    second: Folds = {"hits": {"auc": [0.7, 0.9, 0.8, 0.6]} | {m: [None] * 4 for m in OTHERS}}
    (row,) = ranking_findings({"a": first, "b": second}, [Sample()])["auc"]  # type: ignore[list-item]
    assert row.folds == 3
    assert row.stability == pytest.approx(-1 / 3)
    assert row.ranks["a"].wins == 2
    assert ranking_findings({"a": first, "b": second}, [Sample()])["brier"] == []  # type: ignore[list-item]
