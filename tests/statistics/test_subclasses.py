"""Clusters of items: mixes of them against items that are weighed, or drawn and scored again, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from clustered_items import attributed, resampled, subclasses, verified

from stylobench.errors import StylobenchError
from stylobench.metrics import verification
from stylobench.metrics.outcomes import Outcomes
from stylobench.metrics.verification import MEASURES
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses

COMPARED = ("accuracy", "c_at_1", "f_05_u", "precision", "recall", "auc", "brier", "overall_2021", "final_2014")


@pytest.mark.parametrize("name", MEASURES)
def test_mixes_are_weighed_items(name: str) -> None:
    truth, scores, clusters = verified()
    found = Subclasses.of(Outcomes.verified(truth, scores), clusters)
    weights = Mix.even(6, 0.5).draw(generator(0, "weights"), 5)
    for row, value in zip(weights, found.values(name, weights), strict=True):
        by_item = row[clusters] / found.sizes[clusters]
        assert value == pytest.approx(verification.measure(name)(truth, scores, by_item), abs=1e-10)


@pytest.mark.parametrize("name", MEASURES)
def test_each_cluster_is_its_items(name: str) -> None:
    truth, scores, clusters = verified()
    found = subclasses().each(name)
    for cluster in range(6):
        mine = clusters == cluster
        assert found[cluster] == pytest.approx(verification.measure(name)(truth[mine], scores[mine], None), abs=1e-10)


def test_todays_mix_is_the_items_as_they_are() -> None:
    truth, scores, _ = verified()
    found = subclasses()
    for name in MEASURES:
        assert found.values(name, found.shares[None])[0] == pytest.approx(
            verification.measure(name)(truth, scores, None)
        )


def test_clusters_of_one_class_count_with_what_they_have() -> None:
    found = Subclasses.of(Outcomes.verified([True, True, False, False], [0.9, 0.4, 0.6, 0.2]), list("aabb"))
    assert np.isnan(found.each("auc")).all()
    assert found.values("auc", np.array([[0.5, 0.5]]))[0] == 0.75
    assert found.each("recall").tolist() == pytest.approx([0.5, np.nan], nan_ok=True)
    assert found.values("recall", np.array([[0.01, 0.99]]))[0] == 0.5


def test_samples_of_mixes_are_like_items_drawn_and_scored_again() -> None:
    data, rng = verified(), generator(0, "plain")
    weights = Mix.even(6, 2.0).draw(generator(0, "mixes"), 600)
    plain = resampled(data, weights, COMPARED, rng)
    ours = subclasses().sampled(weights, 600, generator(0, "ours"))
    for name, values in zip(COMPARED, plain, strict=True):
        drawn = ours.value(name)
        assert drawn.mean() == pytest.approx(values.mean(), abs=4 * float(np.std(drawn - values)) / 600**0.5)
        # what sampling adds, the mixes being the same
        fixed = subclasses().values(name, weights)
        assert (drawn - fixed).std() == pytest.approx((values - fixed).std(), rel=0.15)


def test_samples_keep_measures_together() -> None:
    data, weights = verified(), np.full((400, 6), 1 / 6)
    plain = np.corrcoef(resampled(data, weights, ("accuracy", "brier", "auc"), generator(0, "plain")))
    drawn = subclasses().sampled(weights, 600, generator(0, "ours"))
    ours = np.corrcoef([drawn.value(name) for name in ("accuracy", "brier", "auc")])
    assert ours == pytest.approx(plain, abs=0.12)


def test_the_posterior_of_accuracy_is_beta() -> None:
    found = Subclasses.of(Outcomes.verified([True] * 9 + [False] * 4, [0.9] * 7 + [0.1] * 6), ["a"] * 9 + ["b"] * 4)
    drawn = found.posterior(np.tile([1.0, 0.0], (20_000, 1)), generator(0, "beta")).value("accuracy")
    assert drawn.mean() == pytest.approx(7.5 / 10, abs=0.004)
    assert drawn.var() == pytest.approx(7.5 * 2.5 / (100 * 11), rel=0.04)


def test_the_posterior_of_many_kinds_keeps_accuracy_beta_and_every_mean() -> None:
    found = attributed(60, 3)
    rng = generator(0, "many")
    drawn = found.posterior(np.tile([0.0, 1.0, 0.0], (20_000, 1)), rng)
    right = found.counts[1, found.outcomes.right].sum()
    a, b = right + 0.5, found.sizes[1] - right + 0.5
    values = drawn.value("accuracy")
    assert (values.mean(), values.var()) == (
        pytest.approx(a / (a + b), abs=0.003),
        pytest.approx(a * b / ((a + b) ** 2 * (a + b + 1)), rel=0.05),
    )
    expected = (found.counts + found.outcomes.prior(found.counts))[1] / (found.sizes[1] + 1)
    assert drawn.totals.mean(axis=0) == pytest.approx(expected, abs=0.004)


@pytest.mark.parametrize("name", ["auc", "brier", "f_05_u", "overall_2021"])
def test_the_posterior_is_as_wide_as_samples_of_the_same_size(name: str) -> None:
    # with many items per cluster the posterior at fixed shares and a stratified sample of them spread alike
    truth, scores, clusters = verified(3000)
    rng = generator(0, "stratified")
    members = [np.flatnonzero(clusters == cluster) for cluster in range(6)]
    sizes = np.array([len(rows) for rows in members])
    plain = []
    for _ in range(300):
        places = np.concatenate([rng.choice(rows, len(rows)) for rows in members])
        weights = 1 / sizes[clusters[places]]
        plain.append(verification.measure(name)(truth[places], scores[places], weights))
    found = subclasses(3000).posterior(np.full((4000, 6), 1 / 6), generator(0, "posterior")).value(name)
    assert found.std() == pytest.approx(np.std(plain), rel=0.15)
    assert found.mean() == pytest.approx(np.mean(plain), abs=0.3 * float(np.std(plain)))


def test_the_posterior_of_a_mean_loss_is_as_wide_as_its_standard_error() -> None:
    found = attributed(2000, 4)
    assert found.outcomes.losses is not None
    variances = [np.var(found.outcomes.losses[found.codes == i], ddof=1) / found.sizes[i] for i in range(4)]
    drawn = found.posterior(np.full((4000, 4), 0.25), generator(0, "loss")).value("log_loss")
    assert drawn.std() == pytest.approx((sum(variances) / 16) ** 0.5, rel=0.1)


def test_only_what_measures_need_is_worked_out() -> None:
    found = subclasses()
    drawn = found.sampled(np.full((3, 6), 1 / 6), 50, generator(0, "few"), measures=("accuracy", "recall"))
    assert (drawn.loss, drawn.auc) == (None, None)
    assert "concordance" not in vars(found)


def test_the_order_of_items_changes_nothing() -> None:
    truth, scores, clusters = verified()
    order = generator(0, "order").permutation(len(truth))
    first, second = (
        Subclasses.of(Outcomes.verified(truth[rows], scores[rows]), clusters[rows])
        for rows in (np.arange(len(truth)), order)
    )
    weights = Mix.even(6).draw(generator(0, "weights"), 50)
    for name in MEASURES:
        values = [each.posterior(weights, generator(0, "same")).value(name) for each in (first, second)]
        assert values[0] == pytest.approx(values[1], abs=1e-12)


def test_labels_of_any_kind() -> None:
    items = Outcomes.verified([True, False, True], [0.9, 0.1, 0.2])
    by_name = [
        Subclasses.of(items, labels).names for labels in (["x", "y", "x"], [10, 9, 10], np.array([True, False, True]))
    ]
    assert by_name == [("x", "y"), ("9", "10"), ("False", "True")]


@pytest.mark.parametrize(
    ("labels", "line"),
    [
        (["a", "a", "a"], r"all 3 items are in one cluster \(a\); a mix needs at least 2"),
        (["a", "b"], "3 items and 2 clusters; give one cluster per item"),
        ([1.0, float("nan"), 2.0], "clusters hold no label for item 1; give every item one"),
        (["a", None, "b"], "clusters hold no label for item 1"),
    ],
)
def test_clusters_that_cannot_be_meant_are_refused(labels: list[Any], line: str) -> None:
    with pytest.raises(StylobenchError, match=line):
        Subclasses.of(Outcomes.verified([True, False, True], [0.9, 0.1, 0.2]), labels)


def test_no_items_are_refused() -> None:
    with pytest.raises(StylobenchError, match="there is no item"):
        Subclasses.of(Outcomes.verified([], []), [])
