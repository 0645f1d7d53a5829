"""Whether one threshold serves problems with few and with many known texts."""

from __future__ import annotations

import numpy as np

from stylobench.protocols.attack_conditions import condition_warnings
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judging
from stylobench.records import Trials
from stylobench.statistics.trial_draws import Units


def problems(known: list[int], same: list[bool]) -> Trials:
    """Problems over one document, with so many known texts."""
    starts = np.cumsum([0, *known])
    rows = np.zeros(len(known), np.int64)
    return Trials(np.zeros(starts[-1], np.int64), starts, rows, np.array(same), np.full(len(known), ""))


def attacked(scores: list[float], same: list[bool]) -> Attacked:
    every, count = np.arange(len(same)), len(same)
    return Attacked(
        name="set", digest="d", ids=tuple(map(str, every)), truth=np.array(same), units=Units.problems(count),
        fold=np.zeros(count, np.int64), trained=(every,), before={"m": np.array(scores)}, after={}, rewritten={},
    )  # fmt: skip


KNOWN = [1] * 60 + [5] * 60
SAME = ([True] * 30 + [False] * 30) * 2
JUDGING = Judging(0, 0.0, 99, "cross_fitted")
LONG = "word " * 60


def test_a_threshold_that_fails_beside_many_known_texts_is_told() -> None:
    """Strangers score .3 beside one known text; beside five, 20 of 30 score .7, above the best threshold of .6."""
    scores = [0.6] * 30 + [0.3] * 30 + [0.9] * 30 + [0.7] * 20 + [0.3] * 10
    told = list(condition_warnings([LONG], problems(KNOWN, SAME), attacked(scores, SAME), JUDGING))
    assert told == [
        "m takes 0% [0, 11] of 30 strangers for the author beside 1 known text, and 67% [49, 81] of 30 beside 5 known "
        "texts: one threshold does not serve both, so its verdicts hold for this mix of problems only"
    ]


def test_nothing_is_said_where_it_serves_both_or_problems_are_few() -> None:
    scores = ([0.8] * 30 + [0.3] * 30) * 2
    assert not list(condition_warnings([LONG], problems(KNOWN, SAME), attacked(scores, SAME), JUDGING))
    few = [0.6] * 5 + [0.3] * 5 + [0.9] * 5 + [0.7] * 5
    same = ([True] * 5 + [False] * 5) * 2
    assert not list(condition_warnings([LONG], problems([1] * 10 + [5] * 10, same), attacked(few, same), JUDGING))


def test_texts_too_short_for_a_verdict_are_counted() -> None:
    scores = ([0.8] * 30 + [0.3] * 30) * 2
    [told] = condition_warnings(["so it is"], problems(KNOWN, SAME), attacked(scores, SAME), JUDGING)
    assert told == "1 of 1 texts have fewer than 50 words: `verify` would give no answer"
