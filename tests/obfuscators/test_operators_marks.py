"""Commas come and go where both are good; loud marks become plain."""

from __future__ import annotations

import pytest
from operator_tries import PLENTY, tried

from stylobench.edits import Sheet
from stylobench.features.prose import analysed
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._operators_marks import leave_commas, plain_marks, put_commas
from stylobench.obfuscators._reading import Reading
from stylobench.seeds import generator

PAIRS = [
    ("He came to the house and he saw the dog.", "He came to the house, and he saw the dog."),
    ("Then he saw the dog.", "Then, he saw the dog."),
    ("In the end he saw the dog.", "In the end, he saw the dog."),
    ("They bought apples, pears and plums.", "They bought apples, pears, and plums."),
]


@pytest.mark.parametrize(("without", "with_comma"), PAIRS)
def test_a_comma_comes_and_goes(without: str, with_comma: str) -> None:
    assert tried(put_commas, without, commas=PLENTY) == with_comma
    assert tried(leave_commas, with_comma, commas=-PLENTY) == without


@pytest.mark.parametrize("text", ["He or she wants it.", "Cats and dogs sleep.", "Bread and butter is good."])
def test_no_comma_parts_what_belongs_together(text: str) -> None:
    assert tried(put_commas, text, commas=PLENTY) == text


@pytest.mark.parametrize(
    "text", ["Yes, he came.", "On May 5, 1990, he came.", "He saw a big, old dog.", "Well, John, he came."]
)
def test_commas_that_are_needed_stay(text: str) -> None:
    assert tried(leave_commas, text, commas=-PLENTY) == text


def test_loud_marks_become_plain() -> None:
    assert tried(plain_marks, "He came! It was late.", exclamations=-PLENTY) == "He came. It was late."
    assert tried(plain_marks, "He came -- late.", dashes=-PLENTY) == "He came, late."
    assert tried(plain_marks, "He came; she was out.", semicolons=-PLENTY) == "He came, and she was out."
    assert tried(plain_marks, "What?! No!!", exclamations=-PLENTY) == "What?! No!!"


def test_a_tight_dash_becomes_a_comma_and_a_space() -> None:
    assert tried(plain_marks, "He came--we were glad.", dashes=-PLENTY) == "He came, we were glad."
    assert tried(plain_marks, "He came--", dashes=-PLENTY) == "He came--"


PAIRED = [
    ("The walls — a sort of grey-green — were cold.", "The walls, a sort of grey-green, were cold."),
    ("He came -- it didn't -- and left.", "He came, it didn't, and left."),
    ("The men — there were 5 — were cold.", "The men — there were 5 — were cold."),
    ("The men — there came John — were cold.", "The men — there came John — were cold."),
]


@pytest.mark.parametrize(("text", "expected"), PAIRED)
def test_of_two_dashes_both_are_changed_or_none(text: str, expected: str) -> None:
    assert tried(plain_marks, text, dashes=-PLENTY) == expected
    assert {tried(plain_marks, text, seed, dashes=0.0) for seed in range(20)} == {text, expected}


def test_of_two_dashes_none_is_changed_where_one_is_not_free() -> None:
    text = "The walls — a sort of grey — were cold."
    reading, sheet = Reading.of(analysed(text)), Sheet(text)
    sheet.change(text.rindex("—"), text.rindex("—") + 1, ";", "other")
    plain_marks(reading, sheet, Gap({"dashes": 0.0}, {"dashes": -PLENTY}, {}, 8), Dice(generator(0)))
    assert sheet.rewrite().text == "The walls — a sort of grey ; were cold."
