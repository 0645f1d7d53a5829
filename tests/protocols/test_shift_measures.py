"""One method on three subclasses, against numbers worked out by hand and plain simulations."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from protocols.hand_made_answers import RIGHT, answered
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_findings import Bound, MeasureFindings
from stylobench.protocols.shift_measures import DELTAS, Asked, Moving, at_k, measured
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses

SURE = 0.01
LABELS = [name for name, (_, n) in RIGHT.items() for _ in range(n)]
ASKED = Asked(DELTAS, (0.1, 0.25, 0.5, 1.0))
GOOD, SIZES = (np.array(column) for column in zip(*RIGHT.values(), strict=True))


def moving(outcomes: Outcomes, labels: list[str] | None = None, mix: Mix | None = None) -> Moving:
    subclasses = Subclasses.of(outcomes, labels or LABELS)
    return Moving(subclasses, mix or Mix.even(len(subclasses)), 1000, 0)


@pytest.fixture(scope="module")
def ours() -> Moving:
    return moving(answered().outcomes)


@pytest.fixture(scope="module")
def found(ours: Moving) -> MeasureFindings:
    return measured(ours, "accuracy", ASKED, headline=True)


def at(found: MeasureFindings, delta: float) -> Bound:
    return next(one for one in found.bounds if one.delta == delta)


def simulated(draws: int = 200_000) -> tuple[np.ndarray, np.ndarray]:
    """Mixes of what the subclasses may be, and scores of samples of 40 items from them, item by item."""
    rng = np.random.default_rng(8)
    weights = rng.dirichlet(np.ones(3), draws)
    levels = rng.beta(GOOD + 0.5, SIZES - GOOD + 0.5, (draws, 3))
    mixed = (weights * levels).sum(axis=1)
    return mixed, rng.binomial(40, mixed) / 40


def test_the_heuristic_is_the_plain_mean_with_the_spread_in_closed_form(found: MeasureFindings) -> None:
    assert found.heuristic.mean == pytest.approx(1.6 / 3)
    # ((.9 - .5333)^2 + (.5 - .5333)^2 + (.2 - .5333)^2) / (3 * 4)
    assert found.heuristic.sd == pytest.approx((0.2466667 / 12) ** 0.5, abs=1e-6)
    variances = stats.beta.var(GOOD + 0.5, SIZES - GOOD + 0.5)
    se = float(variances.sum() ** 0.5 / 3)
    assert found.heuristic.se == pytest.approx(se)
    assert found.heuristic.low == pytest.approx(1.6 / 3 - 1.959964 * se)
    assert found.heuristic.high == pytest.approx(1.6 / 3 + 1.959964 * se)
    assert found.heuristic_published == pytest.approx(1.6 / 3)
    assert found.left_out == 0
    assert not found.loss


def test_today_and_the_subclasses_are_what_was_counted(found: MeasureFindings) -> None:
    assert found.today.value == pytest.approx(21 / 40)
    assert found.today.n == 40
    assert [level.value for level in found.by_cluster] == pytest.approx([0.9, 0.5, 0.2])
    assert [level.n for level in found.by_cluster] == [10, 20, 10]
    for level, good, size in zip(found.by_cluster, GOOD, SIZES, strict=True):
        jeffreys = stats.beta.ppf([0.025, 0.975], good + 0.5, size - good + 0.5)
        assert [level.low, level.high] == pytest.approx(jeffreys.tolist(), abs=0.03)


def test_the_estimate_has_the_mean_of_the_heuristic_and_the_noise_of_sampling_on_top(found: MeasureFindings) -> None:
    mean, sd = found.estimate.mean, found.estimate.sd
    assert mean is not None
    assert sd is not None
    # Var(mix) + E[x (1 - x)] / 40, with E[x^2] = Var(mix) + mean^2
    spread = 0.2466667 / 12
    whole = spread + (1.6 / 3 - spread - (1.6 / 3) ** 2) / 40
    assert mean == pytest.approx(1.6 / 3, abs=4 * whole**0.5 / 1000**0.5)
    assert sd == pytest.approx(whole**0.5, rel=0.1)
    assert found.approximation == pytest.approx(abs(1.6 / 3 - mean))
    assert found.relative == pytest.approx(abs(1.6 / 3 - mean) / mean)


def test_exact_bounds_are_those_of_the_triangle_law_and_normal_ones_those_of_the_bell(found: MeasureFindings) -> None:
    # P(X <= x) = (x - .2)^2 / (.3 * .7) below .5, and 1 - (.9 - x)^2 / (.4 * .7) above
    assert at(found, 0.05).exact == pytest.approx(0.2 + (0.05 * 0.21) ** 0.5, abs=1e-6)
    assert at(found, 0.5).exact == pytest.approx(0.9 - (0.5 * 0.28) ** 0.5, abs=1e-6)
    assert at(found, 0.05).normal == pytest.approx(1.6 / 3 - 1.6448536 * (0.2466667 / 12) ** 0.5, abs=1e-6)
    assert at(found, 0.5).normal == pytest.approx(1.6 / 3)
    for one in found.bounds:
        assert one.normal is not None
        assert one.exact is not None
        assert one.optimism == pytest.approx(one.normal - one.exact)
    optimism = at(found, 0.5).optimism
    assert optimism is not None
    assert optimism > 0


def test_posterior_and_future_bounds_agree_with_a_plain_simulation(found: MeasureFindings) -> None:
    mixed, scored = simulated()
    assert [one.posterior for one in found.bounds] == pytest.approx(np.quantile(mixed, DELTAS).tolist(), abs=SURE)
    assert [one.future for one in found.bounds] == pytest.approx(np.quantile(scored, DELTAS).tolist(), abs=0.026)


def test_published_bounds_lie_on_the_wrong_side(found: MeasureFindings) -> None:
    mean, sd = found.estimate.mean, found.estimate.sd
    assert mean is not None
    assert sd is not None
    assert at(found, 0.05).published == pytest.approx(mean + 1.6448536 * sd, abs=1e-6)


def test_a_smaller_share_of_failures_means_a_lower_bound(found: MeasureFindings) -> None:
    for law in ("posterior", "exact", "normal", "future"):
        for bounds in (found.bounds, found.curve):
            told = [getattr(one, law) for one in bounds]
            assert told == sorted(told)
    assert [one.delta for one in found.bounds] == list(DELTAS)
    assert [one.delta for one in found.curve][-1] == pytest.approx(0.5)


def test_the_spread_has_201_quantiles_in_order_and_the_moments_of_the_mixing(found: MeasureFindings) -> None:
    for quantiles in (found.spread.posterior, found.spread.mixing):
        assert len(quantiles) == 201
        assert quantiles == sorted(quantiles)
    assert found.spread.mixing[0] >= 0.2
    assert found.spread.mixing[-1] <= 0.9
    assert found.spread.mixing[100] == pytest.approx(0.9 - 0.14**0.5, abs=SURE)
    assert found.spread.posterior[10] == pytest.approx(at(found, 0.05).posterior)
    weights = np.random.default_rng(3).dirichlet(np.ones(3), 200_000) @ [0.9, 0.5, 0.2]
    assert found.spread.skew == pytest.approx(float(stats.skew(weights)), abs=0.06)
    assert found.spread.kurtosis == pytest.approx(float(stats.kurtosis(weights)), abs=0.06)
    assert found.spread.shapiro_w is not None
    assert found.spread.shapiro_w_published is not None
    assert 0.9 < found.spread.shapiro_w < 1
    assert found.spread.shapiro_w != found.spread.shapiro_w_published


def test_the_worst_mix_empties_the_best_subclass_into_the_worst(found: MeasureFindings) -> None:
    # .1, .25 of the best go; then .25 of the best and .25 of the middle; then all
    assert [one.value for one in found.stress] == pytest.approx([0.455, 0.35, 0.275, 0.2])
    assert [one.drop for one in found.stress] == pytest.approx([0.07, 0.175, 0.25, 0.325])
    quarter = {one.subclass: (one.before, one.after) for one in found.stress[1].moves}
    assert quarter == {"harbour": (0.25, pytest.approx(0.0)), "school": (0.25, pytest.approx(0.5))}
    low = stats.beta.ppf(0.05, GOOD, SIZES - GOOD + 1)
    assert found.stress[1].careful == pytest.approx(0.5 * low[1] + 0.5 * low[2])
    for one in found.stress:
        assert one.noise is not None
        assert one.value is not None
        assert one.careful is not None
        assert 0 < one.noise < 0.325
        assert one.careful < one.value
        assert sum(move.after - move.before for move in one.moves) == pytest.approx(0)
        assert sum(abs(move.after - move.before) for move in one.moves) / 2 <= one.radius + 1e-12


@pytest.mark.parametrize("measure", ["accuracy", "macro_f1", "precision", "recall", "f", "log_loss"])
def test_stress_is_never_better_than_today_and_keeps_within_the_radius(measure: str) -> None:
    rng = np.random.default_rng(4)
    here = moving(answered(losses=rng.exponential(1, 40).tolist()).outcomes)
    found = measured(here, measure, Asked([0.05], (0.1, 0.3)), headline=True)
    assert found.today.value is not None
    for one in found.stress:
        assert one.drop is not None
        assert one.drop >= -1e-12
        assert sum(abs(move.after - move.before) for move in one.moves) / 2 <= one.radius + 1e-9
        weights = dict(zip(here.subclasses.names, here.subclasses.shares, strict=True))
        weights |= {move.subclass: move.after for move in one.moves}
        stressed = np.array([[weights[name] for name in here.subclasses.names]])
        assert one.value == pytest.approx(float(here.subclasses.values(measure, stressed)[0]))
    assert found.stress[0].drop is not None
    assert found.stress[1].drop is not None
    assert found.stress[0].drop <= found.stress[1].drop + 1e-12


def test_a_loss_has_its_bound_above_the_mean() -> None:
    # losses of 1, 2 and 6 in the three subclasses: heuristic 3, heavy on the high side
    each = {"harbour": 1.0, "market": 2.0, "school": 6.0}
    found = measured(moving(answered(losses=[each[one] for one in LABELS]).outcomes), "log_loss", ASKED, headline=True)
    assert found.loss
    assert found.today.value == pytest.approx((10 * 1 + 20 * 2 + 10 * 6) / 40)
    assert found.heuristic.mean == pytest.approx(3)
    assert found.heuristic.sd == pytest.approx(((4 + 1 + 9) / 12) ** 0.5)
    one = at(found, 0.05)
    # P(X > x) = (6 - x)^2 / (4 * 5) above 2
    assert one.exact == pytest.approx(6 - (0.05 * 20) ** 0.5, abs=1e-6)
    assert one.normal == pytest.approx(3 + 1.6448536 * (14 / 12) ** 0.5, abs=1e-6)
    assert one.normal is not None
    assert one.optimism == pytest.approx(one.exact - one.normal)
    for law in ("posterior", "exact", "normal", "future"):
        told = [getattr(bound, law) for bound in found.bounds]
        assert told == sorted(told, reverse=True)
        assert told[0] > 3
    assert found.stress[1].drop == pytest.approx(0.25 * (6 - 1))


def test_a_loss_that_the_normal_law_underrates_counts_as_optimism() -> None:
    labels = [f"c{place}" for place in range(20) for _ in range(10)]
    losses = [40.0 if label == "c0" else 1.0 for label in labels]
    truth = ["ann", "bob"] * 100
    found = measured(
        moving(Outcomes.attributed(truth, truth, losses), labels), "log_loss", Asked([0.01], ()), headline=False
    )
    bound = found.bounds[0]
    # all but c0 cost 1: X = 1 + 39 W with W ~ Beta(1, 19), so P(X > x) = (1 - (x - 1) / 39)^19
    assert bound.exact == pytest.approx(1 + 39 * (1 - 0.01 ** (1 / 19)), abs=1e-5)
    assert bound.optimism is not None
    assert bound.normal is not None
    assert bound.optimism > 0
    assert bound.exact is not None
    assert bound.normal < bound.exact


def test_ratio_measures_pool_counts_and_say_how_many_subclasses_have_none() -> None:
    # recall of ann: 8 of 10 in the first subclass, nothing by her in the second
    truth = ["ann"] * 10 + ["bob"] * 10
    named = ["ann"] * 8 + ["bob"] * 2 + ["ann"] * 5 + ["bob"] * 5
    here = moving(Outcomes.attributed(truth, named, positive="ann"), ["x"] * 10 + ["y"] * 10)
    recall = measured(here, "recall", Asked([0.05], ()), headline=False)
    assert recall.heuristic.mean == pytest.approx(0.8)
    assert recall.heuristic_published == pytest.approx(0.8)
    assert recall.left_out == 1
    assert recall.by_cluster[1].value is None
    assert recall.by_cluster[1].n == 10
    precision = measured(here, "precision", Asked([0.05], ()), headline=False)
    # pooled at equal weights 8 / 13; the mean over subclasses is (1 + 0) / 2
    assert precision.heuristic.mean == pytest.approx(8 / 13)
    assert precision.heuristic_published == pytest.approx(0.5)
    assert precision.curve == []
    assert precision.stress == []


def test_all_subclasses_alike_leave_no_spread_and_no_optimism() -> None:
    truth = ["ann", "bob"] * 20
    found = measured(moving(Outcomes.attributed(truth, ["ann"] * 40), LABELS), "accuracy", ASKED, headline=True)
    assert found.heuristic.mean == pytest.approx(0.5)
    assert found.heuristic.sd == pytest.approx(0, abs=1e-9)
    assert found.spread.skew is None
    assert found.spread.kurtosis is None
    assert [one.exact for one in found.bounds] == pytest.approx([0.5] * len(DELTAS), abs=1e-6)
    assert [one.value for one in found.stress] == pytest.approx([0.5] * 4)
    assert [one.moves for one in found.stress] == [[]] * 4


def test_mixes_around_today_expect_today() -> None:
    around = Mix.around([10, 20, 10], 8.0)
    found = measured(moving(answered().outcomes, mix=around), "accuracy", Asked([0.05], ()), headline=False)
    assert found.heuristic.mean == pytest.approx(21 / 40)
    # sum m_i (e_i - mean)^2 / (a0 + 1)
    spread = (0.25 * 0.375**2 + 0.5 * 0.025**2 + 0.25 * 0.325**2) / 9
    assert found.heuristic.sd == pytest.approx(spread**0.5)


def test_another_number_of_clusters_is_told_by_every_law(ours: Moving) -> None:
    fixed = moving(answered().outcomes, mix=Mix.even(3, 4.0))
    found = at_k(ours, fixed, "accuracy", 0.05)
    assert found.k == 3
    assert found.mean == pytest.approx(1.6 / 3)
    assert found.exact == pytest.approx(0.2 + (0.05 * 0.21) ** 0.5, abs=1e-6)
    assert found.posterior is not None
    assert found.fixed is not None
    # mixes that keep closer to the even one have a higher bound
    assert found.fixed > found.posterior + 0.02


def test_measures_that_are_equal_by_definition_have_equal_estimates() -> None:
    rng = np.random.default_rng(2)
    truth = rng.random(200) < 0.5
    scores = np.where((rng.random(200) < 0.8) == truth, 0.9, 0.2)
    here = moving(Outcomes.verified(truth, scores), ["a", "b", "c", "d"] * 50)
    one, other = (measured(here, name, Asked([0.05], ()), headline=False) for name in ("accuracy", "c_at_1"))
    assert one.estimate.mean == pytest.approx(other.estimate.mean, abs=1e-12)
    assert one.estimate.sd == pytest.approx(other.estimate.sd, abs=1e-12)


def test_the_same_seed_gives_the_same_numbers(found: MeasureFindings) -> None:
    again = measured(moving(answered().outcomes), "accuracy", ASKED, headline=True)
    assert asdict(again) == asdict(found)
