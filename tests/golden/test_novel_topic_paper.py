"""The novel-topic cross-validation paper's numbers, from its tables and from folds reconstructed out of them.

The two-author folds are the only integer confusion matrices that give the paper's Table 5; two solutions
differ in one document. They exist only with Holden as the positive author.
"""

from __future__ import annotations

import pytest

from stylobench.metrics import attribution
from stylobench.statistics.power import Design
from stylobench.statistics.power import topics_needed as topics_for_power
from stylobench.statistics.two_sample import correlation_needed, readings, topics_needed
from stylobench.statistics.weighted import Summary, summary

HOLDEN, DUNNING = "Holden", "Dunning"

# Per topic (Music, Motion Pictures, Dancing, Theatre): Holden called Holden, Holden called Dunning,
# Dunning called Holden, Dunning called Dunning.
SOLUTIONS = {
    1: ((472, 28, 0, 1), (491, 3, 2, 4), (6, 0, 865, 602), (486, 14, 2, 24)),
    2: ((472, 28, 1, 0), (491, 3, 2, 4), (6, 0, 865, 602), (486, 14, 1, 25)),
}
TABLE_5_NOVEL_TOPIC = {
    "accuracy": (0.6953, 0.3388),
    "precision": (0.5110, 0.6037),
    "recall": (0.9847, 0.0254),
    "f": (0.5072, 0.5912),
}
TABLE_5_TEN_FOLD = {"accuracy": 0.9953, "precision": 0.9960, "recall": 0.9947, "f": 0.9953}
BINARY_SIZES = (501, 500, 1473, 526)
TABLE_3_TOPIC_TOTALS = (
    390, 1934, 2869, 1524, 1044, 2907, 767, 225, 1543, 35, 1937, 394,
    290, 55, 1487, 166, 162, 565, 121, 156, 64, 163, 64,
)  # fmt: skip
BINARY_SD, MULTI_SD = 0.3388, 0.1631

# set, difference, sd, sizes -> name: df, t, p one-sided, p two-sided, needed one-sided, needed two-sided
T_TESTS = [
    ("binary", "pooled", 6, 0.8348, 0.2179, 0.4358, 0.4655, 0.5862),
    ("binary", "one_mean_published", 6, 1.1806, 0.1412, 0.2824, 0.3292, 0.4145),
    ("binary", "one_mean", 3, 1.1806, 0.1614, 0.3228, 0.3987, 0.5391),
    ("binary", "pooled_weighted", 6, 0.7294, 0.2466, 0.4932, 0.5328, 0.6709),
    ("binary", "one_mean_weighted", 6, 1.0315, 0.1710, 0.3421, 0.3768, 0.4744),
    ("multi", "pooled", 44, 1.4554, 0.0763, 0.1526, 0.0808, 0.0969),
    ("multi", "one_mean_published", 44, 2.0583, 0.0228, 0.0455, 0.0571, 0.0685),
    ("multi", "one_mean", 22, 2.0583, 0.0258, 0.0516, 0.0584, 0.0705),
    ("multi", "pooled_weighted", 44, 0.9866, 0.1646, 0.3292, 0.1192, 0.1430),
    ("multi", "one_mean_weighted", 44, 1.3953, 0.0850, 0.1699, 0.0843, 0.1011),
]
DESIGNS = {"binary": (0.2, BINARY_SD, BINARY_SIZES), "multi": (0.07, MULTI_SD, TABLE_3_TOPIC_TOTALS)}
# standard errors of the multi set, as printed beside the t tests
MULTI_SE = {
    "pooled": 0.0481,
    "one_mean_published": 0.0340,
    "one_mean": 0.0340,
    "pooled_weighted": 0.0709,
    "one_mean_weighted": 0.0502,
}


def documents(counts: tuple[int, int, int, int]) -> tuple[list[str], list[str | None]]:
    """Truth and answers of one topic, document by document."""
    hit, miss, false, right = counts
    truth = [HOLDEN] * (hit + miss) + [DUNNING] * (false + right)
    return truth, [HOLDEN] * hit + [DUNNING] * miss + [HOLDEN] * false + [DUNNING] * right


def measured(solution: int, measure: str, positive: str = HOLDEN) -> Summary:
    """The weighted summary of one measure over the four reconstructed topics."""
    values = []
    for counts in SOLUTIONS[solution]:
        extra = () if measure == "accuracy" else (positive,)
        values.append(getattr(attribution, measure)(*documents(counts), *extra))
    return summary(values, [sum(counts) for counts in SOLUTIONS[solution]])


