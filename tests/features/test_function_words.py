from __future__ import annotations

from stylobench.features.function_words import FUNCTION_WORDS, FunctionWords
from stylobench.features.words import tokens


def test_about_three_hundred_words_as_the_normalisation_leaves_them():
    assert 280 <= len(FUNCTION_WORDS) <= 350
    assert tokens(" ".join(FUNCTION_WORDS)) == FUNCTION_WORDS == sorted(set(FUNCTION_WORDS))


def test_other_words_are_not_counted():
    counts = FunctionWords().count(["The striker and the keeper don't agree"])
    found = {name: n for name, n in zip(counts.names, counts.matrix.toarray()[0], strict=True) if n}
    assert found == {"the": 2, "and": 1, "dont": 1}
