"""Texts as sequences of numbered tokens: words, parts of speech, or words with content masked by its part of speech.

Masked is POSNoise (Halvani & Graner 2021) with the function words of this house: they, punctuation and the parts of
contractions stay, any other word is replaced by the letter of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.features._ngram_trie import Symbols
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.pos_bigrams import split, tagged
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
    return texts.once(f"tokens: {kind}", lambda whole: _numbered(KINDS[kind](whole)))


def _words(whole: Texts) -> Iterator[list[Sentence]]:
    for text in whole:
        yield [[token.lower() for token in split(sentence)] for sentence in sentences(text)]


def _tags(whole: Texts) -> Iterator[list[Sentence]]:
    for text in whole:
        yield [tags for _, tags in tagged(text)]


def _masked(whole: Texts) -> Iterator[list[Sentence]]:
    for text in whole:
        yield [list(map(mask, tokens, tags)) for tokens, tags in tagged(text)]


KINDS: dict[str, Callable[[Texts], Iterator[list[Sentence]]]] = {"words": _words, "pos": _tags, "masked": _masked}


def mask(token: str, tag: str) -> str:
    """The token itself where it is grammar, else its class.

    >>> mask("Because", "IN"), mask("walked", "VBD"), mask("n't", "RB"), mask("London", "NNP")
    ('because', 'V', "n't", 'P')
    """
    low = token.lower()
    grammar = low.startswith("'") or low == "n't" or not any(map(str.isalnum, low)) or normalise(low) in KEPT
    return low if grammar else CLASSES.get(tag[:3], CLASSES.get(tag[:2], tag))


def _numbered(texts: Iterator[list[Sentence]]) -> TokenSequences:
    numbers = {"|": BREAK, "</s>": END}
    symbols: list[Symbols] = []
    for text in texts:
        close: Sequence[int] = (END, BREAK)
        flat = [n for s in text if s for n in (*(numbers.setdefault(t, len(numbers)) for t in s), *close)]
        symbols.append(np.array(flat, np.int32))
    joined = np.concatenate([np.zeros(0, np.int32), *symbols])
    return TokenSequences(joined, np.cumsum([0, *map(len, symbols)]), list(numbers))
