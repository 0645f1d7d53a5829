from __future__ import annotations

import pytest

from stylobench.errors import SpecError
from stylobench.verifiers._parameters import require_choice, require_counts


@pytest.mark.parametrize("value", [0, -1, 2.5, True, "3"])
def test_numbers_are_whole_and_large_enough(value: object) -> None:
    with pytest.raises(SpecError, match=r"method\(others=.*\): it must be a whole number of at least 1"):
        require_counts("method", others=value)
    require_counts("method", others=1)


def test_the_least_may_be_greater() -> None:
    with pytest.raises(SpecError, match=r"method\(others=1\): it must be a whole number of at least 2"):
        require_counts("method", at_least=2, others=1)


def test_choices_are_named() -> None:
    require_choice("method", ("a", "b"), kind="b")
    with pytest.raises(SpecError, match=r"method\(kind='c'\): it can be one of: a, b"):
        require_choice("method", ("a", "b"), kind="c")
