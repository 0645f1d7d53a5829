"""The paired leakage test: what a verifier loses when its training topics are far from the test topics.

Two things make the difference uncertain: which authors were tested, and which training documents each side happened to
get. Drawing authors again shows the first. For the second the whole comparison is repeated with training topics that
are split by lot. Such a control has nothing to find but what its halves happen to differ in nearness, and that part is
taken out in proportion; what is left is what chance gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from stylobench.protocols.leakage import MEASURES, PairedSplit, Plan
from stylobench.protocols.leakage_answers import Draws, Pooled, Runs, answered, estimated_share, fold_value, pooled
from stylobench.protocols.leakage_findings import Canary, Contrast, Estimate, Paired, PairedFold
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import Floats
from stylobench.statistics.trial_draws import FEWEST_UNITS, Units, values

LITTLE = 0.02
CANARY_MEASURE = "auc"
LEARNS_NOTHING = "its answers do not hang on training at all, so this test says nothing of it; see where topics mislead"
NO_NEARNESS = 1e-3
MOST_NEARNESS = 0.7
FEWEST_CONTROLS = 5
FEWEST_TOPICS = 8
LEVEL = 0.95


def paired_findings(ground: Ground, plan: Plan, runs: Runs, measure: str, draws: Draws) -> Paired | None:
    """Near minus far on the same trials, every measure."""
    alive = [one for one in plan.paired if _survived(one, runs)]
    if not alive:
        return None
    controls = _Controls.of(ground, alive, [one for one in plan.controls if _all_survived(one, runs)])
    measures = {name: _contrast(name, alive, controls, runs, draws) for name in MEASURES}
    how = "same" if all(one.sides.authors == "same" for one in alive) else "as many"
    folds = [_fold(ground, one, runs, measure) for one in alive]
    verdict = _verdict(measures[measure], len(ground.topics))
    return Paired(measure, measures, how, folds, verdict if _learns(alive, runs) else LEARNS_NOTHING)


def _survived(one: PairedSplit, runs: Runs) -> bool:
    return answered(one.near, runs) is not None and answered(one.far, runs) is not None


def _both_sides(splits: Sequence[PairedSplit], runs: Runs) -> tuple[Pooled, Pooled]:
    near, far = (pooled([getattr(one, side) for one in splits], runs) for side in ("near", "far"))
    if near is None or far is None:
        raise AssertionError("a fold that survived has answers")
    return near, far


@dataclass(frozen=True)
class _Controls:
    """The comparisons by lot, and how near their halves are: 0 is equally near, 1 is as near and far as it gets."""

    splits: list[Sequence[PairedSplit]]
    nearness: list[float]

    @classmethod
    def of(cls, ground: Ground, paired: Sequence[PairedSplit], controls: Sequence[Sequence[PairedSplit]]) -> _Controls:
        """Those that are not near and far themselves, which happens where topics are few."""
        whole = _nearness(ground, paired)
        shares = [_nearness(ground, one) / whole if abs(whole) > NO_NEARNESS else 0.0 for one in controls]
        kept = [(one, share) for one, share in zip(controls, shares, strict=True) if abs(share) < MOST_NEARNESS]
        return cls([one for one, _ in kept], [share for _, share in kept])

    def differences(self, value: float, of_control: Callable[[Sequence[PairedSplit]], float]) -> list[float]:
        """Each control's difference without the part that its nearness explains; `value` is that of near and far.

        Taking out that part takes out chance with it, in the same proportion: what is left is scaled up again.
        """
        columns = zip(self.splits, self.nearness, strict=True)
        found = [(of_control(control) - share * value) / np.sqrt(1 - share**2) for control, share in columns]
        return [float(one) for one in found if not np.isnan(one)]


def _nearness(ground: Ground, splits: Sequence[PairedSplit]) -> float:
    """By how much the first side is nearer to the test topics than the second, averaged over folds."""
    gaps = []
    for one in splits:
        to_test = ground.cosines[:, list(one.test_topics)].mean(axis=1)
        gaps.append(to_test[list(one.sides.near_topics)].mean() - to_test[list(one.sides.far_topics)].mean())
    return float(np.mean(gaps))


def _contrast(name: str, splits: Sequence[PairedSplit], controls: _Controls, runs: Runs, draws: Draws) -> Contrast:
    near, far = _both_sides(splits, runs)
    units, weights = draws.of(near.trials)
    sides = [values(name, near.trials.same, side.scores, weights, side.folds) for side in (near, far)]
    apart = sides[0] - sides[1]
    by_lot = controls.differences(float(apart[0]), lambda control: _plain_difference(name, control, runs))
    shares = [estimated_share(side, units, near.trials.same) for side in sides]
    return Contrast(shares[0], shares[1], with_controls(apart, units, len(near.trials), by_lot), by_lot)


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
    near, far = (fold_value(measure, split, runs) for split in (one.near, one.far))
    return PairedFold(
        held_out=[ground.topics[code] for code in one.test_topics],
        trials=len(one.near.test),
        training_pairs=len(one.near.train),
        near_similarity=one.sides.near_similarity,
        far_similarity=one.sides.far_similarity,
        near=near,
        far=far,
    )


def _learns(splits: Sequence[PairedSplit], runs: Runs) -> bool:
    """Whether any answer hangs on what the verifier was trained on."""
    pairs = [(answered(one.near, runs), answered(one.far, runs)) for one in splits]
    return any(
        not np.array_equal(near, far, equal_nan=True) for near, far in pairs if near is not None and far is not None
    )


def _verdict(contrast: Contrast, topics: int) -> str:
    difference, controls = contrast.difference, len(contrast.controls)
    if np.isnan(difference.value):
        return "it answered too little to tell"
    if controls < FEWEST_CONTROLS:
        return f"no verdict from {controls} controls; it takes {FEWEST_CONTROLS}"
    if topics < FEWEST_TOPICS:
        return f"no verdict from {topics} topics; it takes {FEWEST_TOPICS}"
    if difference.low is None or difference.high is None:
        return "too few authors to tell"
    if difference.low > 0:
        return "it leans on topic leakage"
    if difference.high < 0:
        return "it does better when its training topics are far from the test topics"
    return (
        "no sign that it leans on topic leakage"
        if difference.high < LITTLE
        else "no clear sign; a loss is not ruled out"
    )


def mean_difference(ground: Ground, plan: Plan, runs: Sequence[Runs], measure: str, draws: Draws) -> Estimate:
    """Near minus far averaged over verifiers, each by its runs, on the folds that all of them survived."""
    alive = [one for one in plan.paired if all(_survived(one, mine) for mine in runs)]
    sides = [_both_sides(alive, mine) for mine in runs]
    trials = sides[0][0].trials
    units, weights = draws.of(trials)
    drawn = [
        np.subtract(*(values(measure, trials.same, side.scores, weights, side.folds) for side in both))
        for both in sides
    ]
    mean = np.asarray(np.mean(drawn, axis=0))
    every = [one for one in plan.controls if all(_all_survived(one, mine) for mine in runs)]

    def of_control(control: Sequence[PairedSplit]) -> float:
        return float(np.mean([_plain_difference(measure, control, mine) for mine in runs]))

    by_lot = _Controls.of(ground, alive, every).differences(float(mean[0]), of_control)
    return with_controls(mean, units, len(trials), by_lot)


def canary_findings(
    ground: Ground, plan: Plan, runs: Mapping[str, Runs], pair: tuple[str, str], draws: Draws
) -> Canary | None:
    """Whether the first verifier of the pair loses more than the second, by AUC, which no threshold disturbs."""
    measure = CANARY_MEASURE
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
    both = [one for one in plan.controls if all(_all_survived(one, runs[name]) for name in pair)]

    def lost(control: Sequence[PairedSplit]) -> float:
        first, second = (_plain_difference(measure, control, runs[name]) for name in pair)
        return first - second

    more = losses[0] - losses[1]
    by_lot = _Controls.of(ground, alive, both).differences(float(more[0]), lost)
    difference = with_controls(more, units, len(trials), by_lot)
    return Canary(*pair, measure, difference, _bite(difference))


def _bite(difference: Estimate) -> str:
    if difference.low is None:
        return "nobody can tell whether the test has any bite on this corpus"
    return "the test bites on this corpus" if difference.low > 0 else "the test shows no bite on this corpus"
