import pytest

from stylobench.features._artefacts import NAMES, artefacts


@pytest.mark.parametrize(
    ("text", "trace"),
    [
        ("He came , and left.", "blank before a mark"),
        ("He came,and left.", "no blank after a comma"),
        ("He  came.", "two blanks in a line"),
        ("He came. \nShe left.", "blank at the end of a line"),
        ("He came,. She left.", "two marks in a row"),
        ("He came. she left.", "sentence that starts small"),
        ("he saw The dog.", "capital inside a sentence"),
        ("Then i left.", "small i"),
        ("He saw the the dog.", "word said twice"),
        ("He saw a apple.", "a before a vowel, an before a consonant"),
        ("He didn't.", "contraction"),
        ("He ate crème.", "letter outside English"),
        ("He saw *perro.", "translator's mark"),
    ],
)
def test_one_trace_is_found_once_and_no_other(text, trace):
    found = artefacts([text]).matrix.toarray()[0]
    assert {name: round(value * len(text) / 1000, 9) for name, value in zip(NAMES, found, strict=True) if value} == {
        trace: 1.0
    }


def test_clean_and_empty_texts_have_none():
    assert not artefacts(["", "A man came, saw an owl; and left.\n\nThe end."]).matrix.toarray().any()
