"""Labels as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import StylobenchError
from stylobench.metrics.coding import check_comparable, coded

LABELS = st.one_of(
    st.lists(st.integers(-5, 40), min_size=1),
    st.lists(st.text(max_size=3), min_size=1),
    st.lists(st.booleans(), min_size=1),
    st.lists(st.integers(-(2**62), 2**62), min_size=1),
)


@given(LABELS)
def test_lists_and_arrays_alike(labels: list[Any]) -> None:
    expected = sorted(set(labels))
    # an array of strings drops zeros at the end of each
    forms = [labels, np.array(labels, dtype=object)] + ([] if isinstance(labels[0], str) else [np.array(labels)])
    for form in forms:
        names, codes = coded(form)
        assert list(names) == expected
        assert [names[code] for code in codes] == labels


def test_numbers_are_in_the_order_of_numbers() -> None:
    assert coded(np.array([10, 9, 10]))[0] == (9, 10)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint8, np.uint64])
def test_narrow_and_wide_numbers_do_not_overflow(dtype: Any) -> None:
    info = np.iinfo(dtype)
    ends = [info.max - 27, info.max] if info.bits == 64 else [max(info.min, -100), min(info.max, 200)]
    names, codes = coded(np.array(ends * 60, dtype=dtype))
    assert names == tuple(ends)
    assert codes.tolist() == [0, 1] * 60


def test_numbers_may_be_labels_but_scores_may_not() -> None:
    labels: list[Any] = [[1, 2], [1.0, 2.0], [None, 1], [float("nan")], np.array([1, 3])]
    for answers in labels:
        check_comparable([1, 2, 3], answers)
    scores: list[Any] = [(["yes", "no"], [1, 0]), ([1, 2], [0.3, 1.0]), (["1", "0"], [float("inf"), 1])]
    for truth, given_scores in scores:
        with pytest.raises(StylobenchError, match="give booleans as truth, or labels as answers"):
            check_comparable(truth, given_scores)


def test_what_cannot_be_compared_is_in_the_order_of_how_it_is_written() -> None:
    assert coded([2, "10", 1])[0] == (1, "10", 2)


@pytest.mark.parametrize("labels", [["a", None], [1.0, float("nan")], np.array([0.0, np.nan])])
def test_a_missing_label_is_refused(labels: Any) -> None:
    with pytest.raises(StylobenchError, match="clusters hold no label for item 1; give every item one"):
        coded(labels, "clusters")
