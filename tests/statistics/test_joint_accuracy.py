"""Methods on the same items."""

import numpy as np
import pytest

from stylobench.statistics.joint_accuracy import joint_accuracy
from stylobench.statistics.mixes import Mix


def test_each_method_alone_has_the_posterior_of_its_own_counts():
    """Two clusters of 20 and 10 items: means of Beta(c + 1/2, n - c + 1/2), averaged over even mixes."""
    rng = np.random.default_rng(0)
    codes = np.repeat([0, 1], [20, 10])
    right = rng.random((30, 3)) < 0.7
    drawn = joint_accuracy(codes, right, Mix.even(2))
    for method in range(3):
        means = [(right[codes == i, method].sum() + 0.5) / ((codes == i).sum() + 1) for i in (0, 1)]
        assert drawn[:, method].mean() == pytest.approx(np.mean(means), abs=0.003)


def spread(codes, right):
    drawn = joint_accuracy(codes, right, Mix.even(4))
    return np.ptp(np.quantile(drawn[:, 0] - drawn[:, 1], (0.025, 0.975)))


def test_methods_that_agree_differ_by_less_than_methods_that_do_not():
    codes = np.repeat([0, 1, 2, 3], 25)
    first = np.tile([True, True, True, True, False], 20)
    alike = first.copy()
    alike[0] = False
    other = np.roll(first, 2)
    near, far = (spread(codes, np.column_stack([first, second])) for second in (alike, other))
    assert near < far / 3


def test_the_interval_of_a_difference_holds_the_truth():
    """100 worlds of 3 clusters, two methods that share most errors; the middle 95% must hold the true difference of a
    fixed mix in about 95: mixes are fixed by a large concentration.
    """
    rng = np.random.default_rng(1)
    mix, held = Mix.even(3, 1e6), 0
    truth = {"both": 0.7, "first": 0.1, "second": 0.05}
    for _ in range(100):
        luck = rng.random(120)
        first = luck < truth["both"] + truth["first"]
        second = (luck < truth["both"]) | (luck > 1 - truth["second"])
        drawn = joint_accuracy(np.repeat([0, 1, 2], 40), np.column_stack([first, second]), mix)
        low, high = np.quantile(drawn[:, 0] - drawn[:, 1], (0.025, 0.975))
        held += low <= 0.05 <= high
    assert held >= 89
