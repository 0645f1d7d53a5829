"""Texts cut where the strings that a verdict rests on stand in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stylobench.engine.marked_texts import LONGEST, marked, places


def test_the_weightier_reason_wins_where_two_stand() -> None:
    parts = marked("a", "banana", ["nan", "ana"], "x").stretches
    assert [(part.text, part.reason) for part in parts] == [("b", None), ("a", 1), ("nan", 0), ("a", 1)]


def test_case_and_white_space_do_not_matter() -> None:
    assert places("of the", "OF\n the") == [(0, 7)]


def test_words_stand_alone_where_they_should() -> None:
    assert places("he", "the he she") == [(1, 3), (4, 6), (8, 10)]
    assert places("he", "the he she", whole=True) == [(4, 6)]
    assert places(", and", "so, and andy", whole=True) == [(2, 7)]


def test_signs_of_patterns_are_signs() -> None:
    assert places("(a+", "x (a+ (aa") == [(2, 5)]


def test_long_texts_are_cut_and_say_so() -> None:
    found = marked("a", "x" * (LONGEST + 5), ["xx"], "x")
    assert (sum(len(part.text) for part in found.stretches), found.left_out) == (LONGEST, 5)


@given(st.text(max_size=60), st.lists(st.text(max_size=3), max_size=4), st.booleans())
def test_nothing_is_lost(text: str, reasons: list[str], whole: bool) -> None:
    found = marked("a", text, reasons, "x", whole)
    assert "".join(part.text for part in found.stretches) == text
    assert all(part.text for part in found.stretches)
