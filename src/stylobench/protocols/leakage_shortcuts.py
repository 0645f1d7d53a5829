"""Does the score follow the topic? Correlation with topic similarity, misleading pairs, and whether scores mean what
they say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from stylobench.metrics.reliability import bin_of
from stylobench.protocols.leakage import PAIRINGS
from stylobench.protocols.leakage_answers import Draws, Pooled, estimated_share
from stylobench.protocols.leakage_findings import Bin, Estimate, Reliability, TopicCorrelation
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import Booleans, Floats, Rows
from stylobench.statistics.trial_draws import Units, interval, values

FEWEST_TRIALS = 10
BINS = 10
NO_SPREAD = 1e-6


def correlation_findings(ground: Ground, answers: Pooled, draws: Draws) -> TopicCorrelation:
    """Scores against the similarity of the two texts' topics, same-author and different-author trials apart.

    Topics are compared, not the texts themselves: two texts by one hand are alike in more than their topic.
    """
    drawn_freely = answers.take(answers.trials.groups == "any")
    parts = [drawn_freely.take(drawn_freely.trials.same == same) for same in (True, False)]
    same, different = (_correlation(ground, part, draws) for part in parts)
    return TopicCorrelation(same, different)


def _correlation(ground: Ground, answers: Pooled, draws: Draws) -> Estimate | None:
    told = answers.take(~np.isnan(answers.scores))
    if len(told.trials) < FEWEST_TRIALS:
        return None
    topics = ground.library.topics
    alike = np.round(ground.cosines[topics[told.trials.known], topics[told.trials.questioned]], 12)
    ranks = [_ranked_within(column, told.folds) for column in (told.scores, alike)]
    units, weights = draws.of(told.trials)
    drawn = _weighted_correlations(ranks[0], ranks[1], weights, told.folds)
    return None if np.isnan(drawn[0]) else _estimated(drawn, units, len(told.trials))


def _estimated(drawn: Floats, units: Units, trials: int) -> Estimate:
    """The first correlation with its interval on Fisher's z, which is half the log-odds of (1 + r) / 2: it stays within
    -1 and 1 and is longer on the side with more room.
    """
    low, high = interval((1 + drawn) / 2, units, share=True)
    ends = [None if end is None else 2 * end - 1 for end in (low, high)]
    return Estimate(float(drawn[0]), ends[0], ends[1], units.name, units.count, trials)


def _ranked_within(values: Floats, folds: Rows) -> Floats:
    """Ranks from 0 to 1 within each fold: every fold has its own model and its own topics."""
    ranks = np.empty(len(values))
    for fold in np.unique(folds):
        here = folds == fold
        ranks[here] = stats.rankdata(values[here]) / here.sum()
    return ranks


def _weighted_correlations(x: Floats, y: Floats, weights: Floats, folds: Rows) -> Floats:
    """In every draw, over deviations from the means of folds; NaN where one side does not vary."""
    inside = (folds[:, None] == np.unique(folds)[None, :]).astype(np.float64)
    total = np.maximum(weights @ inside, NO_SPREAD)

    def within(a: Floats, b: Floats) -> Floats:
        sums = [weights @ (column[:, None] * inside) for column in (a * b, a, b)]
        return np.asarray((sums[0] - sums[1] * sums[2] / total).sum(axis=1))

    spread = within(x, x) * within(y, y)
    return np.asarray(within(x, y) / np.sqrt(np.where(spread > NO_SPREAD, spread, np.nan)))


def pairing_findings(answers: Pooled, draws: Draws) -> dict[str, Estimate]:
    """AUC on test pairs whose topics are left to chance, mislead or help."""
    found = {}
    for kind in PAIRINGS:
        part = answers.take(answers.trials.groups == kind)
        if 0 < part.trials.same.sum() < len(part.trials):
            units, weights = draws.of(part.trials)
            drawn = values("auc", part.trials.same, part.scores, weights, part.folds)
            found[kind] = estimated_share(drawn, units, part.trials.same)
    return found


def reliability_findings(answers: Pooled, draws: Draws) -> Reliability | None:
    """Bins of equal width over the answered trials drawn freely, and the expected calibration error."""
    told = answers.take((answers.trials.groups == "any") & ~np.isnan(answers.scores))
    if len(told.trials) < FEWEST_TRIALS or not 0 < told.trials.same.sum() < len(told.trials):
        return None
    units, weights = draws.of(told.trials)
    inside = np.eye(BINS)[bin_of(told.scores, BINS)]
    gaps = np.abs((weights * (told.scores - told.trials.same)) @ inside).sum(axis=1) / weights.sum(axis=1)
    sizes = inside.sum(axis=0).astype(np.int64)
    bins = [_bin(told, inside[:, place] == 1, (units, weights), int(place)) for place in np.flatnonzero(sizes)]
    return Reliability(bins, estimated_share(np.asarray(gaps), units, told.trials.same))


def _bin(told: Pooled, here: Booleans, drawn: tuple[Units, Floats], place: int) -> Bin:
    units, weights = drawn
    same = told.trials.same[here]
    with np.errstate(invalid="ignore"):
        shares = (weights[:, here] @ same) / weights[:, here].sum(axis=1)
    authors = len(np.unique(units.codes[here][units.codes[here] >= 0]))
    low, high = interval(np.asarray(shares), authors, share=True)
    mean, count = float(told.scores[here].mean()), int(here.sum())
    return Bin(place / BINS, (place + 1) / BINS, count, mean, float(same.mean()), low, high)


def answered_share(parts: Sequence[Pooled]) -> float:
    """The share of all trials that were answered."""
    scores = np.concatenate([part.scores for part in parts]) if parts else np.zeros(0)
    return float(np.mean(~np.isnan(scores))) if len(scores) else 0.0
