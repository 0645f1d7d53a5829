"""Phrases give way to others that mean the same, where their conditions hold."""

from __future__ import annotations

import pytest
from operator_tries import tried

from stylobench.obfuscators._operators_phrase_table import phrases
from stylobench.obfuscators._operators_phrases import paraphrase

NEGATIVE = {
    "not",
    "no",
    "never",
    "none",
    "nobody",
    "nothing",
    "without",
    "hardly",
    "seldom",
    "rarely",
    "neither",
    "nor",
}


def ways(text: str) -> set[str]:
    return {tried(paraphrase, text, seed) for seed in range(25)}


def test_phrases_change() -> None:
    assert "For instance, it rained." in ways("For example, it rained.")
    assert ways("He began to run.") <= {"He began to run.", "He started to run.", "He commenced to run."}
    assert "He did it because he was ill." not in ways("He did it in order to win.")


@pytest.mark.parametrize(
    "text",
    [
        "None of which was his.",
        "So many people came.",
        "He used to run.",
        "The man, which was odd, ran.",
        "I wanna go.",
    ],
)
def test_a_condition_that_fails_keeps_the_phrase(text: str) -> None:
    kept = {
        "None of which": "of which",
        "So many": "So many",
        "He used": "used to",
        "The man": ", which",
        "I wanna": "go.",
    }
    assert all(next(v for k, v in kept.items() if text.startswith(k)) in way for way in ways(text))


def test_no_phrase_adds_or_takes_a_negation() -> None:
    for some in phrases().values():
        for phrase in some:
            own = bool(NEGATIVE & set(phrase.words))
            assert all(bool(NEGATIVE & set(other.split())) == own for other in phrase.others), phrase


@pytest.mark.parametrize(
    "text",
    [
        "He isn't unhappy.",
        "He was unhappy.",
        "It was not a big house.",
        "A number of people was there.",
        "The majority of people is ill.",
        "They have been through the war.",
    ],
)
def test_what_is_denied_or_has_a_verb_of_its_own_number_stays(text: str) -> None:
    assert ways(text) == {text}


def test_a_plural_verb_lets_a_number_of_people_be_several() -> None:
    assert "Several people were ill." in ways("A number of people were ill.")
    assert "I met several people." in ways("I met a number of people.")


def test_nevertheless_is_however_only_before_a_comma() -> None:
    assert ways("I nevertheless left.") == {"I nevertheless left.", "I nonetheless left."}
    assert "However, I left." in ways("Nevertheless, I left.")


def test_what_is_realised_is_not_seen() -> None:
    assert ways("He realised that it was late.") == {"He realised that it was late.", "He understood that it was late."}
