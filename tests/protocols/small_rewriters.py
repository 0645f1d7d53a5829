"""Texts of a few words and rewriters whose truth is known."""

from __future__ import annotations

import re

from stylobench.edits import Rewrite, Sheet
from stylobench.seeds import generator

FILLER = ["the", "old", "man", "saw", "a", "house", "and", "went", "home", "with", "his", "dog", "by", "night", "near"]


def written(count: int, words: int, extra: list[str], seed: int = 0) -> list[str]:
    """Texts of sentences of eight words, one word in ten from `extra`."""
    rng = generator(seed, "written")
    texts = []
    for number in range(count):
        chosen = [
            extra[rng.integers(len(extra))] if rng.random() < 0.1 else FILLER[rng.integers(len(FILLER))]
            for _ in range(words)
        ]
        sentences = [" ".join(chosen[start : start + 8]).capitalize() + "." for start in range(0, words, 8)]
        texts.append(f"{' '.join(sentences)} Topic{number} and again topic{number}.")
    return texts


def replaced(texts: list[str], table: dict[str, str], seed: int = 0, rate: float = 1.0) -> list[Rewrite]:
    """Words replaced by the table, each with the given chance; capitals are kept."""
    return [_replaced(text, table, generator(seed, "replaced", text), rate) for text in texts]


def _replaced(text, table, rng, rate):
    sheet = Sheet(text)
    for found in re.finditer(r"\w+", text):
        new = table.get(found[0].lower())
        if new is not None and rng.random() < rate:
            sheet.change(found.start(), found.end(), new.capitalize() if found[0][0].isupper() else new, "table")
    return sheet.rewrite()
