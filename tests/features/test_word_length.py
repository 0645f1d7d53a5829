from __future__ import annotations

from stylobench.features.word_length import WordLength


def test_words_are_counted_by_length_and_the_longest_stand_together():
    counts = WordLength().count(["I am, too. Antidisestablishmentarianism"])
    found = dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))
    expected = ["01 letters", "02 letters", "03 letters", "15 letters"]
    assert {name: n for name, n in found.items() if n} == dict.fromkeys(expected, 1)
