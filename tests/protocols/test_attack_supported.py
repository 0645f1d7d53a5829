"""Methods that were helped: the published reasons as rules."""

from __future__ import annotations

import pytest

from stylobench.protocols.attack_supported import reasons


@pytest.mark.parametrize(
    ("impact", "accuracy", "d_accuracy", "small", "expected"),
    [
        (-0.05, 0.7, 0.0, False, ("1",)),
        (-0.3, 0.55, 0.0, False, ("2",)),
        (-0.05, 0.55, 0.0, False, ("1", "2")),
        (-0.05, 0.55, -0.2, True, ("1", "2", "3", "4")),
        (-0.5, 0.7, -0.1, False, ("4",)),
        (-0.1, 0.6, -0.09, False, ("?",)),
        # a tenth and six tenths that counts gave, off in the last bit
        (-(0.8 - 0.7), 0.1 + 0.2 + 0.3, 0.7 - 0.8, False, ("4",)),
        (0.7 - 0.8, 0.6 - 1e-15, 0.0, False, ("?",)),
    ],
)
def test_reasons(impact: float, accuracy: float, d_accuracy: float, small: bool, expected: tuple[str, ...]) -> None:
    assert reasons(impact, accuracy, d_accuracy, small) == expected
