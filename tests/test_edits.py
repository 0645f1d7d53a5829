"""Edits never overlap, speak of the original, and survive being written down."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite, Sheet, operators

TEXTS = st.text(alphabet="ab \r\n😀é\ufeff", max_size=30)
WISHES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.text(alphabet="xyz", max_size=3)), max_size=25)


def filled(text: str, wishes: list[tuple[int, int, str]]) -> tuple[Sheet, list[tuple[int, int, str]]]:
    sheet, taken = Sheet(text), []
    for one, other, replacement in wishes:
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        if sheet.change(start, end, replacement, "try"):
            taken.append((start, end, replacement))
    return sheet, taken


@given(TEXTS, WISHES)
def test_edits_of_a_sheet_are_in_order_and_never_overlap(text: str, wishes: list[tuple[int, int, str]]) -> None:
    sheet, taken = filled(text, wishes)
    edits = sheet.rewrite().edits
    assert sorted((edit.start, edit.end, edit.replacement) for edit in edits) == sorted(taken)
    assert all(first.end <= second.start for first, second in pairwise(edits))
    assert all(text[edit.start : edit.end] != edit.replacement for edit in edits)
    inserted = [edit.start for edit in edits if edit.start == edit.end]
    assert len(inserted) == len(set(inserted))


@given(TEXTS, WISHES)
def test_the_text_is_the_original_with_every_edit_made_from_the_back(
    text: str, wishes: list[tuple[int, int, str]]
) -> None:
    rewrite = filled(text, wishes)[0].rewrite()
    plain = text
    for edit in reversed(rewrite.edits):
        plain = plain[: edit.start] + edit.replacement + plain[edit.end :]
    assert rewrite.text == plain
    assert rewrite.unchanged == (plain == text)


@given(TEXTS, WISHES, st.dictionaries(st.text(max_size=3), st.integers()))
def test_a_rewrite_survives_json(text: str, wishes: list[tuple[int, int, str]], notes: dict[str, int]) -> None:
    found = filled(text, wishes)[0].rewrite()
    rewrite = Rewrite(text, found.edits, notes)
    again = Rewrite.from_json(text, json.loads(json.dumps(rewrite.as_json())))
    assert again == rewrite
    assert again.text == rewrite.text


def test_what_was_changed_once_stays() -> None:
    sheet = Sheet("It is so cold.")
    assert sheet.change(3, 5, "was", "tense")
    assert not sheet.change(3, 5, "were", "tense")
    assert not sheet.change(4, 8, "", "drop")
    assert not sheet.change(4, 4, "x", "inside a change")
    assert sheet.change(6, 8, "", "drop")
    assert sheet.rewrite().text == "It was  cold."


def test_a_change_that_changes_nothing_is_none() -> None:
    sheet = Sheet("cold")
    assert not sheet.change(0, 4, "cold", "x")
    assert not sheet.change(2, 2, "", "x")
    assert sheet.rewrite().unchanged
    assert sheet.rewrite().edits == ()


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 5), (5, 5)])
def test_a_span_that_is_not_in_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="span"):
        Sheet("cold").change(start, end, "x", "x")


def test_notes_are_counted() -> None:
    sheet = Sheet("")
    sheet.note("unknown words")
    sheet.note("unknown words", 2)
    assert sheet.rewrite().notes == {"unknown words": 3}


def test_operators_most_often_first_and_equals_by_name() -> None:
    rewrites = [
        Rewrite("abcd", (Edit(0, 1, "x", "swap"), Edit(1, 2, "x", "drop"))),
        Rewrite("ab", (Edit(0, 1, "x", "swap"), Edit(1, 2, "x", "all"))),
    ]
    assert list(operators(rewrites).items()) == [("swap", 2), ("all", 1), ("drop", 1)]
