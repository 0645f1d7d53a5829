"""Words to their lemmas and back by Penn Treebank tags, and letters in the case of another word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from stylobench.errors import MissingPart

COMMAND = "pip install 'stylobench[obfuscate]'"
KINDS = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
UNMARKED = ("NN", "VB", "JJ", "RB")
GRADED = ("JJR", "JJS", "RBR", "RBS")
KEPT_READY = 65_536
_VOWEL = re.compile(
    r"(?!eu|ew|on(?:e|ce)\b|one-|uni(?![nmd])|u[bcfhjkqrstg][aeiou]|ut[aeiou])[aeiou]|hour|honest|hono|heir"
)


@lru_cache(KEPT_READY)
def lemma(word: str, tag: str) -> str:
    """The lower-case lemma of a noun, verb, adjective or adverb; any other word only in lower case.

    >>> lemma("Children", "NNS"), lemma("went", "VBD"), lemma("The", "DT")
    ('child', 'go', 'the')
    """
    kind = KINDS.get(tag[:2])
    if kind is None or tag.startswith("NNP"):
        return word.lower()
    found = _lemminflect().getLemma(word.lower(), upos=kind)
    # the rules for unknown words can leave nothing of a short one
    return str(found[0]) if found and found[0] else word.lower()


@lru_cache(KEPT_READY)
def inflected(lemma: str, tag: str) -> str | None:
    """The usual form of a lemma under a tag; None where there is none ('more beautiful' is two words).

    >>> inflected("child", "NNS"), inflected("begin", "VBD"), inflected("beautiful", "JJR")
    ('children', 'began', None)
    """
    if not lemma or tag[:2] not in KINDS or tag.startswith("NNP"):
        return None
    if tag in UNMARKED:
        return lemma
    forms = _lemminflect().getInflection(lemma, tag, inflect_oov=tag not in GRADED)
    # a plural that may be left unmarked is one that is hardly ever used: 'informations', 'advices'
    if not forms or (tag == "NNS" and len(forms) > 1 and lemma in forms):
        return None
    return str(forms[0])


def recased(word: str, like: str) -> str:
    """A lower-case word in the case of another one: small, Capitalised or in CAPITALS.

    >>> recased("begin", "Start"), recased("begin", "START"), recased("an", "A")
    ('Begin', 'BEGIN', 'An')
    """
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def article(word: str) -> str:
    """The indefinite article that the sound of a word asks for.

    >>> [article(word) for word in ("car", "automobile", "hour", "unit", "unusual")]
    ['a', 'an', 'an', 'a', 'an']
    """
    return "an" if _VOWEL.match(word.lower()) else "a"


@lru_cache(1)
def _lemminflect() -> Any:
    try:
        import lemminflect
    except ModuleNotFoundError:
        raise MissingPart("lemminflect, which inflects words,", COMMAND) from None
    return lemminflect
