"""'a' and 'an' follow the word that stands behind them after all changes."""

from __future__ import annotations

import pytest

from stylobench.edits import Sheet
from stylobench.features.prose import analysed
from stylobench.obfuscators._operators_articles import agree_articles, article
from stylobench.obfuscators._reading import Reading


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [("big", "enormous", "an enormous dog"), ("very ", "", "an old dog"), ("odd", "strange", "a strange dog")],
)
def test_articles_agree(was: str, now: str, found: str) -> None:
    text = {"big": "It was a big dog.", "very ": "It was a very old dog.", "odd": "It was an odd dog."}[was]
    sheet, at = Sheet(text), text.index(was)
    sheet.change(at, at + len(was), now, "try")
    agree_articles(Reading.of(analysed(text)), sheet)
    assert sheet.rewrite().text == f"It was {found}."


def test_an_article_before_an_unchanged_word_stays_as_it_is() -> None:
    sheet = Sheet("It was a apple.")
    agree_articles(Reading.of(analysed("It was a apple.")), sheet)
    assert sheet.rewrite().unchanged


@pytest.mark.parametrize(
    ("word", "is_"), [("hour", "an"), ("university", "a"), ("umbrella", "an"), ("European", "a"), ("one", "a")]
)
def test_sound_counts(word: str, is_: str) -> None:
    assert article(word) == is_
