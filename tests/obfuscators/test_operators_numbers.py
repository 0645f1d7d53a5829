"""Small numbers are drawn between figures and words; labels, sums and tables stay."""

from __future__ import annotations

import pytest
from operator_tries import tried

from stylobench.obfuscators._operators_numbers import respell_numbers


def test_both_ways() -> None:
    assert tried(respell_numbers, "He came after 3 days.", figures=0.0) == "He came after three days."
    assert tried(respell_numbers, "He came after three days.", figures=1.0) == "He came after 3 days."


@pytest.mark.parametrize(
    "text", ["See page 3 books.", "He paid $5 notes.", "In 1990 wars began.", "1 2 3 days", "a 3.5 days"]
)
def test_what_is_no_plain_count_stays(text: str) -> None:
    assert tried(respell_numbers, text, figures=0.0) == text
