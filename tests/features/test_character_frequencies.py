from __future__ import annotations

from stylobench.features.character_frequencies import CharacterFrequencies


def test_every_character_but_white_space_counts():
    counts = CharacterFrequencies().count(["Aa, b!\n"])
    found = dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))
    assert found == {"a": 2, ",": 1, "b": 1, "!": 1}
