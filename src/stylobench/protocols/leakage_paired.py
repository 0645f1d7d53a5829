"""The paired leakage test: what a verifier loses when its training topics are far from the test topics.

Two things make the difference uncertain: which authors were tested, and which training documents each side happened to
get. Drawing authors again shows the first. For the second the whole comparison is repeated with training topics that
are split by lot; those controls have nothing to find, and their size is what chance gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy import stats

from stylobench.protocols.leakage import PairedSplit, Plan
from stylobench.protocols.leakage_answers import MEASURES, Draws, Pooled, Runs, answered, estimated, fold_values, pooled
from stylobench.protocols.leakage_findings import Canary, Contrast, Estimate, Paired, PairedFold
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import Floats
from stylobench.statistics.trial_draws import FEWEST_UNITS, Units, values

LITTLE = 0.02
LEVEL = 0.95


def paired_findings(ground: Ground, plan: Plan, runs: Runs, measure: str, draws: Draws) -> Paired | None:
    """Near minus far on the same trials, every measure."""
    alive = [one for one in plan.paired if _survived(one, runs)]
    if not alive:
        return None
    measures = {name: _contrast(name, alive, plan, runs, draws) for name in MEASURES}
    how = "same" if all(one.sides.authors == "same" for one in alive) else "as many"
    folds = [_fold(ground, one, runs, measure) for one in alive]
    return Paired(measure, measures, how, folds, _verdict(measures[measure]))


def _survived(one: PairedSplit, runs: Runs) -> bool:
    return answered(one.near, runs) is not None and answered(one.far, runs) is not None


def _both_sides(splits: Sequence[PairedSplit], runs: Runs) -> tuple[Pooled, Pooled]:
    near, far = (pooled([getattr(one, side) for one in splits], runs) for side in ("near", "far"))
    if near is None or far is None:
        raise AssertionError("a fold that survived has answers")
    return near, far


def _contrast(name: str, splits: Sequence[PairedSplit], plan: Plan, runs: Runs, draws: Draws) -> Contrast:
    near, far = _both_sides(splits, runs)
    units, weights = draws.of(near.trials)
    sides = [values(name, near.trials.same, side.scores, weights, side.folds) for side in (near, far)]
    controls = [_plain_difference(name, control, runs) for control in plan.controls if _all_survived(control, runs)]
    shares = [estimated(side, units, len(near.trials), share=True) for side in sides]
    difference = with_controls(sides[0] - sides[1], units, len(near.trials), controls)
    return Contrast(shares[0], shares[1], difference, controls)


def _all_survived(control: Sequence[PairedSplit], runs: Runs) -> bool:
    return all(_survived(one, runs) for one in control)


def _plain_difference(name: str, splits: Sequence[PairedSplit], runs: Runs) -> float:
    near, far = _both_sides(splits, runs)
    once = np.ones((1, len(near.trials)))
    sides = [values(name, near.trials.same, side.scores, once, side.folds) for side in (near, far)]
    return float(sides[0][0] - sides[1][0])


def with_controls(drawn: Floats, units: Units, trials: int, controls: Sequence[float]) -> Estimate:
    """The first value with an interval for both sources of chance: draws of authors, and controls, whose mean is 0.

    Their variances add; the degrees of freedom are Welch and Satterthwaite's. Without controls there is no interval.
    """
    value, rest = float(drawn[0]), drawn[1:][~np.isnan(drawn[1:])]
    if units.count < FEWEST_UNITS or not controls or len(rest) < (len(drawn) - 1) / 10:
        return Estimate(value, None, None, units.name, units.count, trials)
    parts = np.array([np.var(rest, ddof=1) * units.count / (units.count - 1), np.mean(np.square(controls))])
    degrees = np.array([units.count - 1, len(controls)])
    if not parts.sum():
        return Estimate(value, value, value, units.name, units.count, trials)
    freedom = parts.sum() ** 2 / (parts**2 / degrees).sum()
    reach = float(stats.t.ppf((1 + LEVEL) / 2, freedom) * np.sqrt(parts.sum()))
    return Estimate(value, value - reach, value + reach, units.name, units.count, trials)


def _fold(ground: Ground, one: PairedSplit, runs: Runs, measure: str) -> PairedFold:
    near, far = (fold_values([split], runs)[measure][0] for split in (one.near, one.far))
    return PairedFold(
        held_out=[ground.topics[code] for code in one.test_topics],
        trials=len(one.near.test),
        training_pairs=len(one.near.train),
        near_similarity=one.sides.near_similarity,
        far_similarity=one.sides.far_similarity,
        near=near,
        far=far,
    )


def _verdict(contrast: Contrast) -> str:
    low, high = contrast.difference.low, contrast.difference.high
    if low is None or high is None:
        return "no verdict without controls" if not contrast.controls else "too few authors to tell"
    if low > 0:
        return "it leans on topic leakage"
    if high < 0:
        return "it does better when its training topics are far from the test topics"
    return "no sign that it leans on topic leakage" if high < LITTLE else "no clear sign; a loss is not ruled out"


def canary_findings(
    plan: Plan, runs: Mapping[str, Runs], pair: tuple[str, str], measure: str, draws: Draws
) -> Canary | None:
    """Whether the first verifier of the pair loses more than the second."""
    alive = [one for one in plan.paired if all(_survived(one, runs[name]) for name in pair)]
    if not alive:
        return None
    sides = {name: _both_sides(alive, runs[name]) for name in pair}
    trials = sides[pair[0]][0].trials
    units, weights = draws.of(trials)
    losses = [
        np.subtract(*(values(measure, trials.same, side.scores, weights, side.folds) for side in sides[name]))
        for name in pair
    ]
    both = [control for control in plan.controls if all(_all_survived(control, runs[name]) for name in pair)]
    lost = [[_plain_difference(measure, control, runs[name]) for name in pair] for control in both]
    controls = [first - second for first, second in lost]
    difference = with_controls(losses[0] - losses[1], units, len(trials), controls)
    bites = difference.low is not None and difference.low > 0
    verdict = "the test bites on this corpus" if bites else "the test shows no bite on this corpus"
    return Canary(*pair, measure, difference, verdict)
