"""Spaces behind sentences are one habit of a whole text."""

from __future__ import annotations

from operator_tries import tried

from stylobench.features.prose import analysed
from stylobench.obfuscators._operators_spaces import sites, space_sentences
from stylobench.obfuscators._reading import Reading

TEXT = "It is cold.  We go home.  They stay.\r\nIt is late. Dr. Who sleeps."


def test_two_spaces_become_one_where_one_is_usual() -> None:
    assert tried(space_sentences, TEXT, two_spaces=0.0) == TEXT.replace("  ", " ")


def test_one_space_becomes_two_where_two_are_usual_and_the_text_has_both() -> None:
    assert tried(space_sentences, "It is cold. We go there.  He stays.\nNo. 5 is here.", two_spaces=1.0) == (
        "It is cold.  We go there.  He stays.\nNo. 5 is here."
    )


def test_a_text_with_single_spaces_keeps_them() -> None:
    text = "It is cold. We go there. He stays."
    assert tried(space_sentences, text, two_spaces=1.0) == text


def test_the_habit_is_counted() -> None:
    """Hand-counted: two double, one single behind 'late.'; 'Dr.' ends no sentence and 'stay.' ends its line."""
    assert [two for _, two in sites(Reading.of(analysed(TEXT)))] == [True, True, False]
