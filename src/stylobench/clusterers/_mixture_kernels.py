"""Expectation-maximisation of a Gaussian mixture, with the same bits on every processor."""

from __future__ import annotations

import math

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.features._same_bits import exp_of, log_of
from stylobench.records import Floats, Rows

LOG_2_PI = math.log(2 * math.pi)


@compiled_in_order
def likeliest_components(
    rows: Floats, labels: Rows, k: int, spherical: bool, least_variance: float, rounds: int, settled: float
) -> Rows:
    """The likeliest component of every row, once the mean log likelihood rises by less than `settled`."""
    count = len(rows)
    shares = np.zeros((count, k))
    for row in range(count):
        shares[row, labels[row]] = 1.0
    found, before = np.zeros(count, dtype=np.int64), -np.inf
    for _ in range(rounds):
        weights, means, variances = _components(rows, shares, spherical, least_variance)
        likelihood = _divide(rows, weights, means, variances, shares, found)
        if abs(likelihood - before) < settled:
            break
        before = likelihood
    return found


@compiled_in_order
def _components(rows: Floats, shares: Floats, spherical: bool, least_variance: float) -> tuple[Floats, Floats, Floats]:
    """Weight, mean and variances of every component."""
    (count, width), k = rows.shape, shares.shape[1]
    # a component that has lost all its rows keeps a weight next to nothing
    weights = np.full(k, 1e-15)
    means, variances = np.zeros((k, width)), np.zeros((k, width))
    for row in range(count):
        for part in range(k):
            if shares[row, part] == 0.0:
                continue
            weights[part] += shares[row, part]
            for column in range(width):
                means[part, column] += shares[row, part] * rows[row, column]
    for part in range(k):
        means[part] /= weights[part]
    for row in range(count):
        for part in range(k):
            if shares[row, part] == 0.0:
                continue
            for column in range(width):
                gap = rows[row, column] - means[part, column]
                variances[part, column] += shares[row, part] * (gap * gap)
    for part in range(k):
        variances[part] = variances[part] / weights[part] + least_variance
        if spherical:
            total = 0.0
            for column in range(width):
                total += variances[part, column]
            variances[part] = total / width
    return weights / count, means, variances


@compiled_in_order
def _divide(rows: Floats, weights: Floats, means: Floats, variances: Floats, shares: Floats, found: Rows) -> float:
    """Write the share of every component in every row and the likeliest, of equals the lowest; mean log likelihood."""
    (count, width), k = rows.shape, len(weights)
    fixed, inverse, turned = np.empty(k), np.empty((width, k)), np.empty((width, k))
    for part in range(k):
        fixed[part] = log_of(weights[part]) - 0.5 * width * LOG_2_PI
        for column in range(width):
            fixed[part] -= 0.5 * log_of(variances[part, column])
            inverse[column, part], turned[column, part] = 0.5 / variances[part, column], means[part, column]
    total, logs = 0.0, np.empty(k)
    for row in range(count):
        logs[:] = fixed
        for column in range(width):
            value = rows[row, column]
            for part in range(k):
                gap = value - turned[column, part]
                logs[part] -= (gap * gap) * inverse[column, part]
        best = np.argmax(logs)
        whole = 0.0
        for part in range(k):
            shares[row, part] = exp_of(logs[part] - logs[best])
            whole += shares[row, part]
        for part in range(k):
            shares[row, part] /= whole
        found[row] = best
        total += logs[best] + log_of(whole)
    return float(total / count)
