"""Logarithms, exponentials and matrix products with the same bits on every processor.

Those of NumPy and of the linear algebra beneath it choose their code, and with it their last bits, by the processor.
Where a choice follows from a number (a cluster, a topic, a tie), the last bits can decide it.
"""

from __future__ import annotations

import math

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.records import Floats

# log 2 in two parts: the first has so few bits that a multiple of it is exact
LOG_2_HIGH = 0.6931471803691238
LOG_2_LOW = 1.9082149292705877e-10


@compiled_in_order
def log_of(value: float) -> float:
    """The natural logarithm of a positive number."""
    share, power = math.frexp(value)
    if share < 0.7071067811865476:
        share, power = 2 * share, power - 1
    # log((1 + z) / (1 - z)) = 2 (z + z^3/3 + z^5/5 + ...)
    ratio = (share - 1) / (share + 1)
    square, series = ratio * ratio, 0.0
    for odd in range(23, 1, -2):
        series = square * (series + 1 / odd)
    return power * LOG_2_HIGH + (2 * ratio + (2 * ratio * series + power * LOG_2_LOW))


@compiled_in_order
def exp_of(value: float) -> float:
    """e to a power; 0 far below -700, as for minus infinity."""
    if value < -745.0:
        return 0.0
    if value > 709.7:
        return np.inf
    power = math.floor(value / (LOG_2_HIGH + LOG_2_LOW) + 0.5)
    rest, series = (value - power * LOG_2_HIGH) - power * LOG_2_LOW, 1.0
    for term in range(16, 0, -1):
        series = 1 + rest * series / term
    # in two steps: 2 to the power may be out of range where the result is not
    half = power // 2
    return math.ldexp(math.ldexp(series, half), power - half)


@compiled_in_order
def _logs(values: Floats) -> Floats:
    found = np.empty(len(values))
    for place in range(len(values)):
        found[place] = log_of(values[place])
    return found


@compiled_in_order
def _exps(values: Floats) -> Floats:
    found = np.empty(len(values))
    for place in range(len(values)):
        found[place] = exp_of(values[place])
    return found


def logs(values: Floats) -> Floats:
    """The natural logarithms of positive numbers.

    >>> logs(np.array([1.0, 8.0])).round(6).tolist()
    [0.0, 2.079442]
    """
    flat = np.ascontiguousarray(values, dtype=np.float64).ravel()
    return _logs(flat).reshape(np.shape(values))


def exps(values: Floats) -> Floats:
    """e to these powers.

    >>> exps(np.array([0.0, 1.0, -np.inf])).round(6).tolist()
    [1.0, 2.718282, 0.0]
    """
    flat = np.ascontiguousarray(values, dtype=np.float64).ravel()
    return _exps(flat).reshape(np.shape(values))


def product(left: Floats, right: Floats) -> Floats:
    """The matrix product, each sum in the order of its terms.

    >>> product(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]])).tolist()
    [[11.0]]
    """
    found = np.zeros((len(left), right.shape[1]))
    add_product(np.ascontiguousarray(left, np.float64), np.ascontiguousarray(right, np.float64), found)
    return found


@compiled_in_order
def add_product(left: Floats, right: Floats, found: Floats) -> None:
    """Add the matrix product to `found`, four terms of the sums at a time."""
    terms, width = right.shape
    whole = terms - terms % 4
    for row in range(len(left)):
        for term in range(0, whole, 4):
            first, second = left[row, term], left[row, term + 1]
            third, fourth = left[row, term + 2], left[row, term + 3]
            for column in range(width):
                total = found[row, column] + first * right[term, column]
                total += second * right[term + 1, column]
                total += third * right[term + 2, column]
                found[row, column] = total + fourth * right[term + 3, column]
        for term in range(whole, terms):
            for column in range(width):
                found[row, column] += left[row, term] * right[term, column]


@compiled_in_order
def gram(matrix: Floats) -> Floats:
    """The products of all columns with one another."""
    count, width = matrix.shape
    found, whole = np.zeros((width, width)), count - count % 4
    for row in range(0, whole, 4):
        for one in range(width):
            first, second = matrix[row, one], matrix[row + 1, one]
            third, fourth = matrix[row + 2, one], matrix[row + 3, one]
            for other in range(one, width):
                total = found[one, other] + first * matrix[row, other]
                total += second * matrix[row + 1, other]
                total += third * matrix[row + 2, other]
                found[one, other] = total + fourth * matrix[row + 3, other]
    for row in range(whole, count):
        for one in range(width):
            for other in range(one, width):
                found[one, other] += matrix[row, one] * matrix[row, other]
    for one in range(width):
        for other in range(one):
            found[one, other] = found[other, one]
    return found
