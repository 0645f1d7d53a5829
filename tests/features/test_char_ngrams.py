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


@given(st.lists(st.text(alphabet=st.characters(), max_size=40), max_size=5), st.integers(1, 7))
def test_any_characters_are_counted_in_order_of_name(texts, n):
    plain = [" ".join(text.split()) for text in texts]
    expected = [Counter(text[i : i + n] for i in range(len(text) - n + 1)) for text in plain]
    counts = CharNgrams(n=n, lower=False).count(texts)
    assert counts.names == sorted({name for one in expected for name in one})
    assert counts.matrix.toarray().tolist() == [[one[name] for name in counts.names] for one in expected]


def test_lone_surrogates_and_thousands_of_different_ngrams_are_counted():
    # every character once: more n-grams than the table has places for at first
    many = "\ud800" + "".join(map(chr, range(0x4E00, 0x4E00 + 9_000)))
    counts = CharNgrams(n=2, lower=False).count([many, many[:100] * 3])
    pairs = [many[i : i + 2] for i in range(len(many) - 1)]
    repeated = Counter((many[:100] * 3)[i : i + 2] for i in range(299))
    assert counts.names == sorted({*pairs, *repeated})
    rows = counts.matrix.toarray()
    assert (rows[0].sum(), rows[0].max()) == (9_000, 1)
    assert rows[1].tolist() == [repeated[name] for name in counts.names]
