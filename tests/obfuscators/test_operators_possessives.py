"""Possessives are turned only where one plain noun owns another."""

from __future__ import annotations

import pytest
from operator_tries import tried

from stylobench.obfuscators._operators_possessives import turn_possessives


def test_both_ways() -> None:
    short, long = "He took the king's hat.", "He took the hat of the king."
    assert tried(turn_possessives, short, possessives=0.0) == long
    assert tried(turn_possessives, long, possessives=1.0) == short


@pytest.mark.parametrize(
    "text",
    ["It was the end of the king.", "He took the hat of the king of France.", "A day's work.", "He saw John's hat."],
)
def test_what_is_fixed_named_or_goes_on_stays(text: str) -> None:
    assert tried(turn_possessives, text, possessives=1.0) == text
    assert tried(turn_possessives, text, possessives=0.0) == text
