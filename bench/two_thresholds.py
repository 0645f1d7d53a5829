"""The best of 4,753 pairs of thresholds at once, against scoring the grid one by one with the measures.

The reference maps the scores and calls the measure at every `STEP`-th pair of thresholds; its time for all of them is
that times `STEP`, and each of its values must be ours. Processor time, the best of several turns.
One JSON line per figure.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.features._two_thresholds import FIRST, GRID, SECOND, Banded
from stylobench.features.calibration import TwoThresholds
from stylobench.metrics.verification import measure
from stylobench.seeds import generator

STEP, TURNS, OBJECTIVE = 25, 9, "overall_2020"


def reference(scores: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """The objective at every `STEP`-th pair of thresholds; -inf where it is undefined."""
    found, value, values = TwoThresholds(OBJECTIVE), measure(OBJECTIVE), []
    for first, second in zip(GRID[FIRST[::STEP]], GRID[SECOND[::STEP]], strict=True):
        found.p1, found.p2 = first, second
        try:
            values.append(value(truth, found.transform(scores), None))
        except UndefinedMetric:
            values.append(-np.inf)
    return np.array(values)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def tell(trials: int, turns: int, **more: object) -> None:
    """The ratio for so many trials, as a JSON line."""
    rng = generator(0, "two_thresholds")
    truth = rng.random(trials) < 0.5
    scores = np.clip((rng.random(trials) + 0.4 * truth) / 1.3, 0, 1)
    ours = Banded(truth, scores).value(OBJECTIVE)[::STEP]
    assert np.allclose(np.where(np.isnan(ours), -np.inf, ours), reference(scores, truth), rtol=0, atol=1e-12)
    plain = min(timed(lambda: reference(scores, truth)) for _ in range(turns)) * STEP
    fast = min(timed(lambda: TwoThresholds(OBJECTIVE).fit(scores, truth)) for _ in range(3 * TURNS))
    more |= {"trials": trials, "ms": round(1000 * fast, 3), "reference_s": round(plain, 2), "of_the_grid": 1 / STEP}
    print(json.dumps({"figure": "two_thresholds/grid", "value": round(plain / fast), **more}), flush=True)


def main() -> None:
    """Figures for 100 trials, where the target holds, and for many."""
    tell(100, TURNS, target=1000)
    tell(50_000, 1)


if __name__ == "__main__":
    main()
