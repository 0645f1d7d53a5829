from __future__ import annotations

import math

import pytest

from stylobench.quality.artefacts import Artefacts, counted


@pytest.mark.parametrize(
    ("text", "artefact"),
    [
        ("It was late , she said.", "space before a mark"),
        ("It was late .", "space before a mark"),
        ("It was late,she said.", "no space after a mark"),
        ("It was ( very ) late.", "space inside brackets or before a shortening"),
        ("It was Ann 's house.", "space inside brackets or before a shortening"),
        ("It was  late.", "doubled space"),
        ("It was late,, she said.", "doubled mark"),
        ("It was the the end.", "doubled word"),
        ("It was late. she left.", "small letter after a full stop"),
        ("It was late, The end came.", "capital after a comma"),
    ],
)
def test_each_artefact_is_found(text: str, artefact: str) -> None:
    assert counted(text)[artefact] >= 1


@pytest.mark.parametrize(
    "text",
    [
        "It was late, she said; he had had enough.  They left at 10:30 (or so).",
        "He paid 1,000.50 pounds, i.e. too much... and left :-) for www.example.org today.",
        "“Stop!” he cried. ‘Why?’ It's Ann's, isn't it?\r\n\r\nA new line.",
        "Bread, milk, etc. are sold here.",
    ],
)
def test_clean_text_has_none(text: str) -> None:
    assert not any(counted(text).values()), counted(text)


def test_values_are_per_1000_words() -> None:
    assert Artefacts().measure_one("one two three , four") == 250.0
    assert math.isnan(Artefacts().measure_one(""))
