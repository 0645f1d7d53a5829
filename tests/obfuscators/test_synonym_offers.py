"""Which forms are offered, before the words around them are looked at."""

from __future__ import annotations

import pytest

from stylobench.features.thesaurus import installed, synonyms
from stylobench.obfuscators._synonym_offers import _forms, _inflected

pytestmark = pytest.mark.skipif(not installed(), reason="WordNet is not installed (apt: wordnet-base)")


@pytest.mark.parametrize(
    ("word", "tag", "form"),
    [
        ("mates", "NNS", None),
        ("mates", "NN", None),
        ("thanks", "NNS", None),
        ("glasses", "NNS", "glasses"),
        ("glasses", "NN", None),
        ("bus", "NNS", "buses"),
        ("lens", "NN", "lens"),
        ("author", "NNS", "authors"),
        ("found", "VBD", "founded"),
    ],
)
def test_no_plural_is_made_of_a_plural_nor_put_in_place_of_a_singular(word: str, tag: str, form: str | None) -> None:
    assert _inflected(word, tag) == form


def test_couples_do_not_become_mateses() -> None:
    assert "mates" in [synonym.word for synonym in synonyms("couple", "noun")]
    for word, tag in (("couples", "NNS"), ("couple", "NN")):
        assert not {"mates", "mateses"} & {form for form, _ in _forms(word, tag, at_least=0.0)}
