from __future__ import annotations

import math

import pytest

from stylobench.features.sentence_length import SentenceLength, sentences


def row(text):
    counts = SentenceLength().count([text])
    return dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))


def test_sentences_end_where_no_lower_case_letter_follows():
    assert sentences("It cost 3.50 euros, i.e. little. Did it? Yes!") == [
        "It cost 3.50 euros, i.e. little.",
        "Did it?",
        "Yes!",
    ]
    assert sentences("A title\n\nA text") == ["A title", "A text"]
    assert sentences(" ... !") == []


def test_sentence_length():
    # lengths 1, 2, 6
    found = row("Yes. It is. It is so and so there.")
    assert found["mean"] == pytest.approx(3)
    assert found["spread"] == pytest.approx(math.sqrt((4 + 1 + 9) / 3))
    assert (found["median"], found["short"], found["long"]) == (2, 1, 6)


def test_an_empty_text_measures_nothing():
    assert set(row("").values()) == {0}
