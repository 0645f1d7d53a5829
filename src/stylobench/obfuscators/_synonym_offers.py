"""Which words of a text may become which synonyms, before anything is known of the words around them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stylobench.features.inflection import inflected, lemma
from stylobench.features.prose import WORD, Prose
from stylobench.features.spellings import american, british
from stylobench.features.thesaurus import phrases, synonyms
from stylobench.obfuscators._left_alone import left_alone
from stylobench.records import Floats, Rows

PARTS = {"NN": "noun", "VB": "verb", "JJ": "adj", "RB": "adv"}
CANDIDATES = 4
# Longer ones are taken for a mark that was forgotten.
QUOTATION = re.compile(r'"(?:[^"\r\n]|\r?\n(?![\r\n])){1,600}"|“(?:[^”\r\n]|\r?\n(?![\r\n])){1,600}”')
# 'picked the heavy book up': so far behind its verb a particle is looked for
REACH = 4
KIN = 5

Form = tuple[str, float]


@dataclass(frozen=True)
class Offers:
    """Candidates in columns: the token, its sentence, the form that would stand there, and how similar it is."""

    tokens: Rows
    sentences: Rows
    forms: list[str]
    similarities: Floats


def offers(prose: Prose, words: int, at_least: float) -> Offers:
    """The candidates for the most frequent words that have any so similar."""
    slots = [slot for slot in _slots(prose, at_least) if not _stays(prose, slot[0])]
    counts = Counter(prose.tokens[token].text.lower() for token, _, _ in slots)
    often = set(sorted(counts, key=lambda word: (-counts[word], word))[:words])
    rows = [
        (token, sentence, form, similarity)
        for token, sentence, forms in slots
        if prose.tokens[token].text.lower() in often
        for form, similarity in forms
    ]
    tokens, sentences, forms, similarities = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Offers(np.array(tokens, np.int64), np.array(sentences, np.int64), list(forms), np.array(similarities))


def _slots(prose: Prose, at_least: float) -> Iterator[tuple[int, int, tuple[Form, ...]]]:
    """Tokens outside quotations that have candidates, with their sentence."""
    quoted = np.array([found.span() for found in QUOTATION.finditer(prose.text)], np.int64).reshape(-1, 2)
    starts = np.array([token.start for token in prose.tokens], np.int64)
    before = np.searchsorted(quoted[:, 0], starts, side="right")
    inside = starts < np.concatenate([[0], quoted[:, 1]])[before]
    tags, free = prose.tags, (~inside).tolist()
    for number, (first, end) in enumerate(prose.sentences):
        for at in range(first, end):
            token, tag = prose.tokens[at], tags[at]
            if tag[:2] in PARTS and free[at] and token.kind == WORD:
                forms = _forms(token.text.lower(), tag, at_least)
                if forms and (token.text[0].islower() or at == first or token.text.isupper()):
                    yield at, number, forms


@lru_cache(65_536)
def _forms(word: str, tag: str, at_least: float) -> tuple[Form, ...]:
    """The best candidates in the inflection of a word; none where the tag does not suit the word."""
    if tag.startswith("NNP") or not (word.isascii() and word.isalpha()):
        return ()
    stem, found = lemma(word, tag), list[Form]()
    if inflected(stem, tag) != word:
        return ()
    for synonym in synonyms(american(stem) or stem, PARTS[tag[:2]]):
        close = synonym.similarity >= at_least and not _kin(stem, synonym.word)
        form = _inflected(synonym.word, tag) if close else None
        if form not in (None, word, american(word), british(word)):
            found.append((str(form), synonym.similarity))
    return tuple(found[:CANDIDATES])


def _inflected(word: str, tag: str) -> str | None:
    """A synonym under a tag; a noun that is a plural already ('mates') stands for a plural, as it is, or not at all."""
    form = inflected(word, tag)
    plural = tag.startswith("NN") and lemma(word, tag) != word
    return None if plural and (tag != "NNS" or form != word) else form


def _kin(one: str, other: str) -> bool:
    """Whether two words look derived from each other, and so differ in grammar more than in meaning."""
    return one in other or other in one or one[:KIN] == other[:KIN]


def _stays(prose: Prose, at: int) -> bool:
    return left_alone(prose, at) or _in_phrase(prose, at)


def _in_phrase(prose: Prose, at: int) -> bool:
    """Whether a word means what it means by its company: 'of course', 'look after', 'picked the book up'."""
    known, tag = phrases(), prose.tags[at]
    around = [token.text.lower() for token in prose.tokens[max(at - 2, 0) : at + REACH + 1]]
    here = min(at, 2)
    for word in {around[here], lemma(around[here], tag)}:
        line = [*around[:here], word, *around[here + 1 :]]
        spans = [(here - 2, here + 1), (here - 1, here + 1), (here - 1, here + 2), (here, here + 2), (here, here + 3)]
        if any(a >= 0 and " ".join(line[a:b]) in known for a, b in spans):
            return True
        if tag[0] == "V" and any(f"{word} {later}" in known for later in line[here + 1 :]):
            return True
    return False
