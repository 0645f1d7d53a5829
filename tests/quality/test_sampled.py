from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stylobench.quality._sampled import sentences, spread


@given(st.lists(st.integers(), unique=True), st.integers(1, 9))
def test_a_sample_keeps_the_order_and_repeats_nothing(items: list[int], most: int) -> None:
    chosen = spread(items, most)
    assert len(chosen) == min(most, len(items))
    assert [item for item in items if item in chosen] == chosen


def test_sentences_come_from_all_over_the_text() -> None:
    text = " ".join(f"This is sentence number {place}." for place in range(100, 200))
    assert sentences(text, 2) == ["This is sentence number 124.", "This is sentence number 174."]


def test_a_short_text_is_taken_whole() -> None:
    assert sentences("One here.\r\nTwo\nhere.", 5) == ["One here.", "Two here."]


def test_sentences_that_do_not_fit_are_passed_over() -> None:
    assert sentences("No. This one is longer. No.", 5, lambda tokens: len(tokens) > 3) == ["This one is longer."]
