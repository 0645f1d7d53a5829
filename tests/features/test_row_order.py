from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.features.row_order import by_content, by_size, distinct_rows
from stylobench.records import Floats, Rows


def halves(rows: Floats) -> Rows:
    """A finder that looks at nothing but the order in which rows come."""
    return np.arange(len(rows)) * 2 // len(rows)


@settings(max_examples=30)
@given(st.lists(st.sampled_from([0.0, -0.0, 1.5, -2.0, 7.0]), min_size=1, max_size=12), st.randoms())
def test_a_finder_that_depends_on_order_is_made_to_depend_on_content(values: list[float], shuffler: object) -> None:
    order = list(range(len(values)))
    shuffler.shuffle(order)  # type: ignore[attr-defined]
    rows = np.array(values)[:, None]
    whole = by_content(rows, halves)
    assert by_content(rows[order], halves).tolist() == whole[order].tolist()
    assert len({(value, code) for value, code in zip(values, whole.tolist(), strict=True)}) == len(set(values))


def test_noise_is_one_more_cluster() -> None:
    rows = np.array([[1.0], [2.0], [3.0]])
    assert by_content(rows, lambda given: np.where(given[:, 0] > 1, -1, 4)).tolist() == [1, 0, 0]


def test_no_rows_have_no_labels() -> None:
    assert by_content(np.zeros((0, 3)), halves).tolist() == []
    assert distinct_rows(np.zeros((0, 3))) == 0
    assert distinct_rows(np.zeros((4, 0))) == 1
    assert by_size(np.zeros(0, dtype=np.int64)).tolist() == []
