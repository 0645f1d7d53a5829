from __future__ import annotations

import pytest

from stylobench.features._artefacts import NAMES, artefacts, slips

SLIPS = [
    ("It was late , she said.", "space before a mark"),
    ("It was late .", "space before a mark"),
    ("It was late,she said.", "no space after a mark"),
    ("It was ( very) late.", "space inside brackets or before a shortening"),
    ("It was ann ’s house.", "space inside brackets or before a shortening"),
    ("It was  late.", "doubled space"),
    ("It was late,, she said.", "doubled mark"),
    ("It was the the end.", "doubled word"),
    ("THE the end came.", "doubled word"),
    ("It was late. she left.", "small letter after a full stop"),
    ("It was late, The end came.", "capital after a comma"),
]
HABITS = [
    ("He came.  She left.", "two spaces after a sentence"),
    ("He came. \nShe left.", "space at the end of a line"),
    ("he saw The dog.", "capital inside a sentence"),
    ("Then i left.", "small i"),
    ("He saw a apple.", "a before a vowel, an before a consonant"),
    ("He didn't.", "contraction"),
    ("He ate crème.", "letter outside English"),
    ("He saw *perro.", "translator's mark"),
]


@pytest.mark.parametrize(("text", "trace"), [*SLIPS, *HABITS])
def test_one_trace_is_found_once_and_no_other(text: str, trace: str) -> None:
    found = artefacts([text]).matrix.toarray()[0]
    assert {name: round(value * len(text) / 1000, 9) for name, value in zip(NAMES, found, strict=True) if value} == {
        trace: 1.0
    }


@pytest.mark.parametrize(("text", "trace"), SLIPS)
def test_a_slip_is_counted_as_one(text: str, trace: str) -> None:
    assert {name: count for name, count in slips(text).items() if count} == {trace: 1}


def test_clean_and_empty_texts_have_none() -> None:
    assert not artefacts(["", "A man came, saw an owl; and left.\n\nThe end."]).matrix.toarray().any()


@pytest.mark.parametrize(
    "text",
    [
        "It was late, she said; he had had enough.  They left at 10:30 (or so).",
        "He paid 1,000.50 pounds, i.e. too much... and left :-) for www.example.org today.",
        "“Stop!” he cried. ‘Why?’ It's Ann's, isn't it?\r\n\r\nA new line.",
        "Bread, milk, etc. are sold here.",
    ],
)
def test_a_clean_text_has_no_slips(text: str) -> None:
    assert not any(slips(text).values()), slips(text)