@pytest.mark.parametrize("solution", SOLUTIONS)
@pytest.mark.parametrize("measure", TABLE_5_NOVEL_TOPIC)
def test_table_5_with_holden_positive(solution: int, measure: str) -> None:
    found = measured(solution, measure)
    assert (round(found.mean, 4), round(found.sd, 4)) == TABLE_5_NOVEL_TOPIC[measure]


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_table_5_is_not_the_one_with_dunning_positive(solution: int) -> None:
    assert round(measured(solution, "recall", DUNNING).mean, 4) != TABLE_5_NOVEL_TOPIC["recall"][0]


@pytest.mark.parametrize("measure", TABLE_5_TEN_FOLD)
def test_table_5_ten_fold_from_pooled_counts(measure: str) -> None:
    extra = () if measure == "accuracy" else (HOLDEN,)
    found = getattr(attribution, measure)(*documents((1492, 8, 6, 1494)), *extra)
    assert round(found, 4) == TABLE_5_TEN_FOLD[measure]


def test_one_topic_holds_nearly_all_errors() -> None:
    counts = SOLUTIONS[1]
    errors = [miss + false for _, miss, false, _ in counts]
    assert (sum(errors), errors[2]) == (914, 865)
    values = [attribution.accuracy(*documents(one)) for one in counts]
    assert [round(value, 3) for value in values] == [0.944, 0.990, 0.413, 0.970]
    values[2] = 0.9953
    assert round(summary(values, BINARY_SIZES).mean, 3) == 0.981


def test_spread_and_standard_errors_of_the_binary_set() -> None:
    found = measured(1, "accuracy")
    assert round(found.v2, 5) == 0.32749
    assert round(found.effective_n, 2) == 3.05
    assert found.units == 4
    assert (round(found.se, 4), round(found.se_published, 4)) == (0.1939, 0.1694)


def test_spread_and_standard_errors_of_the_multi_set() -> None:
    # Per-topic accuracies are not printed; any values with the printed sd have these standard errors.
    found = summary(range(23), TABLE_3_TOPIC_TOTALS)
    assert sum(TABLE_3_TOPIC_TOTALS) == 18_862
    assert round(found.v2, 5) == 0.09461
    assert round(found.effective_n, 2) == 10.57
    assert round(found.se / found.sd * MULTI_SD, 4) == 0.0502
    assert round(found.se_published / found.sd * MULTI_SD, 4) == 0.0340
    assert round(found.se / found.se_published, 3) == 1.475


@pytest.mark.parametrize("row", T_TESTS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_every_reading_of_the_t_test(row: tuple[str, str, int, float, float, float, float, float]) -> None:
    corpus, name, df, *numbers = row
    difference, sd, sizes = DESIGNS[corpus]
    v2 = summary(range(len(sizes)), sizes).v2
    found = {one.name: one for one in readings(difference, sd, len(sizes), v2)}[name]
    assert found.df == df
    computed = (
        found.t,
        found.p_one_sided,
        found.p_two_sided,
        found.needed_one_sided,
        found.needed_two_sided,
    )
    assert [round(value, 4) for value in computed] == numbers
    if corpus == "multi":
        assert round(found.se, 4) == MULTI_SE[name]


def test_only_the_reading_that_drops_sqrt_2_supports_seven_points() -> None:
    found = readings(0.07, MULTI_SD, 23, 0.09461)
    assert [one.name for one in found if one.p_two_sided < 0.05] == ["one_mean_published"]


def test_seven_percent_relative_fails_in_every_reading() -> None:
    found = readings(0.07 * 0.7272, MULTI_SD, 23, 0.09461)
    best = min(found, key=lambda one: one.p_one_sided)
    assert (round(best.t, 3), round(best.p_one_sided, 3)) == (1.497, 0.071)


def test_fold_correlation_that_a_paired_test_needs() -> None:
    v2 = summary(range(23), TABLE_3_TOPIC_TOTALS).v2
    assert round(correlation_needed(0.07, MULTI_SD, 23), 3) == 0.507
    assert round(correlation_needed(0.07, MULTI_SD, 23, v2), 3) == 0.774


def test_topics_that_seven_points_need() -> None:
    assert topics_needed(0.07, MULTI_SD) == 43
    assert topics_needed(0.07, MULTI_SD, sides=1) == 31
    unpaired = Design(MULTI_SD, 23, 23, paired=False)
    assert topics_for_power(0.07, 0.5, unpaired) == 43
    assert topics_for_power(0.07, 0.8, unpaired) == 87
    assert topics_for_power(0.07, 0.5, Design(MULTI_SD, 23, 23, paired=False, sides=1)) == 31
