from __future__ import annotations

import pytest

from stylobench.features.stems import Stems, alphabetic_words
from stylobench.features.texts import Texts


# from the examples in Porter (1980)
@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("plastered", "plaster"), ("motoring", "motor"),
        ("hopping", "hop"), ("relational", "relat"), ("vietnamization", "vietnam"), ("triplicate", "triplic"),
        ("adjustable", "adjust"), ("controlling", "control"),
    ],
)  # fmt: skip
def test_stems_are_those_of_porter(word: str, stem: str) -> None:
    assert Stems().count([word]).names == [stem]


def test_words_of_one_stem_are_counted_together() -> None:
    counts = Stems().count(["Connect, connected; CONNECTION!", "cats and a cat", ""])
    assert counts.names == ["a", "and", "cat", "connect"]
    assert counts.matrix.toarray().tolist() == [[0, 0, 0, 3], [1, 1, 2, 0], [0, 0, 0, 0]]


def test_words_are_unbroken_runs_of_letters() -> None:
    assert alphabetic_words("It's 2nd-rate e_mail; naïve ÜBUNG 日本") == [
        "it", "s", "nd", "rate", "e", "mail", "naïve", "übung", "日本",
    ]  # fmt: skip
    assert alphabetic_words("It's 2nd-rate e_mail") == ["it", "s", "nd", "rate", "e", "mail"]


def test_no_texts_have_no_stems() -> None:
    assert Stems().count([]).names == []


def test_a_view_is_counted_with_the_whole() -> None:
    whole = Texts(["running runs", "a run"])
    assert whole.take([1]).counts("stems").matrix.toarray().tolist() == [[1, 1]]
