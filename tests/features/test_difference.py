"""The difference of two texts leads back to the second, says little, and says it quickly."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite
from stylobench.features import difference as module
from stylobench.features.difference import difference, edits_between, phrases

WORDS = st.lists(st.sampled_from(["a", "b", "c", "the", " ", "  ", "\r\n", ",", ".", "’s", "é", "😀", "\ufeff"]))
TEXTS = WORDS.map("".join) | st.text(max_size=60)


def longest_common(before: list[str], after: list[str]) -> int:
    """The textbook's table."""
    row = [0] * (len(after) + 1)
    for token in before:
        last = row
        row = [0]
        for place, other in enumerate(after):
            row.append(last[place] + 1 if token == other else max(last[place + 1], row[-1]))
    return row[-1]


@given(TEXTS, TEXTS)
def test_the_edits_give_the_rewritten_text(original: str, rewritten: str) -> None:
    rewrite = difference(original, rewritten)
    assert rewrite.text == rewritten
    assert all(before.end < after.start for before, after in pairwise(rewrite.edits))


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert difference(text, text).edits == ()


@given(TEXTS, TEXTS)
def test_phrases_hold_both_texts(original: str, rewritten: str) -> None:
    found = phrases(difference(original, rewritten))
    assert "".join(before for before, _, _ in found) == original
    assert "".join(before if after is None else after for before, after, _ in found) == rewritten


@given(st.lists(st.sampled_from("aab"), max_size=30), st.lists(st.sampled_from("abb"), max_size=30))
def test_repeated_tokens_are_matched_as_often_as_can_be(before: list[str], after: list[str]) -> None:
    assert len(module._common(before, after)) == longest_common(before, after)


@given(st.lists(st.sampled_from("abcd"), max_size=80), st.lists(st.sampled_from("abcd"), max_size=80))
def test_giving_up_early_still_gives_common_tokens_in_order(before: list[str], after: list[str]) -> None:
    pairs: list[tuple[int, int]] = []
    old, new = [ord(token) for token in before], [ord(token) for token in after]
    at = (0, 0)
    while at[0] < len(old) and at[1] < len(new):
        at = module._advance(old, new, module.Stretch(at[0], len(old), at[1], len(new)), 3, pairs)
    pairs.sort()
    assert all(before[place] == after[other] for place, other in pairs)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))


@pytest.mark.parametrize(
    ("rewritten", "edits"),
    [
        ("The old man sat.", ((4, 4, "old "),)),
        ("Man sat.", ((0, 7, "Man"),)),
        ("The man.", ((7, 11, ""),)),
        ("The man  sat .", ((8, 8, " "), (11, 11, " "))),
        ("The man\nsat.", ((7, 8, "\n"),)),
        ("The woman stood.", ((4, 11, "woman stood"),)),
    ],
)
def test_white_space_goes_with_its_words(rewritten: str, edits: tuple[tuple[int, int, str], ...]) -> None:
    assert difference("The man sat.", rewritten).edits == tuple(Edit(*edit, "changed") for edit in edits)


def test_edits_carry_the_operator() -> None:
    assert [edit.operator for edit in edits_between("a b c", "a x c", "translation")] == ["translation"]


def test_neighbouring_edits_are_one_phrase_with_both_operators() -> None:
    edits = (Edit(0, 2, "She", "names"), Edit(3, 5, "was", "tense"), Edit(9, 10, "!", "marks"))
    found = phrases(Rewrite("He is ill.", edits))
    assert found == (("He is", "She was", "names, tense"), (" ill", None, ""), (".", "!", "marks"))


def test_an_untouched_text_is_one_phrase_and_an_empty_one_none() -> None:
    assert phrases(Rewrite("As it was.")) == (("As it was.", None, ""),)
    assert phrases(Rewrite("")) == ()


@pytest.mark.parametrize("kinds", [3, 20_000])
def test_long_texts_take_seconds(kinds: int) -> None:
    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in rng.zipf(1.3, 60_000) % kinds]
    changed = [f"x{place}" if rng.random() < 0.1 else word for place, word in enumerate(words)]
    original, rewritten = " ".join(words), " ".join(changed)
    began = time.perf_counter()
    rewrite = difference(original, rewritten)
    assert rewrite.text == rewritten
    assert time.perf_counter() - began < 20
    if kinds > 3:
        replaced = sum(len(re.findall(r"\w+", edit.replacement)) for edit in rewrite.edits)
        assert replaced == pytest.approx(sum(word[0] == "x" for word in changed), rel=0.02)
