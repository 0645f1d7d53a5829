"""Precision at other prevalences under a moving mix."""

import numpy as np
import pytest

from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_measures import Moving
from stylobench.protocols.shift_prevalence import at_prevalences
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses


def moving(positive=None):
    rng = np.random.default_rng(3)
    truth = rng.random(400) < 0.25
    clusters = np.repeat(["easy", "hard"], 200)
    right = rng.random(400) < np.where(clusters == "easy", 0.95, 0.7)
    items = Outcomes.verified(truth, np.where(right == truth, 0.9, 0.1))
    return Moving(Subclasses.of(items, clusters), Mix.even(2), 1000, 0)


def test_todays_share_has_todays_precision_and_rarer_ones_less():
    ground = moving()
    found = at_prevalences(ground, 0.05)
    today = next(one for one in found if one.today)
    outcomes = ground.subclasses.outcomes
    assert today.prevalence == pytest.approx(outcomes.truth.mean())
    assert today.value == pytest.approx(outcomes.value("precision", outcomes.totals[None])[0])
    values = [one.value for one in found]
    assert values == sorted(values)
    assert all(one.low <= one.value <= one.high for one in found)
    assert all(one.bound < one.value for one in found)
    assert {one.n for one in found} == {400}


def test_many_classes_without_a_positive_one_say_nothing():
    items = Outcomes.attributed(["a", "b", "c"] * 10, ["a", "b", "b"] * 10)
    ground = Moving(Subclasses.of(items, ["x", "y"] * 15), Mix.even(2), 1000, 0)
    assert at_prevalences(ground, 0.05) == []
