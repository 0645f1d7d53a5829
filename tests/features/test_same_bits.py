from __future__ import annotations

import math

import numpy as np
import pytest

from stylobench.features._same_bits import exps, gram, logs, product
from stylobench.seeds import generator

RNG = generator(0, "numbers")


def test_logarithms_and_exponentials_are_right_to_a_few_units_of_the_last_place() -> None:
    numbers = np.concatenate([RNG.uniform(0, 2, 500), 10 ** RNG.uniform(-300, 300, 500), [5e-324, 1.0]])
    assert logs(numbers) == pytest.approx([math.log(number) for number in numbers], rel=1e-15, abs=2e-16)
    powers = RNG.uniform(-740, 709, 1000)
    assert exps(powers) == pytest.approx([math.exp(power) for power in powers], rel=1e-15, abs=1e-323)


def test_limits() -> None:
    assert exps(np.array([0.0, -1000.0, -np.inf, np.inf])).tolist() == [1.0, 0.0, 0.0, math.inf]
    assert logs(np.array([[1.0], [math.e]])).tolist() == [[0.0], [1.0]]


@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 4, 5), (7, 9, 2), (2, 0, 3)])
def test_products_are_those_of_linear_algebra(shape: tuple[int, int, int]) -> None:
    left, right = RNG.normal(size=shape[:2]), RNG.normal(size=shape[1:])
    assert product(left, right) == pytest.approx(left @ right)
    assert gram(right) == pytest.approx(right.T @ right)
