"""Concordant pairs by cluster, against every pair looked at."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.statistics.concordance import concordant_pairs, shares_beaten

items = st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 0.9]), st.booleans(), st.integers(0, 3)), max_size=25)


@given(items)
def test_like_every_pair(cases: list[tuple[float, bool, int]]) -> None:
    expected = np.zeros((4, 4))
    for score, same, cluster in cases:
        for other, different, where in cases:
            if same and not different:
                expected[cluster, where] += (score > other) + (score == other) / 2
    scores, truth, clusters = (np.array([case[part] for case in cases]) for part in range(3))
    found = concordant_pairs(scores.astype(float), truth.astype(bool), clusters.astype(np.int64), 4)
    assert found.tolist() == expected.tolist()


@given(items.filter(lambda cases: 0 < sum(same for _, same, _ in cases) < len(cases)))
def test_shares_beaten_like_every_pair(cases: list[tuple[float, bool, int]]) -> None:
    scores, truth = np.array([score for score, *_ in cases]), np.array([same for _, same, _ in cases])
    weights = np.array([cluster + 1.0 for *_, cluster in cases])
    found = shares_beaten(scores, truth, weights)
    for place, (score, same, _) in enumerate(cases):
        others = truth != same
        sign = 1 if same else -1
        beaten = (sign * (score - scores[others]) > 0) + (score == scores[others]) / 2
        assert found[place] == pytest.approx(weights[others] @ beaten / weights[others].sum())
