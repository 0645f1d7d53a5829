"""Writeprints, static: letters, digits, signs, cases, word lengths, richness, sentences, function words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from scipy import sparse

from stylobench.features import vocabulary_richness, word_length
from stylobench.features._counting import Columns, Counts, count_known, counted, measures
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.sentence_length import SentenceLength
from stylobench.features.vocabulary_richness import richness
from stylobench.features.word_length import word_lengths
from stylobench.features.words import tokens
from stylobench.records import Floats

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
SIGNS = "~@#$%^&*-_=+<>[]{}/\\|"
MARKS = ",.?!:;'\""
SHORT, LONG = 3, 7  # letters of a short word at most, of a long one at least
SHARES = ["letters", "digits", "capitals", "white space", "letters per word", "short words", "long words"]


class Writeprints:
    """The static part of Writeprints (Abbasi & Chen 2008; Brennan, Afroz & Greenstadt 2012).

    Characters are counted per character, words per word. Parts of speech, which need a tagger, are left to others.

    >>> counts = Writeprints().count(["A cat, 2 dogs"])
    >>> row = dict(zip(counts.names, counts.matrix.toarray()[0].tolist(), strict=True))
    >>> round(row["letter c"], 3), row["word a"], round(row["capitals"], 3)
    (0.077, 0.25, 0.077)
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, the same columns always."""
        given = list(texts)
        words = [tokens(text) for text in given]
        sizes, lengths = (np.array([len(each) for each in every], dtype=np.float64) for every in (given, words))
        blocks = [
            (SHARES, measures(map(_shares, given, words), SHARES).matrix),
            *_characters(given, sizes),
            _counted("words of", counted(map(word_lengths, words), word_length.NAMES), lengths),
            _counted("richness:", measures(map(richness, words), vocabulary_richness.NAMES), np.ones_like(sizes)),
            _counted("sentence length:", SentenceLength().count(given), np.ones_like(sizes)),
            _counted("word", count_known(words, FUNCTION_WORDS), lengths),
        ]
        names = [name for some, _ in blocks for name in some]
        return Counts(sparse.csr_matrix(sparse.hstack([matrix for _, matrix in blocks])), Columns(names), measured=True)


def _shares(text: str, words: Sequence[str]) -> list[float]:
    size, count = max(len(text), 1), max(len(words), 1)
    characters, lengths = Counter(text), Counter(map(len, words))
    kinds = (str.isalpha, str.isdigit, str.isupper, str.isspace)
    return [
        *(sum(uses for character, uses in characters.items() if kind(character)) / size for kind in kinds),
        sum(length * uses for length, uses in lengths.items()) / count,
        sum(uses for length, uses in lengths.items() if length <= SHORT) / count,
        sum(uses for length, uses in lengths.items() if length >= LONG) / count,
    ]


def _characters(texts: Sequence[str], sizes: Floats) -> list[tuple[list[str], sparse.csr_matrix]]:
    uses = [Counter(text.lower()) for text in texts]
    kinds = (("letter", LETTERS), ("digit", DIGITS), ("sign", SIGNS), ("mark", MARKS))
    return [
        _counted(kind, counted(([found[member] for member in members] for found in uses), members), sizes)
        for kind, members in kinds
    ]


def _counted(kind: str, counts: Counts, of: Floats) -> tuple[list[str], sparse.csr_matrix]:
    shares = sparse.diags(1.0 / np.maximum(of, 1)) @ counts.matrix.astype(np.float64)
    return [f"{kind} {name}" for name in counts.names], shares
