from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from stylobench.features._singular_vectors import eigenvectors, make_orthonormal, scaled_left_vectors
from stylobench.seeds import generator

RNG = generator(0, "matrices")


def test_a_matrix_of_falling_values_has_the_singular_vectors_of_linear_algebra() -> None:
    left, right = (np.linalg.qr(RNG.normal(size=(size, 20)))[0] for size in (60, 90))
    strengths = 0.7 ** np.arange(20)
    matrix = sparse.csr_matrix((left * strengths) @ right.T)
    found = scaled_left_vectors(matrix, 5)
    assert np.abs(found) == pytest.approx(np.abs(left * strengths)[:, :5], abs=1e-9)


def test_a_matrix_of_low_rank_is_kept_whole() -> None:
    matrix = RNG.normal(size=(30, 2)) @ RNG.normal(size=(2, 12))
    found = scaled_left_vectors(sparse.csr_matrix(matrix), 8)
    assert found.shape == (30, 8)
    assert found @ found.T == pytest.approx(matrix @ matrix.T)
    assert not found[:, 2:].any()


def test_a_column_in_the_span_of_others_becomes_zero() -> None:
    basis = RNG.normal(size=(9, 4))
    basis[:, 2] = basis[:, 0] - 3 * basis[:, 1]
    make_orthonormal(basis)
    assert basis.T @ basis == pytest.approx(np.diag([1.0, 1.0, 0.0, 1.0]), abs=1e-9)


def test_eigenvectors_of_a_symmetric_matrix() -> None:
    half = RNG.normal(size=(12, 12))
    symmetric = half + half.T
    values, vectors = eigenvectors(symmetric)
    assert np.sort(values) == pytest.approx(np.linalg.eigvalsh(symmetric))
    assert vectors @ np.diag(values) @ vectors.T == pytest.approx(symmetric)
    assert vectors.T @ vectors == pytest.approx(np.eye(12), abs=1e-12)
