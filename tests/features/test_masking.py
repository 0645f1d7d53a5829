from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import SpecError
from stylobench.features.masking import frequent_words, masked, masked_texts
from stylobench.features.texts import Texts

# "the", "of", "a", "and", "in" and "it" are among the ten most frequent words, "this" and "he" are not
TEN = 10
TEXTS = st.text(st.sampled_from("the of and don't I’ll Zürich 12_-'’.\n Да 東٣"), max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat, and the dog.", "The ***, and the ***."),
        ("AND OF THE CAT", "AND OF THE ***"),
        ("the  cat\n\n\tin (a) hat!", "the  ***\n\n\tin (a) ***!"),
        ("another bathe", "******* *****"),
        ("", ""),
    ],
)
def test_frequent_words_punctuation_and_spacing_stay(text: str, expected: str) -> None:
    assert masked(text, TEN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't Don't DON'T", "don't Don't DON'T"),
        ("don’t Don’t DON’T", "don’t Don’t DON’T"),
        ("zebra's zebra’s", "*****'* *****’*"),
        ("the's", "***'*"),
        ("rock'n'roll", "****'*'****"),
        ("'the' ’the’ 'zebra'", "'the' ’the’ '*****'"),
        ("zebras' of", "******' of"),
    ],
)
def test_a_word_goes_on_behind_an_apostrophe_straight_or_curly(text: str, expected: str) -> None:
    assert masked(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1911 it", "In #### it"),
        ("3.14 1,000 10%", "#.## #,### ##%"),
        ("3rd mp3 of2", "#** **# of#"),
        ("٣ ४", "# #"),
        ("a_cat", "a_***"),
    ],
)
def test_digits_are_masked_one_by_one(text: str, expected: str) -> None:
    assert masked(text, TEN) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a naïve café", "a ***** ****"),
        ("à thé", "* ***"),
        ("Straße, Œuvre", "******, *****"),
        ("Да, это of", "**, *** of"),
        ("東京 and 한국", "** and **"),
    ],
)
def test_letters_of_any_script_are_letters(text: str, expected: str) -> None:
    assert masked(text, TEN) == expected


def test_with_one_word_only_the_most_frequent_can_be_read() -> None:
    assert frequent_words(1) == {"the"}
    assert masked("The end of the day", 1) == "The *** ** the ***"


def test_the_list_has_as_many_different_words_as_asked_for() -> None:
    assert len(frequent_words()) == 300
    assert len(frequent_words(1770)) == 1770
    assert all(word == word.lower() and "’" not in word for word in frequent_words(1770))


@pytest.mark.parametrize("count", [0, -1, 1771])
def test_other_numbers_of_words_are_refused(count: int) -> None:
    with pytest.raises(SpecError, match=rf"^words={count}: the list of frequent words has 1 to 1,770$"):
        masked("so it is", count)


@given(TEXTS)
def test_every_sign_is_kept_or_becomes_one_sign(text: str) -> None:
    found = masked(text, TEN)
    assert len(found) == len(text)
    assert all(
        new == old or (new == "#" if old.isdigit() else new == "*") for old, new in zip(text, found, strict=True)
    )
    assert masked(found, TEN) == found


@given(TEXTS)
def test_with_more_words_no_less_can_be_read(text: str) -> None:
    few, many = masked(text, TEN), masked(text)
    assert all(a == b for a, b in zip(few, many, strict=True) if a not in "*#")


def test_masked_texts_have_the_rows_of_the_texts() -> None:
    texts = Texts(["the cat", "of 2", "a dog"])
    assert list(masked_texts(texts, TEN)) == ["the ***", "of #", "a ***"]
    assert list(masked_texts(texts.take([2, 0]), TEN)) == ["a ***", "the ***"]
    assert list(masked_texts(texts.take([2, 0]), 1)) == ["* ***", "the ***"]
    assert list(texts) == ["the cat", "of 2", "a dog"]
