from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.ppm import cross_entropy
from stylobench.verifiers._ppm_words import bits, mixed, saved_by_word

TEXTS = st.text("abc ", min_size=1, max_size=30)


@given(TEXTS, TEXTS, st.integers(0, 5))
def test_the_bits_of_all_characters_make_the_cross_entropy(model: str, text: str, order: int) -> None:
    assert bits(model, text, order).mean() == pytest.approx(cross_entropy(model, text, order), abs=1e-8)


def test_what_is_saved_on_a_word_is_a_difference_of_costs_per_character() -> None:
    text, known, other = "ab cd", "ab ab", "cd cd"
    saved = bits(other, text, 2) - bits(known, text, 2)
    reasons = saved_by_word(text, [known], [other], 2)
    assert [reason.name for reason in reasons] == ["ab"]
    assert reasons[0].value == pytest.approx(saved[:2].sum() / 5)


def test_every_text_of_the_background_gives_the_same_share() -> None:
    assert mixed(["aaaa", "bbbb", "cccc"], 6) == "aabbcc"
    assert mixed([], 6) == ""
