"""Tests of even shares, against all other choices."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora.funnel import effective
from stylobench.corpora.sampling import water_filling


@given(st.lists(st.integers(1, 7), min_size=1, max_size=4), st.integers(1, 30))
def test_no_other_choice_has_more_effective_topics(sizes, total):
    total = min(total, sum(sizes))
    shares = water_filling(np.array(sizes), total)
    assert shares.sum() == total
    assert (shares <= sizes).all()
    others = (np.array(other) for other in product(*(range(size + 1) for size in sizes)) if sum(other) == total)
    assert effective(shares) >= max(map(effective, others)) - 1e-12


def test_more_than_there_is_gives_all():
    assert water_filling(np.array([3, 1]), 99).tolist() == [3, 1]
