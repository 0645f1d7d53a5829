"""Small words go and come only where the sentence stays one, and shouting stops."""

from __future__ import annotations

from itertools import pairwise

import pytest
from operator_tries import PLENTY, tried

from stylobench.obfuscators._operators_words import add_noise, draw_that, drop_relatives, drop_spare, lower_shouting


def test_spare_words_go() -> None:
    assert tried(drop_spare, "He was a very old man.", adverbs=-PLENTY) == "He was a old man."
    assert tried(drop_spare, "He simply went home.", adverbs=-PLENTY) == "He went home."


@pytest.mark.parametrize(
    "text", ["He was not very old.", "It was so very cold.", "Very old men came.", "He did just that."]
)
def test_what_is_denied_or_leant_on_stays(text: str) -> None:
    assert tried(drop_spare, text, adverbs=-PLENTY) == text


def test_that_is_drawn_anew() -> None:
    with_that, without = "He said that he was ill.", "He said he was ill."
    assert tried(draw_that, with_that, that=0.0) == without
    assert tried(draw_that, without, that=1.0) == with_that
    assert tried(draw_that, "He did what he said he would do.", that=1.0) == "He did what he said he would do."


def test_a_relative_goes_before_a_subject_but_not_after_what_is_told() -> None:
    dropped = {tried(drop_relatives, "He sold the book that she wrote.", seed) for seed in range(9)}
    assert dropped == {"He sold the book that she wrote.", "He sold the book she wrote."}
    for text in ("He hid the fact that she wrote.", "He sold the book that was old.", "I know that she wrote."):
        assert {tried(drop_relatives, text, seed) for seed in range(9)} == {text}


def test_a_sentence_that_was_opened_has_no_noise_inside_nor_the_next_one_an_opening() -> None:
    text = "It rained. " + "The man was a friend of the old king. " * 4
    for seed in range(30):
        found = tried(add_noise, text, seed, adverbs=PLENTY)
        opened = [", the man was" in one for one in found.split(".")]
        assert not any(", the man was " in one and ("also" in one or "indeed" in one) for one in found.split("."))
        assert not any(one and other for one, other in pairwise(opened))


def test_noise_stands_where_grammar_has_a_place() -> None:
    text = "It rained. He went to the old house in the wood."
    found = {tried(add_noise, text, seed, adverbs=PLENTY) for seed in range(30)} - {text}
    assert found
    for one in found:
        kept = one
        for word in (
            "Indeed, ",
            "In fact, ",
            "Of course, ",
            "Certainly, ",
            "Here, ",
            "Now, ",
            "also ",
            "indeed ",
            "then ",
            "simply ",
        ):
            kept = kept.replace(word, "", 1)
        assert kept.lower() == text.lower()


def test_no_noise_in_a_question_or_beside_a_negation() -> None:
    for text in ("Did it rain? Why do they go to the house?", "He is not a king."):
        assert {tried(add_noise, text, seed, adverbs=PLENTY) for seed in range(10)} == {text}


def test_shouting_stops_but_acronyms_stay() -> None:
    assert tried(lower_shouting, "It was VERY cold in the USA.", capitals=-PLENTY) == "It was very cold in the USA."
    assert tried(lower_shouting, "STOP that now.", capitals=-PLENTY) == "Stop that now."


@pytest.mark.parametrize(
    "text",
    [
        "He used to the cold. They used to the rain.",
        "I realised the truth. She knew the man.",
        "When he went to the house, it rained.",
        "The man she saw in the house was ill.",
        "If they go to the house, it rains.",
        "The damage is done.",
    ],
)
def test_no_noise_where_it_makes_nonsense(text: str) -> None:
    assert {tried(add_noise, text, seed, adverbs=PLENTY) for seed in range(30)} == {text}
