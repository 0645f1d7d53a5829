"""Numbers as they are printed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.report import words


@pytest.mark.parametrize(
    ("value", "printed"),
    [(0.013, "p = .013"), (0.0132, "p = .013"), (0.0009, "p < .001"), (0.5, "p = .500"), (1.0, "p = 1"), (None, "–")],
)
def test_p_values_are_printed_as_in_papers(value: float | None, printed: str) -> None:
    assert words.p_value(value) == printed


def test_a_share_is_cut_where_no_share_can_lie() -> None:
    assert [words.percent(value) for value in (-0.2, 0.7272, 1.31)] == ["0.0%", "72.7%", "100%"]


def test_points_have_a_true_minus_and_no_negative_zero() -> None:
    assert words.points(-0.0004) == "0.0"
    assert words.points(-0.0312) == "−3.1"


def test_headlines_show_a_decimal_only_when_the_interval_is_narrow() -> None:
    assert words.headline_digits(0.17, 0.25) == 0
    assert words.headline_digits(0.201, 0.219) == 1
    assert words.headline_digits(None, None) == 0


def test_undefined_numbers_are_dashes_and_have_no_interval() -> None:
    assert words.share_with_interval(float("nan"), None, None) == "–"
    assert words.points_with_interval(None, None, None) == "–"


def test_numbers_of_numpy_are_numbers() -> None:
    assert words.count(np.int64(18862)) == "18,862"
    assert not words.known(np.float64("nan"))


@given(st.text())
def test_cleaned_text_can_be_written_and_moves_no_cursor(text: str) -> None:
    cleaned = words.clean(text)
    assert cleaned.encode("utf-8").decode() == cleaned
    assert not [c for c in cleaned if ord(c) < 32 or 127 <= ord(c) < 160 or c in words.BIDIRECTIONAL_MARKS]


def test_cleaning_leaves_letters_of_every_script_alone() -> None:
    assert words.clean("مؤلف É 漢字 👩‍🚀") == "مؤلف É 漢字 👩‍🚀"


@given(st.text(min_size=1), st.integers(4, 30))
def test_squeezed_names_fit_and_keep_both_ends(text: str, limit: int) -> None:
    squeezed = words.squeezed(text, limit)
    assert len(squeezed) <= limit + 1
    assert squeezed == text or (squeezed.count("…") >= 1 and len(text) > limit)
