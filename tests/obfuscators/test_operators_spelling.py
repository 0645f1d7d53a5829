"""Spelling: sides are drawn anew, slips mended, and made only where they are usual."""

from __future__ import annotations

from operator_tries import PLENTY, tried

from stylobench.obfuscators._operators_spelling import change_side, make_slips, mend_slips


def test_sides() -> None:
    assert tried(change_side, "The colour was grey.", american=1.0).startswith("The color was")
    assert tried(change_side, "The color was red.", american=0.0) == "The colour was red."


def test_slips_are_mended() -> None:
    assert (
        tried(mend_slips, "I recieved alot of it. Definately.", slips=-PLENTY) == "I received a lot of it. Definitely."
    )


def test_slips_are_few_and_only_where_they_are_usual() -> None:
    text = "I received the book and I believe it. " * 125
    assert tried(make_slips, text, slips=0.0) == text
    made = tried(make_slips, text, slips=PLENTY)
    assert 0 < made.count("recieved") + made.count("beleive") <= 8
