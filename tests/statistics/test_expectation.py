"""What to expect over mixes: closed forms against draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from clustered_items import attributed, subclasses
from scipy import stats

from stylobench.errors import SpecError, StylobenchError, UndefinedMetric
from stylobench.metrics.outcomes import Outcomes
from stylobench.seeds import generator
from stylobench.statistics.expectation import estimated, expected, expected_published, standard_error
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses

MIXES = [None, Mix.even(6, 4.0), Mix.around([5, 1, 1, 1, 1, 1], 30.0)]


@pytest.mark.parametrize("mix", MIXES, ids=["even", "even, alpha 4", "around"])
@pytest.mark.parametrize("name", ["accuracy", "brier", "c_at_1", "f_05_u", "auc", "overall_2021", "final_2014"])
def test_spread_over_mixes_agrees_with_draws(name: str, mix: Mix | None) -> None:
    found = expected(subclasses(), name, mix)
    chosen = Mix.even(6) if mix is None else mix
    drawn = subclasses().values(name, chosen.draw(generator(0, "mixes"), 20_000))
    # exact where the measure is linear; else the slopes at the middle, over mixes that go far from it
    assert found.sd == pytest.approx(drawn.std(), rel=0.02 if name in ("accuracy", "brier") else 0.1)
    assert found.mean == pytest.approx(drawn.mean(), abs=0.15 * float(drawn.std()))


def test_accuracy_by_hand() -> None:
    items = Outcomes.verified([True] * 8, [1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    found = expected(Subclasses.of(items, list("aaaabbbb")), "accuracy")
    assert found.mean == 0.5
    # e = (.75, .25): sum (e - mean)^2 / (k (k + 1)) = .125 / 6
    assert found.sd == pytest.approx((0.125 / 6) ** 0.5)
    one = 3.5 * 1.5 / (25 * 6)
    assert found.se == pytest.approx((2 * one / 4) ** 0.5)
    assert (found.clusters, found.items, found.how, found.left_out) == (2, 8, "heuristic", 0)


def test_small_clusters_count_as_much_as_large_ones() -> None:
    items = Outcomes.verified([True] * 12, [1.0] * 10 + [0.0] * 2)
    found = Subclasses.of(items, ["a"] * 10 + ["b"] * 2)
    assert expected(found, "accuracy").mean == 0.5
    assert expected(found, "accuracy", Mix.around(found.shares, 5.0)).mean == pytest.approx(10 / 12)


@pytest.mark.parametrize("name", ["accuracy", "macro_f1", "log_loss", "precision", "recall", "f"])
def test_attribution_agrees_with_its_estimate(name: str) -> None:
    closed, drawn = expected(attributed(), name), estimated(attributed(), name, draws=4000)
    assert drawn.values is not None
    assert closed.mean == pytest.approx(drawn.mean, abs=0.15 * drawn.sd)
    assert closed.sd < drawn.sd < closed.sd * 2.5
    assert closed.se == drawn.se > 0


def test_the_estimate_is_mixing_and_sampling() -> None:
    found = subclasses()
    each = found.each("accuracy")
    drawn = estimated(found, "accuracy", draws=20_000)
    mean = each.mean()
    mixing = expected(found, "accuracy").sd ** 2
    # the law of total variance: V(E) + E(V), V = p (1 - p) / N
    sampling = (mean * (1 - mean) - mixing) / 600
    assert drawn.sd**2 == pytest.approx(mixing + sampling, rel=0.04)
    assert drawn.mean == pytest.approx(mean, abs=0.001)


def test_the_mean_over_clusters_leaves_out_those_without_a_value() -> None:
    truth, scores = [True, True, False, False, True, False], [0.9, 0.4, 0.6, 0.2, 0.9, 0.8]
    found = expected_published(Subclasses.of(Outcomes.verified(truth, scores), list("aabbcc")), "recall")
    assert (found.mean, found.left_out, found.how) == (0.75, 1, "heuristic_published")
    assert found.sd == pytest.approx((0.125 / 6) ** 0.5)
    # pooled at equal shares: 2 of the 3 same-author items are found
    assert expected(Subclasses.of(Outcomes.verified(truth, scores), list("aabbcc")), "recall").mean == pytest.approx(
        2 / 3
    )


def test_standard_error_of_a_ratio_is_that_of_its_posterior() -> None:
    items = Outcomes.verified([True] * 40, [1.0] * 25 + [0.0] * 15)
    found = Subclasses.of(items, ["a"] * 20 + ["b"] * 20)
    # with one class recall is accuracy, whose error is known in closed form
    assert standard_error(found, "recall") == pytest.approx(standard_error(found, "accuracy"), rel=0.06)
    variances = stats.beta.var([20.5, 5.5], [0.5, 15.5])
    assert standard_error(found, "accuracy") == pytest.approx((variances.sum() / 4) ** 0.5)


def test_more_items_are_surer() -> None:
    assert expected(subclasses(6000), "auc").se == pytest.approx(expected(subclasses(600), "auc").se / 10**0.5, rel=0.3)


def test_same_stream_same_draws() -> None:
    first, second = (estimated(subclasses(), "f1_all", rng=generator(3, "again")) for _ in range(2))
    assert first.values is not None
    assert second.values is not None
    assert first.values.tolist() == second.values.tolist()


def test_a_seed_is_a_stream() -> None:
    seeds: list[Any] = [0, np.int64(0), 1, None]
    first, second, other, unnamed = (estimated(subclasses(), "accuracy", draws=50, rng=rng).mean for rng in seeds)
    assert first == second == unnamed != other
    for wrong in ("0", 0.5, True):
        with pytest.raises(StylobenchError, match=r"give a whole number or a numpy\.random\.Generator"):
            estimated(subclasses(), "accuracy", draws=50, rng=wrong)  # type: ignore[arg-type]


def test_what_has_no_value_is_refused() -> None:
    one_class = Subclasses.of(Outcomes.verified([True] * 4, [0.9, 0.1, 0.8, 0.7]), list("aabb"))
    for find in (expected, estimated, expected_published):
        with pytest.raises(UndefinedMetric, match="auc is undefined"):
            find(one_class, "auc")
    with pytest.raises(SpecError, match="no measure named 'accurracy'"):
        expected(one_class, "accurracy")
    with pytest.raises(StylobenchError, match="the mix has 3 shares and there are 2 clusters"):
        expected(one_class, "accuracy", Mix.even(3))
    with pytest.raises(StylobenchError, match="1 draws have no spread"):
        estimated(one_class, "accuracy", draws=1)
