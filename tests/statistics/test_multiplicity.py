"""Adjusted p-values: by hand, against SciPy, and in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from stylobench.statistics.multiplicity import benjamini_hochberg, holm

ps = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def test_holm_by_hand() -> None:
    # .005*4, then .01*3, then max(.03*2, .03) = .06, then max(.04*1, .06) = .06
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == pytest.approx([1, 1])


@settings(deadline=None)
@given(ps)
def test_holm_is_monotone_and_between_raw_and_bonferroni(p: list[float]) -> None:
    raw, adjusted = np.array(p), holm(p)
    order = np.argsort(raw, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()
    assert (adjusted >= raw - 1e-15).all()
    assert (adjusted <= np.minimum(raw * len(raw), 1) + 1e-15).all()
    assert adjusted[order[0]] == pytest.approx(min(1, raw[order[0]] * len(raw)))


@settings(deadline=None)
@given(ps)
def test_holm_equals_its_definition(p: list[float]) -> None:
    ranked = sorted(p)
    for one, adjusted in zip(p, holm(p), strict=True):
        expected = max(min(1, (len(p) - ranked.index(q)) * q) for q in ranked if q <= one)
        assert adjusted == pytest.approx(expected)


@settings(deadline=None)
@given(ps)
def test_benjamini_hochberg_agrees_with_scipy(p: list[float]) -> None:
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p, method="bh"))


def test_nothing_to_adjust() -> None:
    assert len(holm([])) == len(benjamini_hochberg([])) == 0


@pytest.mark.parametrize("bad", [[-0.1], [1.1], [float("nan")], [[0.1]]])
def test_only_p_values(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="p-values"):
        holm(bad)
