"""Synonyms keep their form, and words that live by their neighbours are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from operator_tries import tried

from stylobench.obfuscators._operators_synonyms import use_synonyms

pytestmark = pytest.mark.skipif(not Path("/usr/share/wordnet").exists(), reason="WordNet is not installed")


def test_a_synonym_stands_in_the_same_form() -> None:
    found = {tried(use_synonyms, "The movies were long.", seed) for seed in range(10)}
    assert len(found) > 1
    assert all(text.split()[1].endswith("s") for text in found)


@pytest.mark.parametrize("text", ["He gave up.", "The credit card was lost."])
def test_particles_and_compounds_are_left(text: str) -> None:
    assert all(text.split()[1] == tried(use_synonyms, text, seed).split()[1] for seed in range(6))


def test_the_opposite_is_never_chosen() -> None:
    for seed in range(20):
        found = tried(use_synonyms, "It was a horrible night.", seed)
        assert "good" not in found
        assert "nice" not in found


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("However good it is, he left.", "However good"),
        ("It grew however small it was.", "however small"),
        ("It was not a horrible night.", "horrible"),
        ("It was an unlawful act.", "unlawful"),
        ("He stayed there for a while.", "a while"),
    ],
)
def test_what_is_denied_or_means_something_else_here_stays(text: str, kept: str) -> None:
    assert all(kept in tried(use_synonyms, text, seed) for seed in range(20))
