"""Do bounds under subclass shift keep their promise? Score-level worlds of scripts/calibrate_shift.py, truth known."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.seeds import generator
from stylobench.statistics import shift
from stylobench.statistics.subclasses import Subclasses

SCRIPT = Path(__file__).parents[2] / "scripts" / "shift_score_worlds.py"
TWO_SD = "0.0228"


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shift_score_worlds", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def found(key: str, repetitions: int = 2000) -> dict[str, Any]:
    case = next(case for case in script().cases() if case.key == key)
    told: dict[str, Any] = script().scores(case, repetitions)
    return told


def test_the_script_computes_what_the_package_computes() -> None:
    sizes, right, deltas = np.array([12, 30, 50, 20]), np.array([3, 24, 45, 19]), (0.05, 0.1)
    answers = np.concatenate([np.arange(n) < c for n, c in zip(sizes, right, strict=True)]).astype(float)
    outcomes = Outcomes.verified(np.ones(len(answers), bool), answers)
    expected = shift.expected(Subclasses.of(outcomes, np.repeat(list("abcd"), sizes)), "accuracy")
    drawn = script().drawn_bounds(np.tile(right, (8, 1)), sizes, deltas, generator(0, "test"))
    again = script().drawn_bounds(np.tile(right, (8, 1)), sizes, deltas, generator(1, "test"))
    for law in ("posterior", "exact", "normal"):
        mean = (drawn[law][0] + again[law][0]) / 2
        assert mean == pytest.approx(shift.bounds(expected, deltas, law), abs=0.012), law
    future = shift.bounds(expected, deltas, size=int(sizes.sum()))
    assert (drawn["future"][0] + again["future"][0]) / 2 == pytest.approx(future, abs=0.015)
    estimate = shift.estimated(expected.subclasses, "accuracy", draws=20_000)  # type: ignore[arg-type]
    assert drawn["published"][0] == pytest.approx([shift.published_bound(estimate, d) for d in deltas], abs=0.005)


def test_truth_between_two_clusters_is_uniform() -> None:
    truth = script().Truth(np.array([0.5, 0.9]), 10)
    assert truth.reached(np.array([0.4, 0.5, 0.6, 0.7, 0.95])) == pytest.approx([1, 1, 0.75, 0.5, 0])
    middles = 0.5 + 0.4 * (np.arange(4000) + 0.5) / 4000
    wanted = [stats.binom.sf(count - 1, 10, middles).mean() for count in (3, 7, 10)]
    assert truth.reached_by_sample(np.array([0.3, 0.65, 1.0])) == pytest.approx(wanted, abs=1e-4)


def test_the_normal_law_is_caught_out_by_one_bad_cluster() -> None:
    told = found("one bad, 10 clusters, 200 documents")
    assert told["normal_if_known"][0] == pytest.approx(0.950, abs=0.002)
    assert told["found"]["normal"][TWO_SD]["coverage"] < 0.955
    assert told["found"]["exact"][TWO_SD]["coverage"] > 0.970
    assert told["found"]["posterior"][TWO_SD]["coverage"] > 0.972


def test_where_documents_are_few_only_the_posterior_bound_holds() -> None:
    told = found("all equal, 10 clusters, 10 documents")["found"]
    assert told["exact"]["0.05"]["coverage"] < 0.92
    assert told["normal"]["0.05"]["coverage"] < 0.92
    assert told["posterior"]["0.05"]["coverage"] > 0.945
    assert told["future"]["0.05"]["coverage"] > 0.945


def test_the_published_sign_is_on_the_wrong_side() -> None:
    told = found("evenly spread, 10 clusters, 20 documents")["found"]
    assert told["published"]["0.05"]["coverage"] < 0.1
