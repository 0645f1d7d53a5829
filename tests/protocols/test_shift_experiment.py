import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stylobench.errors import SplitError, UndefinedMetric
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_experiment import ExperimentSettings, Sampled, experiment, samples
from stylobench.records import Split


@given(st.integers(2, 30), st.integers(2, 30), st.integers(0, 5))
def test_samples_halve_every_class(first, second, seed):
    classes = np.array(["a"] * first + ["b"] * second)
    for split in samples(classes, count=3, seed=seed):
        assert sorted([*split.train, *split.test]) == list(range(first + second))
        for name, size in (("a", first), ("b", second)):
            assert abs((classes[split.train] == name).sum() - size / 2) <= 0.5


def test_samples_differ_and_depend_on_the_seed_alone():
    classes = ["a", "b"] * 50
    one, same, other = (samples(classes, 4, seed=seed) for seed in (0, 0, 1))
    assert [split.digest for split in one] == [split.digest for split in same]
    assert len({split.digest for split in one + other}) == 8


@pytest.mark.parametrize(
    ("classes", "share", "said"),
    [
        (["a", "a"], 0.5, "two classes or more"),
        (["a", "a", "b"], 0.5, "two documents"),
        (["a"] * 4, 1.0, "between 0 and 1"),
    ],
)
def test_samples_that_cannot_be_drawn(classes, share, said):
    with pytest.raises(SplitError, match=said):
        samples(classes, 2, share)


def sampled(number, wrong):
    """Three clusters of 40, 40 and 20 documents, half of each class; the first so many of each cluster and class are
    answered wrongly.
    """
    truth, named, clusters = [], [], []
    for cluster, (size, missed) in enumerate(zip((20, 20, 10), wrong, strict=True)):
        for this, other in (("yes", "no"), ("no", "yes")):
            truth += [this] * size
            named += [other] * missed + [this] * (size - missed)
            clusters += [cluster] * size
    split = Split(f"sample/{number}", np.arange(7), np.arange(7, 107), "a random half")
    return split, np.array(clusters), Outcomes.attributed(truth, named, positive="yes")


def world(plans):
    """Samples from the wrong answers of each classifier, sample by sample."""
    count = len(next(iter(plans.values())))
    made = []
    for number in range(count):
        parts = {name: sampled(number, plan[number]) for name, plan in plans.items()}
        split, clusters, _ = next(iter(parts.values()))
        made.append(Sampled(split, clusters, {name: part[2] for name, part in parts.items()}))
    return made


STEADY = [(4, 4, 2)] * 3
RISKY = [(0, 0, 6)] * 3


def test_a_hand_worked_sample():
    found = experiment(world({"risky": RISKY}), ExperimentSettings(measures=("accuracy",)))
    (row,) = found.rows
    assert (found.samples, found.train, found.test, found.clusters) == (3, 7, 100, 3)
    assert found.classes == ["no", "yes"]
    assert row.today == pytest.approx(0.88)
    assert row.heuristic == pytest.approx((1 + 1 + 0.4) / 3)
    assert row.estimate == pytest.approx(0.8, abs=0.03)
    # sd of Dirichlet(1, 1, 1) mixes of 1, 1 and 0.4: sqrt((2 * 0.2**2 + 0.4**2) / (3 * 4)), and some for sampling
    assert row.estimate - row.bound == pytest.approx(2 * (0.24 / 12 + 0.8 * 0.2 / 100) ** 0.5, abs=0.04)
    assert row.approximation == pytest.approx(found.approximation)
    assert 0 <= row.approximation_low <= row.approximation <= row.approximation_high
    assert row.relative == pytest.approx(row.approximation / row.estimate, rel=0.1)


def test_alpha_and_delta_are_those_that_were_asked_for():
    usual, tight = (
        experiment(world({"risky": RISKY}), ExperimentSettings(measures=("accuracy",), delta=0.05, alpha=alpha)).rows[0]
        for alpha in (1.0, 50.0)
    )
    # sd over Dirichlet mixes goes with 1 / sqrt(a0 + 1), and some for sampling
    for row, total in ((usual, 3), (tight, 150)):
        sd = (0.24 / 3 / (total + 1) + 0.8 * 0.2 / 100) ** 0.5
        assert row.estimate - row.bound == pytest.approx(1.6449 * sd, rel=0.12)


