from __future__ import annotations

import pytest

from stylobench.features.spellings import american, british

pytest.importorskip("breame", reason="breame is not installed")

PAIRS = [("colour", "color"), ("realise", "realize"), ("centre", "center"), ("travelled", "traveled"), ("grey", "gray")]


@pytest.mark.parametrize(("there", "here"), PAIRS)
def test_each_side_has_its_spelling(there: str, here: str) -> None:
    assert (american(there), british(here)) == (here, there)
    assert (american(here), british(there)) == (None, None)


def test_capitals_are_kept() -> None:
    assert (american("Colour"), british("COLOR")) == ("Color", "COLOUR")


# 'a gas meter', 'a dialogue box' and 'practice makes perfect' are right on either side
@pytest.mark.parametrize("word", ["meter", "program", "practice", "license", "tire", "draft", "ton", "connection"])
def test_words_at_home_on_both_sides_stay(word: str) -> None:
    assert british(word) is None


@pytest.mark.parametrize("word", ["dialogue", "aesthetic", "axe", "disc", "archaeology", "house", "", "日本"])
def test_what_an_american_writes_too_stays(word: str) -> None:
    assert american(word) is None
