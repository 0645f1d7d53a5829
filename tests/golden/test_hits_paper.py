"""The topic-leakage paper's numbers (HITS and RAVEN), from its tables, and what their identities say of misprints."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.statistics.ranking import mean_ranks, stability
from stylobench.statistics.topic_samples import against_random

# Table 2: mean and sd of AUC, c@1, F0.5u, F1, Overall. HITS has 10 folds, Random 5 samples of 10.
MODELS = ("CharNGram", "PPM", "TopicFit", "O2D2", "LUAR")
TABLE_2_HITS = {
    "CharNGram": ((0.964, 0.011), (0.959, 0.011), (0.859, 0.031), (0.921, 0.018), (0.926, 0.017)),
    "PPM": ((0.976, 0.008), (0.944, 0.011), (0.854, 0.035), (0.877, 0.021), (0.913, 0.017)),
    "TopicFit": ((0.950, 0.013), (0.908, 0.014), (0.724, 0.022), (0.826, 0.028), (0.852, 0.017)),
    "O2D2": ((0.904, 0.023), (0.672, 0.090), (0.458, 0.085), (0.560, 0.070), (0.648, 0.059)),
    "LUAR": ((0.964, 0.008), (0.931, 0.014), (0.775, 0.035), (0.880, 0.024), (0.887, 0.017)),
}
TABLE_2_RANDOM = {
    "CharNGram": ((0.966, 0.008), (0.962, 0.007), (0.863, 0.027), (0.918, 0.015), (0.927, 0.011)),
    "PPM": ((0.977, 0.007), (0.955, 0.009), (0.879, 0.036), (0.893, 0.022), (0.926, 0.017)),
    "TopicFit": ((0.961, 0.011), (0.928, 0.012), (0.754, 0.033), (0.852, 0.028), (0.874, 0.019)),
    "O2D2": ((0.901, 0.034), (0.712, 0.132), (0.488, 0.101), (0.583, 0.088), (0.671, 0.083)),
    "LUAR": ((0.964, 0.008), (0.935, 0.020), (0.780, 0.056), (0.876, 0.040), (0.889, 0.028)),
}
TABLE_2_ASTERISKS = {
    "CharNGram": (0, 0, 0, 0, 0),
    "PPM": (0, 1, 1, 1, 1),
    "TopicFit": (1, 1, 1, 1, 1),
    "O2D2": (0, 0, 0, 0, 0),
    "LUAR": (0, 0, 0, 0, 0),
}

# Table 5: mean and sd of the rank by Overall over 10 folds, models in the order above.
TABLE_5 = {
    "HITS": ((1.2, 0.42), (1.9, 0.57), (4.0, 0.00), (5.0, 0.00), (2.9, 0.32)),
    "R0": ((1.8, 0.63), (1.3, 0.48), (3.7, 0.48), (5.0, 0.00), (3.2, 0.32)),
    "R1": ((1.3, 0.48), (1.7, 0.48), (3.7, 0.48), (5.0, 0.00), (3.3, 0.48)),
    "R2": ((1.6, 0.52), (1.4, 0.52), (3.7, 0.48), (5.0, 0.00), (3.3, 0.48)),
    "R3": ((1.5, 0.53), (1.5, 0.53), (3.8, 0.42), (5.0, 0.00), (3.2, 0.42)),
    "R4": ((1.5, 0.71), (1.9, 0.57), (3.9, 0.32), (5.0, 0.00), (2.7, 0.95)),
}
# Ten folds that have these means and sds: how often each order of ranks occurs.
FOLDS = {
    "HITS": {(1, 2, 4, 5, 3): 7, (2, 1, 4, 5, 3): 2, (1, 3, 4, 5, 2): 1},
    "R0": {(2, 1, 4, 5, 3): 3, (2, 1, 3, 5, 4): 3, (1, 2, 4, 5, 3): 3, (3, 1, 4, 5, 2): 1},
    "R1": {(1, 2, 4, 5, 3): 7, (2, 1, 3, 5, 4): 3},
    "R2": {(1, 2, 4, 5, 3): 4, (2, 1, 4, 5, 3): 3, (2, 1, 3, 5, 4): 3},
    "R3": {(1, 2, 4, 5, 3): 5, (2, 1, 4, 5, 3): 3, (2, 1, 3, 5, 4): 2},
    "R4": {(1, 2, 4, 5, 3): 6, (2, 1, 4, 5, 3): 1, (2, 1, 3, 5, 4): 1, (3, 2, 4, 5, 1): 1, (2, 3, 4, 5, 1): 1},
}
STABILITY = {"HITS": 0.9400, "R0": 0.8733, "R1": 0.9067, "R2": 0.9000, "R3": 0.9089, "R4": 0.8178}
# Table 4, column Overall, as printed from top to bottom against the rows HITS, R_avg, R0 ... R4.
TABLE_4_OVERALL_PRINTED = (0.94, 0.87, 0.91, 0.90, 0.91, 0.82, 0.88)


def scores(sample: str) -> list[tuple[int, ...]]:
    """Scores of ten folds that rank the models as in the table."""
    return [tuple(-rank for rank in order) for order, times in FOLDS[sample].items() for _ in range(times)]


@pytest.mark.parametrize("sample", TABLE_5)
def test_table_5_has_folds_that_fit_it(sample: str) -> None:
    found = mean_ranks(scores(sample))
    assert found.mean == pytest.approx([mean for mean, _ in TABLE_5[sample]])
    printed = [sd for _, sd in TABLE_5[sample]]
    if sample == "R0":
        assert found.sd[4] == pytest.approx(0.632, abs=0.0005)
        printed[4] = 0.63
    assert found.sd == pytest.approx(printed, abs=0.0051)


def test_one_sd_of_table_5_is_impossible() -> None:
    """Ten whole ranks with mean 3.2 spread by .42 at least, and the row of R0 leaves 106 for the sum of squares."""
    assert np.std([3] * 8 + [4] * 2, ddof=1) == pytest.approx(0.42, abs=0.005)
    others = sum(9 * sd**2 + 10 * mean**2 for mean, sd in TABLE_5["R0"][:4])
    assert 550 - others == pytest.approx(106, abs=0.2)
    all_folds = [-row[4] for sample in ("R0", "R1", "R2", "R3", "R4") for row in scores(sample)]
    assert np.std(all_folds, ddof=1) == pytest.approx(0.64, abs=0.005)


@pytest.mark.parametrize("sample", STABILITY)
def test_stability_follows_from_the_mean_ranks(sample: str) -> None:
    assert stability(scores(sample)) == pytest.approx(STABILITY[sample], abs=0.00005)
    squares = sum((10 * mean - 30) ** 2 for mean, _ in TABLE_5[sample])
    assert stability(scores(sample)) == pytest.approx((squares - 100) / 900)


def test_the_overall_column_of_table_4_is_one_row_off() -> None:
    values = {sample: stability(scores(sample)) for sample in STABILITY}
    average = float(np.mean([values[sample] for sample in ("R0", "R1", "R2", "R3", "R4")]))
    assert average == pytest.approx(0.8813, abs=0.00005)
    assert [round(value, 2) for value in (*values.values(), average)] == list(TABLE_4_OVERALL_PRINTED)


@pytest.mark.parametrize("table", [TABLE_2_HITS, TABLE_2_RANDOM], ids=["HITS", "Random"])
@pytest.mark.parametrize("model", MODELS)
def test_overall_is_the_mean_of_four(table: dict[str, tuple[tuple[float, float], ...]], model: str) -> None:
    *four, overall = (mean for mean, _ in table[model])
    assert np.mean(four) == pytest.approx(overall, abs=0.001)


@pytest.mark.parametrize("model", MODELS)
def test_table_2_takes_fifty_folds_as_independent(model: str) -> None:
    asterisks = [
        int(stats.ttest_ind_from_stats(*hits, 10, *random, 50).pvalue < 0.05)
        for hits, random in zip(TABLE_2_HITS[model], TABLE_2_RANDOM[model], strict=True)
    ]
    assert asterisks == list(TABLE_2_ASTERISKS[model])


def test_table_11_misprints_three_cells() -> None:
    """Random .80 .75 .76, HITS .56 .72 .70; printed averages .68 .73 .72 and differences .25 .02 .06."""
    found = [against_random(hits, [random]) for hits, random in ((0.56, 0.80), (0.72, 0.75), (0.70, 0.76))]
    assert [one.avg_published for one in found] == pytest.approx([0.68, 0.735, 0.73])
    assert [one.diff_published for one in found] == pytest.approx([0.24, 0.03, 0.06])
    assert [one.difference for one in found] == pytest.approx([-0.24, -0.03, -0.06])
