"""Bounds over mixes: laws against draws, against worlds whose truth is known, and against each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from clustered_items import attributed, subclasses, verified
from scipy import stats

from stylobench.errors import SpecError, StylobenchError
from stylobench.metrics.outcomes import Outcomes
from stylobench.metrics.verification import MEASURES
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import above
from stylobench.statistics.shift import (
    Expectation,
    bound,
    bounds,
    estimate,
    expected,
    heuristic,
    heuristic_published,
    how_exact,
    posterior_draws,
    published_bound,
)
from stylobench.statistics.subclasses import Subclasses

DELTAS = [0.01, 0.05, 0.2, 0.5]


@pytest.mark.parametrize("name", MEASURES)
def test_the_exact_law_is_that_of_draws(name: str) -> None:
    found = subclasses()
    drawn = found.values(name, Mix.even(6).draw(generator(9, "other draws"), 40_000))
    low = bounds(expected(found, name), DELTAS, "exact")
    assert [(drawn <= value).mean() for value in low] == pytest.approx(DELTAS, abs=0.011)


@pytest.mark.parametrize("name", ["precision", "recall", "f", "macro_f1"])
def test_the_exact_law_of_attribution_is_that_of_draws(name: str) -> None:
    found, mix = attributed(), Mix.around([3, 2, 1, 1, 1], 6.0)
    drawn = found.values(name, mix.draw(generator(9, "other draws"), 40_000))
    low = bounds(expected(found, name, mix), DELTAS, "exact")
    assert [(drawn <= value).mean() for value in low] == pytest.approx(DELTAS, abs=0.011)


def test_how_the_exact_law_is_found() -> None:
    ways = {name: how_exact(subclasses(), name) for name in MEASURES}
    assert {name for name, way in ways.items() if way == "draws"} == {
        "auc", "c_at_1", "final_2014", "overall_2020", "overall_2021", "overall_2025",
    }  # fmt: skip


def test_a_loss_is_bounded_from_above() -> None:
    found = expected(attributed(), "log_loss")
    for law in ("posterior", "exact", "normal"):
        surer, unsure = bounds(found, [0.05, 0.4], law)
        assert surer > unsure > found.mean
    drawn = attributed().values("log_loss", Mix.even(5).draw(generator(9, "loss"), 40_000))
    assert (drawn >= bound(found, 0.05, "exact")).mean() == pytest.approx(0.05, abs=0.005)


def test_laws_agree_where_clusters_are_large_and_many() -> None:
    found = expected(subclasses(200_000, 40), "accuracy")
    posterior, exact, normal = (bound(found, 0.05, law) for law in ("posterior", "exact", "normal"))
    assert posterior == pytest.approx(exact, abs=0.003)
    assert normal == pytest.approx(exact, abs=0.003)


def test_few_items_push_the_posterior_bound_down() -> None:
    small, large = (expected(subclasses(items), "accuracy") for items in (120, 12_000))
    gaps = [bound(found, 0.05, "exact") - bound(found, 0.05) for found in (small, large)]
    assert gaps[0] > 0.015 > 0.005 > gaps[1] > -0.002


def test_a_future_sample_may_fall_lower_than_its_mix() -> None:
    found = expected(subclasses(), "f_05_u")
    mix, large, small = (bounds(found, [0.05], size=size)[0] for size in (None, 100_000, 50))
    assert mix == pytest.approx(large, abs=0.003)
    assert small < mix - 0.02


def test_methods_meet_the_same_mixes() -> None:
    truth, _, clusters = verified()
    perfect = Subclasses.of(Outcomes.verified(truth, truth.astype(float)), clusters)
    first, second = posterior_draws(subclasses()), posterior_draws(perfect)
    # what is drawn of prevalence follows the mix, whatever the method says
    same = [draws.totals[:, [0, 2, 4]].sum(axis=1) for draws in (first, second)]
    assert np.corrcoef(same)[0, 1] > 0.85
    other = posterior_draws(perfect, seed=1).totals[:, [0, 2, 4]].sum(axis=1)
    assert abs(np.corrcoef(same[0], other)[0, 1]) < 0.05


def test_methods_with_equal_counts_have_contents_of_their_own() -> None:
    found, mix = attributed(300), Mix.even(5)
    first, second, unnamed = (posterior_draws(found, mix, 500, name=name).value("accuracy") for name in ("a", "b", ""))
    assert not np.isin(first, second).any()
    assert unnamed.tolist() == posterior_draws(found, mix, 500).value("accuracy").tolist()
    # where a cluster is one kind only, what is drawn of it tells the mix
    truth, clusters = np.repeat(["a", "b"], 40_000), np.repeat(["x", "y"], 40_000)
    sure = Subclasses.of(Outcomes.attributed(truth, truth), clusters)
    mixes = [posterior_draws(sure, draws=500, name=name).totals[:, :2].sum(axis=1) for name in ("a", "b")]
    assert mixes[0] == pytest.approx(mixes[1], abs=0.001)
    assert np.std(mixes[0]) > 0.2


def test_many_rare_classes_do_not_lift_the_posterior_bound() -> None:
    rng = generator(0, "rare classes")
    shares = 1 / np.arange(1, 61) ** 1.5
    true = rng.choice(60, 900, p=shares / shares.sum())
    said = np.where(rng.random(900) < 0.6, true, rng.choice(60, 900, p=shares / shares.sum()))
    found = heuristic([f"c{i:02d}" for i in true], [f"c{i:02d}" for i in said], rng.integers(0, 20, 900), "macro_f1")
    assert bound(found, 0.5) <= found.mean
    assert bound(found, 0.05) < min(found.mean - 0.02, bound(found, 0.5) - 0.02)


def test_the_estimate_has_the_bounds_of_its_clusters() -> None:
    truth, scores, clusters = verified()
    drawn, closed = estimate(truth, scores, clusters, "recall"), heuristic(truth, scores, clusters, "recall")
    for law in ("posterior", "exact", "normal"):
        assert bound(drawn, 0.05, law) == pytest.approx(bound(closed, 0.05, law))
    assert published_bound(drawn, 0.05) == pytest.approx(drawn.mean + 1.6449 * drawn.sd, abs=1e-5)


def test_lists_and_arrays_give_the_same() -> None:
    truth, scores, clusters = verified()
    forms: list[tuple[Any, Any, Any]] = [
        (truth, scores, clusters),
        (truth.tolist(), scores.tolist(), clusters.tolist()),
        (truth.astype(int), scores, [f"cluster {i}" for i in clusters]),
    ]
    found = [bound(heuristic(*form, "auc"), 0.1) for form in forms]
    assert found[0] == found[1] == found[2]


def test_published_heuristic_of_accuracy_is_the_heuristic() -> None:
    data = verified()
    first, second = heuristic(*data), heuristic_published(*data)
    assert (first.mean, first.sd, first.se) == pytest.approx((second.mean, second.sd, second.se))


@pytest.mark.parametrize("delta", [0.0, -0.1, 0.51, 1.0, float("nan")])
def test_delta_is_above_0_and_not_above_a_half(delta: float) -> None:
    found = expected(subclasses(), "accuracy")
    for law in ("posterior", "exact", "normal"):
        with pytest.raises(StylobenchError, match=r"it must be above 0 and not above 0\.5"):
            bound(found, delta, law)
    with pytest.raises(StylobenchError, match="it must be above 0"):
        published_bound(found, delta)


def test_an_unknown_law_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpecError, match="no law named 'gaussian'; there are: posterior, exact, normal"):
        bound(expected(subclasses(), "accuracy"), 0.05, "gaussian")


def test_a_mean_without_clusters_has_the_normal_bound_only() -> None:
    alone = Expectation("accuracy", 0.9, 0.04, 0.0, 10, 1000, "heuristic")
    assert bound(alone, 0.05, "normal") == pytest.approx(0.8342, abs=5e-5)
    with pytest.raises(StylobenchError, match="only law='normal' does without"):
        bound(alone, 0.05)


def worlds(a: float, b: float, count: int = 150, k: int = 8) -> tuple[list[Floats], list[Subclasses]]:
    """Clusters with known accuracies, drawn from Beta(a, b), of which 10 to 30 documents are seen."""
    rng, truths, seen = generator(2, "worlds", str(a), str(b)), [], []
    for _ in range(count):
        truths.append(rng.beta(a, b, k))
        clusters = np.repeat(np.arange(k), rng.integers(10, 31, k))
        right = rng.random(len(clusters)) < truths[-1][clusters]
        seen.append(Subclasses.of(Outcomes.verified(np.ones(len(right), bool), right.astype(float)), clusters))
    return truths, seen


def coverage(truths: list[Floats], low: list[float]) -> tuple[float, float]:
    """How often the true accuracy of a mix lies above the bound (the mixes integrated out), and how sure that is."""
    shares = [above(truth, np.ones(len(truth)), value) for truth, value in zip(truths, low, strict=True)]
    return float(np.mean(shares)), float(np.std(shares) / len(shares) ** 0.5)


@pytest.mark.parametrize("delta", [0.05, 0.2])
def test_the_posterior_bound_keeps_its_promise_exactly_where_its_prior_holds(delta: float) -> None:
    truths, seen = worlds(0.5, 0.5)
    low = [
        float(np.quantile(posterior_draws(each, draws=2000, seed=place).value("accuracy"), delta))
        for place, each in enumerate(seen)
    ]
    share, error = coverage(truths, low)
    assert error < 0.012
    assert share == pytest.approx(1 - delta, abs=3 * error + 0.003)


def test_where_documents_are_few_the_posterior_bound_holds_and_the_exact_one_does_not() -> None:
    truths, seen = worlds(8, 2, k=5)
    found = [expected(each, "accuracy") for each in seen]
    draws = [posterior_draws(each, draws=2000, seed=place) for place, each in enumerate(seen)]
    posterior, error = coverage(truths, [float(np.quantile(each.value("accuracy"), 0.05)) for each in draws])
    exact, wider = coverage(truths, [bound(each, 0.05, "exact") for each in found])
    assert posterior - 3 * error > 0.95
    assert exact + 3 * wider < 0.95


@pytest.mark.parametrize("name", ["precision", "auc", "brier"])
def test_bounds_of_other_measures_hold_where_documents_are_few(name: str) -> None:
    rng, k, held, exact_held = generator(5, "ratio worlds", name), 6, [], []
    for world in range(80):
        prevalence, skill = rng.beta(5, 5, k), rng.uniform(0.3, 2.5, k)

        def items(sizes: Any, prevalence: Floats = prevalence, skill: Floats = skill) -> tuple[Any, Any, Any]:
            clusters = np.repeat(np.arange(k), sizes)
            truth = rng.random(len(clusters)) < prevalence[clusters]
            scores = stats.norm.cdf(rng.normal(skill[clusters] * (truth - 0.5), 1))
            return truth, scores, clusters

        def prepared(data: tuple[Any, Any, Any]) -> Subclasses:
            return Subclasses.of(Outcomes.verified(data[0], data[1]), data[2])

        seen, real = prepared(items(rng.integers(15, 30, k))), prepared(items(np.full(k, 4000)))
        truth = real.values(name, Mix.even(k).draw(rng, 300))
        low = float(np.quantile(posterior_draws(seen, draws=2000, seed=world).value(name), 0.1))
        held.append((truth > low).mean())
        exact_held.append((truth > np.quantile(seen.values(name, Mix.even(k).draw(rng, 2000)), 0.1)).mean())
    error = float(np.std(held) / len(held) ** 0.5)
    assert np.mean(held) > 0.9 - 2.5 * error
    assert np.mean(exact_held) < 0.9 - 2 * error
    assert np.mean(held) > np.mean(exact_held) + 0.02
