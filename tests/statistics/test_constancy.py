"""Early against late: Newcombe's published intervals, plain permutation, and size of the joint test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.records import Booleans, Floats, Rows
from stylobench.statistics.constancy import constancy, newcombe


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def stream(tables: list[tuple[int, int, int, int]]) -> tuple[Rows, Booleans, Floats]:
    """(early right, early, late right, late) of every cluster, item by item."""
    codes, late, right = [], [], []
    for cluster, (a, m, b, n) in enumerate(tables):
        codes += [cluster] * (m + n)
        late += [False] * m + [True] * n
        right += [1.0] * a + [0.0] * (m - a) + [1.0] * b + [0.0] * (n - b)
    return np.array(codes), np.array(late), np.array(right)


@pytest.mark.parametrize(
    ("late", "early", "low", "high"),
    # Newcombe 1998, Table II, method 10
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_published_intervals(late: tuple[int, int], early: tuple[int, int], low: float, high: float) -> None:
    assert newcombe(early, late) == pytest.approx((low, high), abs=5e-5)


def test_differences_are_late_minus_early() -> None:
    found = constancy(*stream([(48, 80, 56, 70), (3, 4, 1, 4)]), rng())
    assert [one.value for one in found.differences] == pytest.approx([0.2, -0.5])
    assert found.differences[0].low == pytest.approx(0.0524, abs=5e-5)
    assert [one.n for one in found.differences] == [150, 8]


def test_clusters_with_one_side_are_left_out() -> None:
    found = constancy(*stream([(8, 10, 7, 10), (0, 0, 5, 9)]), rng())
    assert found.differences[1].value is None
    assert found.differences[1].n == 9
    assert found.p_least == pytest.approx(stats.fisher_exact([[8, 2], [7, 3]])[1])
    nothing = constancy(*stream([(8, 10, 0, 0), (0, 0, 5, 9)]), rng())
    assert (nothing.p, nothing.p_least) == (None, None)


def test_joint_p_equals_plain_permutation() -> None:
    codes, late, right = stream([(18, 20, 10, 15), (7, 12, 9, 12), (30, 30, 20, 20)])
    found = constancy(codes, late, right, rng(), permutations=20_000)
    generator, reached = np.random.default_rng(1), 0

    def statistic(sides: Booleans) -> float:
        total = 0.0
        for cluster in (0, 1):
            own, answers = sides[codes == cluster], right[codes == cluster]
            gap = answers[own].mean() - answers[~own].mean()
            total += gap**2 / (answers.var(ddof=1) * (1 / own.sum() + 1 / (~own).sum()))
        return total

    for _ in range(3000):
        shuffled = late.copy()
        for cluster in range(3):
            shuffled[codes == cluster] = generator.permutation(late[codes == cluster])
        reached += statistic(shuffled) >= statistic(late) - 1e-9
    assert found.p == pytest.approx(reached / 3000, abs=0.03)


def test_one_cluster_of_many_is_found_after_holm() -> None:
    tables = [(40, 50, 40, 50)] * 9 + [(45, 50, 15, 50)]
    found = constancy(*stream(tables), rng())
    assert found.p == 0.001
    assert found.p_least == pytest.approx(10 * stats.fisher_exact([[45, 5], [15, 35]])[1])


def test_nothing_varies() -> None:
    found = constancy(*stream([(10, 10, 10, 10), (0, 5, 0, 5)]), rng())
    assert (found.p, found.p_least) == (1.0, 1.0)


def test_size_of_the_joint_test() -> None:
    generator = rng()
    codes = np.repeat(np.arange(8), 30)
    levels = generator.uniform(0.6, 0.95, 8)[codes]
    rejected = 0
    for _ in range(400):
        late, right = generator.random(240) < 0.4, (generator.random(240) < levels).astype(float)
        found = constancy(codes, late, right, generator, permutations=199)
        rejected += found.p is not None and found.p <= 0.05
    assert stats.binomtest(rejected, 400, 0.05).pvalue > 0.01


def test_answers_must_be_right_or_wrong() -> None:
    with pytest.raises(ValueError, match="right"):
        constancy(np.array([0, 0]), np.array([True, False]), np.array([0.5, 1.0]), rng())
