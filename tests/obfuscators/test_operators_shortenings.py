"""Shortenings are written out or made only where their neighbours leave no doubt."""

from __future__ import annotations

import pytest
from operator_tries import tried

from stylobench.obfuscators._operators_shortenings import shorten


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("She'd said it before.", "She had said it before."),
        ("She'd say it again.", "She would say it again."),
        ("He'd better go home.", "He had better go home."),
        ("I don't know him.", "I do not know him."),
        ("They can't see it.", "They cannot see it."),
        ("We won't go there.", "We will not go there."),
        ("He's been there.", "He has been there."),
        ("It's a good book.", "It is a good book."),
        ("I'm going home.", "I am going home."),
        ("They've seen it.", "They have seen it."),
        ("You’re very kind.", "You are very kind."),
    ],
)
def test_it_is_written_out(short: str, full: str) -> None:
    assert tried(shorten, short, shortened=0.0) == full


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("They do not know him.", "They don't know him."),
        ("I am going home.", "I'm going home."),
        ("He had seen it.", "He'd seen it."),
        ("She would go there.", "She'd go there."),
        ("They cannot see it.", "They can't see it."),
    ],
)
def test_it_is_shortened(full: str, short: str) -> None:
    assert tried(shorten, full, shortened=1.0) == short


@pytest.mark.parametrize(
    "text",
    [
        "Don't you know him?",
        "He'd put it there.",
        "The king's hat fell.",
        "He's finished it.",
        "I wouldn't.",
        "Isn't it?",
    ],
)
def test_where_there_is_doubt_nothing_is_written_out(text: str) -> None:
    assert tried(shorten, text, shortened=0.0) in (text, "I would not.")


@pytest.mark.parametrize(
    "text", ["That is what I am.", "Who has the book?", "I have a book.", "He had a dog.", "Yes, it is."]
)
def test_main_verbs_and_stressed_ones_are_not_shortened(text: str) -> None:
    assert tried(shorten, text, shortened=1.0) == text
