from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.char_ngrams import CharNgrams


def test_white_space_is_one_blank_and_punctuation_stays():
    assert CharNgrams(n=2).count(["A \n b!"]).names == [" b", "a ", "b!"]


def test_case_can_be_kept():
    assert CharNgrams(n=1, lower=False).count(["aA"]).names == ["A", "a"]


def test_texts_shorter_than_n_have_no_ngram():
    assert CharNgrams(n=4).count(["abc", ""]).matrix.shape == (2, 0)


@given(st.text(alphabet="abé ", max_size=30), st.integers(1, 4))
def test_counts_are_those_of_a_counter(text, n):
    counts = CharNgrams(n=n).count([text])
    plain = " ".join(text.split())
    expected = Counter(plain[i : i + n] for i in range(len(plain) - n + 1))
    assert dict(zip(counts.names, counts.matrix.toarray()[0], strict=True)) == expected
