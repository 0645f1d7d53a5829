"""Do intervals and tests over topics keep their promise? 20,000 score-level worlds each, truth known.

The worlds are those of scripts/calibrate_scores.py, which prints more of them.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scipy import stats

from stylobench.seeds import generator
from stylobench.statistics.power import Design, power
from stylobench.statistics.signflip import sign_flip
from stylobench.statistics.weighted import summary

REPETITIONS = 20_000
SCRIPT = Path(__file__).parents[2] / "scripts" / "calibrate_scores.py"

# Share of worlds in which a nominal 95% interval may hold the truth. Exact where topics weigh the same and
# values are normal: half a point around .95. Elsewhere as documented for the method.
EXACT = (0.945, 0.955)
COVERAGE = {
    "12 equal topics": {
        "weighted mean": EXACT,
        "next topic": EXACT,
        "average topic": EXACT,
        "bootstrap": (0.80, 0.93),
        "documents": (0, 0.5),
    },
    "newspaper, 23 topics": {
        "weighted mean": (0.95, 0.975),
        "next topic": EXACT,
        "average topic": EXACT,
        "bootstrap": (0.80, 0.93),
        "se_published": (0.75, 0.85),
        "documents": (0, 0.15),
    },
    "12 topics, one holds half": {
        "weighted mean": (0.95, 0.975),
        "next topic": (0.95, 0.96),
        "average topic": EXACT,
        "df 1/V2 - 1": (0.98, 1),
        "bootstrap": (0.80, 0.93),
        "se_published": (0.70, 0.80),
        "documents": (0, 0.2),
    },
}
WHEN_ACCURACY_FOLLOWS_SIZE = {"weighted mean": (0.81, 0.89), "average topic": EXACT, "df 1/V2 - 1": (0.77, 0.89)}


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("calibrate_scores", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def assert_within(found: dict[str, float], promised: dict[str, tuple[float, float]]) -> None:
    print({name: (found[name], promised[name]) for name in promised})
    outside = {name: found[name] for name, (low, high) in promised.items() if not low <= found[name] <= high}
    assert outside == {}


def test_the_script_computes_what_the_package_computes() -> None:
    rng = generator(1, "same")
    sizes = script().NEWSPAPER[:9]
    values = np.vstack([rng.normal(0.02, 0.1, (30, 9)), rng.integers(-3, 4, (30, 9)) / 10])
    rows = script().summaries(values, np.tile(np.array(sizes, dtype=float), (60, 1)))
    flipped = script().flip_p_values(values, sizes)
    for i, row in enumerate(values):
        found = summary(row, sizes)
        assert (rows.mean[i], rows.topic_mean[i], rows.sd[i], rows.v2[i]) == pytest.approx(
            (found.mean, found.topic_mean, found.sd, found.v2)
        )
        reach = stats.t.isf(0.025, 8) * rows.spread[i]
        assert (reach * rows.v2[i] ** 0.5, reach * (1 + rows.v2[i]) ** 0.5) == pytest.approx(
            (found.high - found.mean, found.next_high - found.mean)
        )
        assert flipped[i] == sign_flip(row, sizes, rng).p


@pytest.mark.parametrize("pattern", COVERAGE)
def test_intervals_hold_the_truth_as_often_as_promised(pattern: str) -> None:
    rng = generator(1, "calibration", pattern)
    world = script().normal_world(script().PATTERNS[pattern], REPETITIONS, rng)
    assert_within(script().coverage(world, rng), COVERAGE[pattern])


def test_weighted_intervals_fail_when_accuracy_follows_size_and_the_average_topic_does_not() -> None:
    rng = generator(1, "calibration", "size")
    world = script().size_world(0.75, REPETITIONS, rng)
    assert_within(script().coverage(world, rng), WHEN_ACCURACY_FOLLOWS_SIZE)


# One-sided allowance of three standard errors of a share of .05.
SIZE_AND_LUCK = 0.05 + 3 * (0.05 * 0.95 / REPETITIONS) ** 0.5


@pytest.mark.parametrize("pattern", ["12 equal topics", "12 topics, one holds half"])
def test_sign_flip_rejects_equal_methods_at_most_one_time_in_twenty(pattern: str) -> None:
    sizes = script().PATTERNS[pattern]
    rng = generator(1, "size", pattern)
    found = script().rejections(script().counted(sizes), sizes, REPETITIONS, rng)
    print(found)
    assert 0.037 <= found["sign-flip"] <= SIZE_AND_LUCK


def test_power_is_as_promised() -> None:
    sizes = script().PATTERNS["12 equal topics"]
    promised = power(0.1, Design(0.1, 12, 12))
    found = script().rejections(script().shifted(0.1, 0.1), sizes, REPETITIONS, generator(1, "power"))
    print(promised, found)
    luck = 3 * (promised * (1 - promised) / REPETITIONS) ** 0.5
    assert found["t"] == pytest.approx(promised, abs=luck)
    assert found["sign-flip"] == pytest.approx(promised, abs=0.02)
