"""Precision at another prevalence."""

import numpy as np
import pytest

from stylobench.metrics.outcomes import Outcomes
from stylobench.metrics.prevalence import precision_at, rates


def test_rates_from_counts_with_silence():
    """3 of 4 positives found, 1 silent; 1 of 5 negatives called positive, 1 silent."""
    truth = [True] * 4 + [False] * 5
    scores = [0.9, 0.8, 0.7, np.nan, 0.6, np.nan, 0.1, 0.2, 0.3]
    items = Outcomes.verified(truth, scores)
    recall, alarms = rates(items, items.totals[None])
    assert (recall[0], alarms[0]) == (0.75, pytest.approx(0.2))


def test_the_prevalence_that_there_is_gives_plain_precision():
    items = Outcomes.attributed(
        ["yes"] * 6 + ["no"] * 14, ["yes"] * 5 + ["no"] + ["yes"] * 3 + ["no"] * 11, positive="yes"
    )
    found = precision_at(*rates(items, items.totals[None]), 6 / 20)
    assert found[0] == pytest.approx(5 / 8)
    assert found[0] == pytest.approx(items.value("precision", items.totals[None])[0])


def test_a_rare_class_ruins_precision():
    """Recall .9, one false alarm in ten: 9 of 108 alarms are right where 1% are positive."""
    assert precision_at(np.array([0.9]), np.array([0.1]), 0.01)[0] == pytest.approx(0.009 / 0.108)


def test_nothing_called_positive_has_no_precision():
    assert np.isnan(precision_at(np.array([0.0]), np.array([0.0]), 0.3)[0])


def test_without_a_positive_class_there_is_nothing_to_adjust():
    items = Outcomes.attributed(["a", "b"], ["a", "b"])
    assert rates(items, items.totals[None]) is None
