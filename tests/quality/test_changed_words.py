from __future__ import annotations

import math

import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.features.difference import difference
from stylobench.quality.changed_words import ChangedWords


def test_an_edit_of_a_whole_sentence_counts_the_words_that_changed() -> None:
    original, now = "It was a cold day.", "It was a chilly day."
    whole = Rewrite(original, (Edit(0, len(original), now, "translation"),))
    assert ChangedWords().measure_rewrite(whole) == ChangedWords().measure_rewrite(difference(original, now))
    assert ChangedWords().measure_rewrite(whole) == pytest.approx(2 / 6)


def test_nothing_changed_is_nothing_and_no_words_is_no_value() -> None:
    assert ChangedWords().measure_rewrite(Rewrite("It was 7 o'clock.")) == 0.0
    assert math.isnan(ChangedWords().measure_rewrite(Rewrite("...")))


def test_everything_changed_is_all() -> None:
    assert ChangedWords().measure_rewrite(difference("one two.", "three four.")) == 1.0