def test_many_draws_are_no_trouble_for_shapiro():
    settings = ExperimentSettings(measures=("accuracy",), draws=6000)
    assert 0.9 < experiment(world({"risky": RISKY}), settings).rows[0].shapiro_w < 1


def test_rules_choose_and_may_differ():
    plans = {"risky": RISKY, "steady": STEADY}
    found = experiment(world(plans), ExperimentSettings(measures=("accuracy", "recall")))
    accuracy = found.choices[0]
    # both have the heuristic .8; the bound prefers the one whose clusters are equal
    assert accuracy.bound == "steady"
    assert accuracy.samples == 3
    better = {"good": [(1, 1, 1)] * 3, "bad": [(9, 9, 4)] * 3}
    sure = experiment(world(better), ExperimentSettings(measures=("accuracy", "recall")))
    assert [(one.heuristic, one.estimate, one.bound, one.agreed) for one in sure.choices] == [("good",) * 3 + (3,)] * 2


def test_the_heuristic_as_published_is_the_mean_over_clusters():
    truth = ["yes"] * 50 + ["no"] * 50 + ["yes"] * 2 + ["no"] * 38
    named = ["yes"] * 45 + ["no"] * 5 + ["yes"] * 5 + ["no"] * 45 + ["yes"] * 1 + ["no"] * 1 + ["yes"] * 1 + ["no"] * 37
    clusters = np.array([0] * 100 + [1] * 40)
    split = Split("sample/1", np.arange(2), np.arange(2, 142), "")
    made = [Sampled(split, clusters, {"m": Outcomes.attributed(truth, named, positive="yes")})]
    row = experiment(made, ExperimentSettings(measures=("precision",))).rows[0]
    assert row.heuristic == pytest.approx((0.45 + 0.025) / (0.5 + 0.05))
    assert row.heuristic_published == pytest.approx((0.9 + 0.5) / 2)
    assert row.approximation_published > 4 * row.approximation
    assert row.approximation_low is None


def test_a_classifier_without_answers_in_a_sample_is_judged_by_the_others():
    made = world({"a": [(1, 1, 1), (3, 3, 3)], "b": [(2, 2, 2), (2, 2, 2)]})
    made[1] = Sampled(made[1].split, made[1].clusters, {"b": made[1].outcomes["b"]})
    found = experiment(made, ExperimentSettings(measures=("accuracy",)))
    assert found.rows[0].today == pytest.approx(0.94)
    assert found.choices[0].heuristic == "a"


def test_draws_are_the_same_every_time():
    made = world({"risky": RISKY})
    assert experiment(made, ExperimentSettings()) == experiment(made, ExperimentSettings())


def test_shapiro_is_run_on_trimmed_draws():
    found = experiment(world({"risky": RISKY}), ExperimentSettings(measures=("accuracy",)))
    row = found.rows[0]
    assert 0.9 < row.shapiro_w < 1
    assert row.shapiro_p < 0.05
    assert stats.norm.ppf(1 - found.delta) == pytest.approx(2, abs=1e-3)


def test_a_measure_without_a_value_is_none_and_no_answers_at_all_are_refused():
    truth, clusters = ["yes"] * 3 + ["no"] * 17, np.arange(20) % 2
    split = Split("sample/1", np.arange(2), np.arange(2, 22), "")
    made = Sampled(split, clusters, {"m": Outcomes.attributed(truth, ["no"] * 20, positive="yes")})
    precision, recall = experiment([made], ExperimentSettings(measures=("precision", "recall"))).rows
    assert (precision.today, precision.estimate, precision.shapiro_w) == (None, None, None)
    assert (recall.heuristic, recall.estimate, recall.relative) == (0.0, 0.0, None)
    with pytest.raises(UndefinedMetric, match="no classifier answered"):
        experiment([Sampled(split, clusters, {})], ExperimentSettings())
