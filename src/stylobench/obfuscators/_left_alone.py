"""Words that get no synonym where they stand: denied, denying by their first letters, or known to go wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from stylobench.features import _wordnet
from stylobench.features.inflection import lemma
from stylobench.features.prose import MARK, Prose, Token
from stylobench.obfuscators._listed import listed

REACH = 3
NEGATIONS = listed("negations")
# Words whose only synonyms belong to another sense.
WITHOUT = listed("without_synonyms")
_DENYING = re.compile(r"(?:un|in|im|il|ir|dis|non)(?P<rest>[a-z]{3,})")
PARTS = {"NN": "noun", "VB": "verb", "JJ": "adj", "RB": "adv"}


def left_alone(prose: Prose, at: int) -> bool:
    """Whether a word must stay for what it is or where it stands."""
    word, tag = prose.tokens[at].text.lower(), prose.tags[at]
    if word == "however" and not _before_mark(prose, at):
        return True
    return _stays(word, tag) or under_negation(prose.tokens, at)


def under_negation(tokens: Sequence[Token], at: int) -> bool:
    """Whether one of the few words before denies this one, with no mark between."""
    for place in range(at - 1, max(at - 1 - REACH, -1), -1):
        if tokens[place].kind == MARK:
            return False
        if denies(tokens[place].text):
            return True
    return False


def denies(word: str) -> bool:
    """Whether a word is a negation.

    >>> denies("Never"), denies("isn’t"), denies("ever")
    (True, True, False)
    """
    low = word.lower()
    return low in NEGATIONS or low.endswith(("n't", "n’t"))


def _before_mark(prose: Prose, at: int) -> bool:
    return at + 1 < len(prose.tokens) and prose.tokens[at + 1].kind == MARK


@lru_cache(65_536)
def _stays(word: str, tag: str) -> bool:
    """Whether a word has no synonym anywhere; 'un' denies only where the rest is a word of the same kind."""
    base, part = lemma(word, tag), PARTS.get(tag[:2])
    found = _DENYING.fullmatch(base)
    return base in WITHOUT or bool(found and part and _wordnet.senses(found["rest"], part))
