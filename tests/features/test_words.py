from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.words import Words, normalise, tokens


def test_deleting_joins_words_as_published():
    assert tokens("Don't re-use o'clock; e-mail_me") == ["dont", "reuse", "oclock", "emailme"]


def test_ascii_and_other_texts_follow_the_same_rule():
    assert tokens("It's 5 p.m.") == ["its", "5", "pm"]
    assert tokens("It’s 5 p.m. – ÉTÉ") == ["its", "5", "pm", "été"]


@given(st.text())
def test_only_alphanumerics_and_white_space_remain(text):
    expected = "".join(c for c in text.lower() if c.isalnum() or c.isspace())
    assert normalise(text) == expected


@given(st.lists(st.text(alphabet="ab ,'\n", max_size=30), max_size=5))
def test_counts_are_those_of_a_counter(texts):
    counts = Words().count(texts)
    for row, text in enumerate(texts):
        expected = Counter(tokens(text))
        dense = counts.matrix[[row]].toarray()[0]
        assert {name: n for name, n in zip(counts.names, dense, strict=True) if n} == expected
