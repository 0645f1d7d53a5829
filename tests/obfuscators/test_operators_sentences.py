"""Sentences are joined and cut between whole clauses only."""

from __future__ import annotations

from operator_tries import PLENTY, tried

from stylobench.obfuscators._operators_sentences import cut_sentences, join_sentences


def test_short_neighbours_are_joined() -> None:
    found = tried(join_sentences, "The rain was cold. It fell for days.", sentences=-PLENTY)
    assert found in ("The rain was cold, and it fell for days.", "The rain was cold; it fell for days.")
    assert (
        tried(join_sentences, "He was old. But he was strong.", sentences=-PLENTY) == "He was old, but he was strong."
    )


def test_a_question_a_name_and_a_new_paragraph_are_not_joined() -> None:
    for text in (
        "Was it cold? It was.",
        "It was so cold. John was ill then.",
        "The rain was cold.\n\nIt fell for days.",
    ):
        assert tried(join_sentences, text, sentences=-PLENTY) == text


def test_i_keeps_its_capital() -> None:
    found = tried(join_sentences, "The rain was cold. I went home again.", sentences=-PLENTY)
    assert found in ("The rain was cold, and I went home again.", "The rain was cold; I went home again.")


def test_no_line_end_comes_to_stand_inside_a_sentence() -> None:
    for end in ("\n", "\r\n", " \n"):
        text = f"The rain was cold.{end}I went home again."
        assert tried(join_sentences, text, sentences=-PLENTY) == text


def test_a_long_sentence_is_cut_between_clauses() -> None:
    text = "The boy ran to the old house, but he could not see the road at all."
    found = {tried(cut_sentences, text, seed, sentences=PLENTY) for seed in range(12)}
    assert found <= {text.replace(", but he", f". {word} he") for word in ("But", "However,", "Yet")}
    assert len(found) > 1


def test_a_semicolon_is_a_place_to_cut() -> None:
    text = "The rain was cold that day; it fell for many days on end."
    assert tried(cut_sentences, text, sentences=PLENTY) == text.replace("; it", ". It")


def test_a_condition_or_a_list_is_not_cut() -> None:
    for text in (
        "If the boy ran to the house, and he saw the road, all would be well.",
        "The boy had a dog in the house, and a cat, and many other animals.",
    ):
        assert tried(cut_sentences, text, sentences=PLENTY) == text
