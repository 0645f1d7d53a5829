from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from stylobench.protocols.leakage_findings import Contrast, Estimate
from stylobench.protocols.leakage_paired import _bite, _Controls, _verdict, with_controls
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import Units

UNITS = Units.authors(list(range(20)), list(range(20)))
CONTROLS = [0.01, -0.01, 0.01, -0.01, 0.01, -0.01]


def estimate(value: float, low: float | None, high: float | None) -> Estimate:
    return Estimate(value, low, high, "author", 20, 100)


def contrast(value: float, low: float | None, high: float | None, controls: int = 6) -> Contrast:
    level = estimate(0.5, 0.4, 0.6)
    return Contrast(level, level, estimate(value, low, high), [0.0] * controls)


def test_variances_of_authors_and_of_controls_add() -> None:
    drawn = np.array([0.05, 0.03, 0.05, 0.07])
    found = with_controls(drawn, UNITS, 100, CONTROLS)
    parts = np.array([0.0004 * 20 / 19, 0.0001])
    freedom = parts.sum() ** 2 / (parts[0] ** 2 / 19 + parts[1] ** 2 / 6)
    reach = stats.t.ppf(0.975, freedom) * np.sqrt(parts.sum())
    assert found.value == 0.05
    assert found.low == pytest.approx(0.05 - reach)
    assert found.high == pytest.approx(0.05 + reach)


def test_without_controls_nobody_knows_how_sure_it_is() -> None:
    found = with_controls(np.array([0.05, 0.04, 0.06]), UNITS, 100, [])
    assert (found.value, found.low, found.high) == (0.05, None, None)


def test_what_cannot_vary_does_not() -> None:
    found = with_controls(np.zeros(4), UNITS, 100, [0.0] * 5)
    assert (found.low, found.high) == (0.0, 0.0)


def test_nearness_is_taken_out_of_a_control_and_its_chance_scaled_up() -> None:
    controls = _Controls([(), ()], [0.6, 0.0])
    found = iter([0.07, -0.02])
    told = controls.differences(0.05, lambda control: next(found))
    assert told == pytest.approx([(0.07 - 0.03) / 0.8, -0.02])


def test_an_undefined_control_is_left_out() -> None:
    found = iter([float("nan"), 0.01])
    assert _Controls([(), ()], [0.0, 0.0]).differences(0.05, lambda control: next(found)) == [0.01]


def test_equal_sides_are_rarely_called_different() -> None:
    """Twenty authors with effects of their own, and training sides that differ by chance: nothing is there to find."""
    rng, wrong = generator(0, "equal sides"), 0
    for _ in range(1000):
        side = rng.normal(0, 0.02, 11)
        authors = rng.normal(0, 0.05, 20)
        values = [side[0] + authors[rng.integers(20, size=20)].mean() for _ in range(200)]
        drawn = np.array([side[0] + authors.mean(), *values])
        found = with_controls(drawn, UNITS, 100, side[1:].tolist())
        assert found.low is not None
        assert found.high is not None
        wrong += not found.low <= 0 <= found.high
    assert wrong <= 65


@pytest.mark.parametrize(
    ("found", "topics", "said"),
    [
        (contrast(0.06, 0.03, 0.09), 20, "it leans on topic leakage"),
        (contrast(-0.06, -0.09, -0.03), 20, "it does better when its training topics are far from the test topics"),
        (contrast(0.00, -0.01, 0.01), 20, "no sign that it leans on topic leakage"),
        (contrast(0.02, -0.01, 0.05), 20, "no clear sign; a loss is not ruled out"),
        (contrast(0.06, 0.03, 0.09, controls=2), 20, "no verdict from 2 controls; it takes 5"),
        (contrast(0.06, 0.03, 0.09), 6, "no verdict from 6 topics; it takes 8"),
        (contrast(0.06, None, None), 20, "too few authors to tell"),
        (contrast(float("nan"), None, None), 20, "it answered too little to tell"),
    ],
)
def test_words_say_no_more_than_the_interval(found: Contrast, topics: int, said: str) -> None:
    assert _verdict(found, topics) == said


def test_the_canary_says_when_nobody_can_tell() -> None:
    assert _bite(estimate(0.1, 0.05, 0.15)) == "the test bites on this corpus"
    assert _bite(estimate(0.1, -0.05, 0.25)) == "the test shows no bite on this corpus"
    assert _bite(estimate(0.1, None, None)) == "nobody can tell whether the test has any bite on this corpus"
