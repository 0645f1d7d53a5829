"""Attacks without texts: which same-author problems are recognised, before and after, is drawn directly.

A problem is recognised with probability `recall`; rewriting loses or gains recognitions so that the true impact is as
set. `churn` is the share of all problems that change the other way, by chance. Problems are independent, each a unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from scipy import stats

from stylobench.metrics.impact import impacts, mean_impact
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.impact import (
    DIFFERENCES,
    Interval,
    change_interval,
    impact_interval,
    mean_impact_interval,
    swap_test,
)
from stylobench.statistics.trial_draws import DRAWS, Units

RECALLS, SIZES, IMPACTS, CHURNS = (0.6, 0.8, 0.95), (20, 50, 100, 250), (-0.3, -0.1, 0.0, 0.1, 0.3, 0.6), (0.0, 0.04)
COMPARED = np.array([0.7, 0.8, 0.9])
ALIKE = 0.6
BANK = 200
Line = dict[str, Any]
Ends = tuple[float, float]


@dataclass(frozen=True)
class Case:
    """One cell of an attack: how many problems, how many are recognised, and what rewriting truly does."""

    size: int
    recall: float
    impact: float
    churn: float

    @property
    def lost(self) -> float:
        """Share of all problems that are recognised before and not after."""
        return self.recall * self.impact + self._other if self.impact > 0 else self._other

    @property
    def gained(self) -> float:
        """Share of all problems that are recognised after and not before."""
        return self._other if self.impact > 0 else self._other - (1 - self.recall) * self.impact

    @property
    def _other(self) -> float:
        return min(self.churn, (1 - self.recall) * min(0.8, 1 + self.impact))


def cell_cases() -> Iterator[Case]:
    """Every combination that can be: no more can be lost than is recognised, nor gained than is not."""
    for churn in CHURNS:
        for impact in IMPACTS:
            for recall in RECALLS:
                case = Case(0, recall, impact, churn)
                if case.lost <= recall and case.gained <= 1 - recall and (case.lost + case.gained) > 0:
                    yield from (Case(size, recall, impact, churn) for size in SIZES)


def cells_of_scores(case: Case, repetitions: int) -> Line:
    """Coverage of the intervals of the change of recall and of impact, the mean impact found, and how often not 0."""
    rng = generator(0, "attack scores", str(case))
    shares = [case.lost, case.recall - case.lost, case.gained, 1 - case.recall - case.gained]
    counts = rng.multinomial(case.size, np.maximum(shares, 0) / sum(shares), size=repetitions)
    seen, times = np.unique(counts, axis=0, return_counts=True)
    true = case.gained - case.lost
    rows = np.array([_judged(case, int(lost), int(kept), int(gained), true) for lost, kept, gained, _ in seen], float)
    means = np.average(rows, axis=0, weights=times)
    names = ("change_held", "impact_held", "above", "below", "found", "width")
    return {**vars(case), **dict(zip(names, means.tolist(), strict=True))}


def _judged(case: Case, lost: int, kept: int, gained: int, true: float) -> tuple[float, ...]:
    before, change = (lost + kept) / case.size, (gained - lost) / case.size
    around = _change_interval(case.size, lost, gained)
    low, high = _known(impact_interval(before, around))
    found = float(impacts(before, min(max(before + change, 0), 1)))
    held = around[0] <= true + 1e-9 and true - 1e-9 <= around[1]
    return (held, low - 1e-9 <= case.impact <= high + 1e-9, low > 1e-9, high < -1e-9, found, high - low)


@lru_cache(None)
def _change_interval(size: int, lost: int, gained: int) -> Ends:
    rng = generator(0, "attack scores", "draws", str(size), str(lost), str(gained))
    drawn = rng.multinomial(size, [lost / size, gained / size, 1 - (lost + gained) / size], size=DRAWS)
    changes = np.append((gained - lost) / size, (drawn[:, 1] - drawn[:, 0]) / size)
    return _known(change_interval(changes, Units.problems(size), size))


def _known(found: Interval) -> Ends:
    """The ends of an interval of as many problems as always have one."""
    low, high = found
    if low is None or high is None:
        raise ValueError("too few problems for an interval")
    return low, high


def average_cases() -> Iterator[tuple[Case, int]]:
    """Few or many methods under one obfuscator."""
    for methods, impact, size in product((3, 8), (-0.3, 0.0, 0.1, 0.3, 0.6), (20, 50, 100)):
        yield Case(size, 0.0, impact, 0.04), methods


def averages_of_scores(case: Case, methods: int, repetitions: int) -> Line:
    """Coverage of the interval of the average over methods, with recalls from the lowest to the highest.

    `apart` is how often the interval of the difference from another obfuscator that does the same leaves out 0.
    """
    rng = generator(0, "attack averages", str(case), str(methods))
    recalls, names = np.linspace(RECALLS[0], RECALLS[-1], methods), ("held", "above", "below", "apart", "found")
    total = np.zeros(len(names))
    for repetition in range(repetitions):
        if repetition % BANK == 0:
            bank = rng.multinomial(case.size, np.full(case.size, 1 / case.size), size=DRAWS) / case.size
            weights = np.vstack([np.full(case.size, 1 / case.size), bank])
        before = untouched(case.size, recalls, rng)
        sides = [before, *(rewritten(case, recalls, before, rng) for _ in range(2))]
        total += _averaged(case, [np.clip(weights @ side, 0, 1).T for side in sides])
    means = (total / repetitions).tolist()
    return {**vars(case), "methods": methods, "repetitions": repetitions, **dict(zip(names, means, strict=True))}


def _averaged(case: Case, recalls: Sequence[Floats]) -> tuple[float, ...]:
    """Of recalls untouched and after two obfuscators, methods x draws each."""
    units, (before, first, second) = Units.problems(case.size), recalls
    low, high = _known(mean_impact_interval(before, first, lambda drawn: change_interval(drawn, units, case.size)))
    found, other = mean_impact(before, first), mean_impact(before, second)
    ends = _known(change_interval(found - other, units, case.size, DIFFERENCES))
    held = low - 1e-9 <= case.impact <= high + 1e-9
    return (held, low > 1e-9, high < -1e-9, not ends[0] <= 0 <= ends[1], found[0])


def untouched(size: int, recalls: Floats, rng: np.random.Generator) -> Floats:
    """What each method recognises: problems x methods; hard problems are hard for all methods."""
    return (_alike(size, len(recalls), rng) < recalls).astype(float)


def rewritten(case: Case, recalls: Floats, before: Floats, rng: np.random.Generator) -> Floats:
    """What each method recognises after rewriting."""
    cases = [Case(case.size, recall, case.impact, case.churn) for recall in recalls.tolist()]
    turned = _alike(case.size, len(recalls), rng)
    lost = turned < np.array([one.lost / one.recall for one in cases])
    gained = turned < np.array([one.gained / (1 - one.recall) for one in cases])
    return np.where(before > 0, ~lost, gained).astype(float)


def _alike(size: int, methods: int, rng: np.random.Generator) -> Floats:
    """Uniform numbers that correlate over methods."""
    shared, own = rng.standard_normal((size, 1)), rng.standard_normal((size, methods))
    return np.asarray(stats.norm.cdf(np.sqrt(ALIKE) * shared + np.sqrt(1 - ALIKE) * own))


def swap_cases() -> Iterator[Case]:
    """Two obfuscators that do the same, more or less of it."""
    return (Case(size, 0.0, impact, 0.04) for impact in (0.0, 0.3) for size in (20, 50, 100))


def swaps(case: Case, repetitions: int) -> Line:
    """How often the comparison of two obfuscators that do the same speaks at 5%."""
    rng = generator(0, "attack swaps", str(case))
    spoke = 0
    for _ in range(repetitions):
        before = untouched(case.size, COMPARED, rng)
        first, second = (rewritten(case, COMPARED, before, rng) for _ in range(2))
        spoke += swap_test(before / case.size, first / case.size, second / case.size, rng) <= 0.05
    return {**vars(case), "rejected": spoke / repetitions, "repetitions": repetitions}
