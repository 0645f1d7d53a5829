"""Mean ranks of true authors, by hand."""

from __future__ import annotations

import numpy as np

from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging
from stylobench.protocols.attack_ranks import mean_ranks
from stylobench.statistics.trial_draws import Units

NAN = np.nan


def judged(rewritten, authors=12) -> Judged:
    names = np.array([f"a{n:02d}" for n in range(authors)])
    ground = Attacked(
        name="hand", digest="hand", ids=tuple(names), truth=np.ones(authors, bool), units=Units.authors(names, names),
        fold=np.zeros(authors, np.int64), trained=(np.arange(0),), before={}, after={},
        rewritten={"o": np.array(rewritten)}, fixed=0.5,
    )  # fmt: skip
    return Judged(ground, Judging(draws=199))


def test_the_mean_is_over_rewritten_documents_with_both_ranks() -> None:
    before = np.array([1.0, 1, 2, NAN, 7, *[1] * 7])
    after = np.array([2.0, 3, NAN, 5, 9, *[1] * 7])
    found = mean_ranks(judged([True] * 4 + [False] * 8), "o", before, after, 4.0)
    assert (found.before.value, found.after.value, found.candidates) == (1.0, 2.5, 4.0)


def test_the_interval_holds_the_mean_and_equal_ranks_have_equal_intervals() -> None:
    ranks = np.array([1.0, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    found = mean_ranks(judged([True] * 12), "o", ranks, ranks, 3.0)
    assert found.before == found.after
    assert found.before.value == 2.0
    assert found.before.low < 2.0 < found.before.high


def test_no_document_has_no_rank() -> None:
    ranks = np.ones(12)
    assert mean_ranks(judged([False] * 12), "o", ranks, ranks, 3.0) is None
    assert mean_ranks(judged([True] * 12), "o", ranks, ranks * NAN, 3.0) is None
