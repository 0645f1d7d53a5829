from __future__ import annotations

import statistics
from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from stylobench.features.information_gain import information_gain


def entropy(values: list[int]) -> float:
    return -sum(n / len(values) * log2(n / len(values)) for n in Counter(values).values())


def plain(column: list[float], codes: list[int]) -> float:
    """Entropy of the class, less the mean entropy within the levels."""
    filled = [value for value in column if value]
    median = statistics.median(filled) if filled else 0.0
    levels = [0 if not value else 1 + (value > median) for value in column]
    within = [[code for code, level in zip(codes, levels, strict=True) if level == wanted] for wanted in set(levels)]
    return entropy(codes) - sum(len(part) / len(codes) * entropy(part) for part in within)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 2), *[st.integers(0, 3)] * 3), min_size=1, max_size=25))
def test_it_agrees_with_the_definition(rows: list[tuple[int, ...]]) -> None:
    codes, values = [row[0] for row in rows], np.array([row[1:] for row in rows], dtype=np.float64)
    expected = [plain(values[:, column].tolist(), codes) for column in range(3)]
    assert information_gain(sparse.csr_matrix(values), np.array(codes)) == pytest.approx(expected, abs=1e-12)


def test_gain_by_hand() -> None:
    """Classes a a b b (1 bit). Term 1 stands in three: the level of two is a b (1 bit), so 1 - 2/4 = .5 is left.

    Term 2 stands everywhere, at .1 and .1 in a, at .3 and .3 in b: median .2, and the class is known.
    """
    matrix = sparse.csr_matrix(np.array([[0.0, 0.1], [0.2, 0.1], [0.2, 0.3], [0.5, 0.3]]))
    assert information_gain(matrix, np.array([0, 0, 1, 1])) == pytest.approx([0.5, 1.0])


def test_stored_zeros_are_absences_and_the_matrix_is_left_alone() -> None:
    matrix = sparse.csr_matrix(np.array([[3.0], [1.0], [2.0], [2.0]]))
    matrix.data[2:] = 0.0
    assert information_gain(matrix, np.array([0, 0, 1, 1])) == pytest.approx([1.0])
    assert matrix.nnz == 4
    assert matrix.data.tolist() == [3, 1, 0, 0]


def test_one_class_or_an_empty_column_tells_nothing() -> None:
    matrix = sparse.csr_matrix(np.array([[1.0, 0.0], [0.0, 0.0]]))
    assert information_gain(matrix, np.array([0, 0])).tolist() == [0.0, 0.0]
    assert information_gain(matrix, np.array([0, 1])).tolist() == [1.0, 0.0]
