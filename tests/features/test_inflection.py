from __future__ import annotations

import pytest

from stylobench.features.inflection import article, inflected, lemma, recased

pytest.importorskip("lemminflect", reason="lemminflect is not installed")


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("Children", "NNS", "child"), ("went", "VBD", "go"), ("better", "JJR", "good"), ("left", "VBD", "leave"),
        ("Running", "VBG", "run"), ("quickly", "RB", "quickly"), ("THE", "DT", "the"), ("Waters", "NNP", "waters"),
    ],
)  # fmt: skip
def test_lemmas_are_in_lower_case(word: str, tag: str, expected: str) -> None:
    assert lemma(word, tag) == expected


@pytest.mark.parametrize(
    ("stem", "tag", "expected"),
    [
        ("child", "NNS", "children"), ("box", "NN", "box"), ("begin", "VBD", "began"), ("begin", "VBN", "begun"),
        ("begin", "VBG", "beginning"), ("begin", "VBZ", "begins"), ("begin", "VBP", "begin"),
        ("quick", "JJR", "quicker"), ("good", "JJS", "best"), ("blorf", "NNS", "blorfs"),
    ],
)  # fmt: skip
def test_a_lemma_takes_the_form_of_its_tag(stem: str, tag: str, expected: str) -> None:
    assert inflected(stem, tag) == expected


@pytest.mark.parametrize(
    ("stem", "tag"),
    [("beautiful", "JJR"), ("beautiful", "JJS"), ("information", "NNS"), ("London", "NNP"), ("the", "DT"), ("", "NN")],
)
def test_what_has_no_form_of_one_word_is_none(stem: str, tag: str) -> None:
    assert inflected(stem, tag) is None


@pytest.mark.parametrize("word", ["s", "ed", "ing", "'s", "日本", "é", "x" * 500])
@pytest.mark.parametrize("tag", ["NN", "NNS", "VBD", "VBG", "VBZ", "JJR", "JJS", "RBR"])
def test_odd_words_keep_a_lemma_and_never_fail(word: str, tag: str) -> None:
    stem = lemma(word, tag)
    assert stem
    assert inflected(stem, tag) != ""


def test_case_is_that_of_the_other_word() -> None:
    assert [recased("start", like) for like in ("begin", "Begin", "BEGIN", "I", "mcDonald", "")] == [
        "start", "Start", "START", "Start", "start", "start",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("hour", "an"), ("house", "a"), ("honest", "an"), ("heir", "an"), ("hero", "a"), ("university", "a"),
        ("uninteresting", "an"), ("unimportant", "an"), ("useful", "a"), ("usher", "an"),
        ("European", "a"), ("one", "a"), ("once", "a"),
        ("only", "an"), ("Apple", "an"), ("year", "a"), ("utter", "an"), ("utensil", "a"), ("ewe", "a"), ("ugly", "an"),
        ("urban", "an"), ("unique", "a"), ("unit", "a"), ("union", "a"), ("unidentified", "an"), ("umbrella", "an"),
    ],
)  # fmt: skip
def test_the_article_follows_the_sound(word: str, expected: str) -> None:
    assert article(word) == expected
