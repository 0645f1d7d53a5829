"""Information gain of terms about classes: how much of the class is known from how often a term stands in a text.

A frequency is discretised into absent, at or below the median of the term's frequencies where it stands, and above it:
a cut that does not look at the classes, so that a rare term cannot earn its gain by a cut made to measure.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from stylobench.records import Floats, Rows


def information_gain(matrix: sparse.csr_matrix, codes: Rows) -> Floats:
    """Bits that each column tells about the class of the rows.

    >>> information_gain(sparse.csr_matrix([[1.0, 1.0], [2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([0, 0, 1, 1]))
    array([1., 0.])
    """
    filled = _sorted_in_columns(matrix)
    width, classes = matrix.shape[1], int(codes.max(initial=0)) + 1
    columns = np.repeat(np.arange(width), np.diff(filled.indptr))
    cells = columns * classes + codes[filled.indices]
    high = filled.data > _medians(filled)[columns]
    present, above = (np.bincount(chosen, minlength=width * classes) for chosen in (cells, cells[high]))
    totals = np.bincount(codes, minlength=classes)
    above, present = above.reshape(width, classes), present.reshape(width, classes)
    levels = (totals - present, present - above, above)
    gain = _bits(totals[None, :]) - sum(_bits(level) for level in levels)
    return np.maximum(gain / max(1, len(codes)), 0.0)


def _sorted_in_columns(matrix: sparse.csr_matrix) -> sparse.csc_matrix:
    """By columns, the values of each in ascending order."""
    filled = sparse.csc_matrix(matrix, copy=True)
    filled.sum_duplicates()
    filled.eliminate_zeros()
    columns = np.repeat(np.arange(filled.shape[1]), np.diff(filled.indptr))
    order = np.lexsort((filled.data, columns))
    return sparse.csc_matrix((filled.data[order], filled.indices[order], filled.indptr), shape=filled.shape)


def _medians(filled: sparse.csc_matrix) -> Floats:
    """The median of each column's values; 0 where there are none."""
    starts, lengths = filled.indptr[:-1], np.diff(filled.indptr)
    medians, some = np.zeros(len(lengths)), lengths > 0
    low = starts[some] + (lengths[some] - 1) // 2
    high = starts[some] + lengths[some] // 2
    medians[some] = (filled.data[low] + filled.data[high]) / 2
    return medians


def _bits(counts: np.ndarray) -> Floats:
    """Rows of counts per class: their number times the entropy of the class among them."""
    numbers = counts.astype(np.float64)
    wholes = numbers.sum(axis=1)
    return np.asarray(_xlog2x(wholes) - _xlog2x(numbers).sum(axis=1))


def _xlog2x(numbers: Floats) -> Floats:
    return numbers * np.log2(np.where(numbers > 0, numbers, 1.0))
