"""Noise at a given rate, by four operators, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Rewrite
from stylobench.errors import SpecError
from stylobench.obfuscators.random_edits import DOUBLE, DROP, LETTER, OPERATORS, SWAP, RandomEdits
from stylobench.records import Problem

WORDS = [f"word{chr(97 + number % 26)}{chr(97 + number // 26 % 26)}" for number in range(600)]
TEXT = " ".join(WORDS) + "."


def noisy(text: str, rate: float = 0.1, seed: int = 0) -> Rewrite:
    return RandomEdits(rate).fit([]).rewrite(Problem((), text), np.random.default_rng(seed))


def words_edited(rewrite: Rewrite) -> int:
    return sum(1 + (edit.operator == SWAP) for edit in rewrite.edits)


@pytest.mark.parametrize("rate", [0.0, 0.05, 0.1, 0.5])
def test_that_share_of_words_is_edited(rate: float) -> None:
    assert words_edited(noisy(TEXT, rate)) == round(rate * 600)


def test_all_operators_are_used_about_equally() -> None:
    counts = Counter(edit.operator for seed in range(20) for edit in noisy(TEXT, 0.1, seed).edits)
    assert set(counts) == set(OPERATORS)
    assert min(counts.values()) > 0.6 * max(counts.values())


def test_each_operator_does_what_its_name_says() -> None:
    for edit in noisy(TEXT, 0.3).edits:
        was = TEXT[edit.start : edit.end]
        if edit.operator == SWAP:
            assert edit.replacement.split(" ") == was.split(" ")[::-1]
        elif edit.operator == DROP:
            assert (edit.replacement, was.count(" ")) in (("", 1), ("", 0))
        elif edit.operator == DOUBLE:
            assert edit.replacement == f"{was} {was}"
        else:
            assert edit.operator == LETTER
            assert sum(a != b for a, b in zip(edit.replacement, was, strict=True)) == 1


def test_the_same_seed_gives_the_same_text() -> None:
    assert noisy(TEXT) == noisy(TEXT)
    assert noisy(TEXT) != noisy(TEXT, seed=1)


@given(st.text(max_size=80), st.floats(0, 1), st.integers(0, 5))
def test_edits_never_overlap_and_stay_at_the_rate(text: str, rate: float, seed: int) -> None:
    rewrite = noisy(text, rate, seed)
    assert all(before.end <= after.start for before, after in pairwise(rewrite.edits))
    assert all(edit.end <= len(text) for edit in rewrite.edits)


def test_addresses_stay() -> None:
    text = "http://a.org/b <b> x@y.org " * 20
    assert noisy(text, 1.0).text == text


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
def test_a_rate_is_a_share(rate: float) -> None:
    with pytest.raises(SpecError, match="from 0 to 1"):
        noisy(TEXT, rate)
