"""Attacks small enough to judge by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judging
from stylobench.records import Booleans, Floats
from stylobench.statistics.trial_draws import Units

NAN = np.nan
QUICK = Judging(draws=99)


def attacked(truth: Booleans, before: dict[str, Floats], after: dict[tuple[str, str], Floats]) -> Attacked:
    """Problems with an author each, in two folds that learn from each other."""
    n = len(truth)
    fold = np.arange(n) // 2 % 2
    names = dict.fromkeys(name for _, name in after)
    return Attacked(
        name="hand",
        digest="made",
        ids=tuple(f"p{i:03d}" for i in range(n)),
        truth=truth,
        units=Units.problems(n),
        fold=fold,
        trained=(np.flatnonzero(fold == 1), np.flatnonzero(fold == 0)),
        before=before,
        after=after,
        rewritten={name: truth.copy() for name in names},
    )


def by_hand() -> Attacked:
    """Eight same-author problems and eight others, in turn; .5 is the best threshold of either fold."""
    truth = np.arange(16) % 2 == 0
    before = np.where(truth, 0.8, 0.2)
    before[[0, 2]] = 0.1
    # a same-author and another problem at .5 in either fold
    before[[4, 6]] = 0.5
    after = before.copy()
    after[[4, 8, 10]] = 0.2
    after[0] = 0.9
    return attacked(truth, {"m": before}, {("m", "o"): after, ("m", "identity"): before.copy()})


def two_methods() -> Attacked:
    """`m` as by hand (recall .75 to .5), `weak` near chance, loses half of what it recognises."""
    made = by_hand()
    weak = np.full(16, 0.4)
    weak[[0, 2, 8, 10, 1, 3]] = 0.6
    after = np.where(made.truth & (np.arange(16) < 8), np.minimum(weak, 0.4), weak)
    return replace(made, before={**made.before, "weak": weak}, after={**made.after, ("weak", "o"): after})
