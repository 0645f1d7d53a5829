"""Texts as sequences of numbered tokens: words, parts of speech, or words with content masked by its part of speech.

Masked is POSNoise (Halvani & Graner 2021) with the function words of this house: they, punctuation and the parts of
contractions stay, any other word is replaced by the letter of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stylobench.features._ngram_trie import Symbols
from stylobench.features._tagger import tagger
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.pos_bigrams import MOST_KEPT, split, tag_numbers
from stylobench.features.sentence_length import sentences
from stylobench.features.texts import Texts
from stylobench.features.words import normalise
from stylobench.records import Rows

BREAK, END = 0, 1
KEPT = frozenset(FUNCTION_WORDS)
CLASSES = {"NNP": "P", "NN": "N", "VB": "V", "MD": "V", "JJ": "J", "RB": "B", "CD": "D", "UH": "U", "FW": "X"}
Sentence = list[str]


@dataclass(frozen=True)
class TokenSequences:
    """Text i is `symbols[ends[i]:ends[i + 1]]`: `names[symbol]`, every sentence closed by an end and a break."""

    symbols: Symbols
    ends: Rows
    names: list[str]

    @property
    def sizes(self) -> Rows:
        """How many symbols each text has, ends and breaks included."""
        return np.diff(self.ends)


def token_sequences(texts: Texts, kind: str) -> TokenSequences:
    """All texts of which these are a view, numbered once.

    >>> found = token_sequences(Texts(["The cat sat. It didn't go."]), "masked")
    >>> " ".join(found.names[symbol] for symbol in found.symbols)
    "the N V . </s> | it did n't V . </s> |"
    """
    return texts.once(f"tokens: {kind}", lambda whole: _numbered(whole, KINDS[kind]))


def _words(parts: Sequence[str]) -> list[Sentence]:
    return [[token.lower() for token in split(part)] for part in parts]


def _tags(parts: Sequence[str]) -> list[Sentence]:
    names = tagger().tags
    return [[names[number] for number in numbers] for numbers in tag_numbers(parts)]


def _masked(parts: Sequence[str]) -> list[Sentence]:
    return [list(map(mask, split(part), tags)) for part, tags in zip(parts, _tags(parts), strict=True)]


KINDS: dict[str, Callable[[Sequence[str]], list[Sentence]]] = {"words": _words, "pos": _tags, "masked": _masked}


@lru_cache(1 << 16)
def mask(token: str, tag: str) -> str:
    """The token itself where it is grammar, else its class.

    >>> mask("Because", "IN"), mask("walked", "VBD"), mask("n't", "RB"), mask("London", "NNP")
    ('because', 'V', "n't", 'P')
    """
    low = token.lower()
    grammar = low.startswith("'") or low == "n't" or not any(map(str.isalnum, low)) or normalise(low) in KEPT
    return low if grammar else CLASSES.get(tag[:3], CLASSES.get(tag[:2], tag))


def _numbered(whole: Texts, tokens_of: Callable[[Sequence[str]], list[Sentence]]) -> TokenSequences:
    """A sentence that stands in several texts is numbered once, while there is room for it."""
    numbers, kept = {"|": BREAK, "</s>": END}, dict[str, Symbols]()
    found = [np.zeros(0, np.int32)]
    ends = [0]
    for text in whole:
        parts = sentences(text)
        if len(kept) > MOST_KEPT:
            kept.clear()
        new = [part for part in dict.fromkeys(parts) if part not in kept]
        for part, tokens in zip(new, tokens_of(new), strict=True):
            symbols = [numbers.setdefault(token, len(numbers)) for token in tokens]
            kept[part] = np.array([*symbols, END, BREAK], np.int32)
        found += [kept[part] for part in parts]
        ends.append(ends[-1] + sum(len(kept[part]) for part in parts))
    return TokenSequences(np.concatenate(found), np.array(ends), list(numbers))
