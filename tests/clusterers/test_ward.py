from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage

from stylobench.clusterers._ward_kernels import ward_merges
from stylobench.clusterers.ward import Ward
from stylobench.errors import SplitError
from stylobench.seeds import generator


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 60), st.sampled_from([1, 3, 40]))
def test_heights_and_cuts_are_those_of_scipy(seed: int, count: int, width: int) -> None:
    rows = generator(seed, "ward").normal(size=(count, width))
    tree = linkage(rows, "ward")
    assert np.sort(ward_merges(rows.copy())[1]) == pytest.approx(tree[:, 2] ** 2 / 2)
    k = max(2, count // 3)
    ours, theirs = Ward(k=k).fit_predict(rows), fcluster(tree, k, "maxclust")
    assert len(set(zip(ours.tolist(), theirs.tolist(), strict=True))) == k


def test_the_growth_of_the_sum_of_squares_by_hand() -> None:
    """0 and 2 add 2 (1 + 1); their centre 1 and the point 7 add 2 * 1 / 3 * 36 = 24."""
    assert sorted(ward_merges(np.array([[0.0], [7.0], [2.0]]))[1]) == pytest.approx([2.0, 24.0])


def test_too_many_rows_are_refused_with_what_to_do() -> None:
    with pytest.raises(SplitError, match="ward takes at most 20,000 texts and there are 20,001; use kmeans"):
        Ward().fit_predict(np.zeros((20_001, 1)))
