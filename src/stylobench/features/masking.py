"""Texts with their topic masked: frequent words stay, of all others only the shape is left (Stamatatos 2017).

The list of frequent English words, `frequent_words.json`, is ordered by how often five kinds of text use each word (its
geometric mean over news, Usenet, student essays, novels and questions with answers), so that a word which one of them
uses often is not on top. `scripts/make_frequent_words.py` makes it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from stylobench.errors import SpecError
from stylobench.features.texts import Texts

WORDS = 300
LETTER, DIGIT = "*", "#"
_RUN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_LETTERS = re.compile(r"[^\W\d_]")


@cache
def _list() -> tuple[str, ...]:
    found = json.loads(resources.files("stylobench.features").joinpath("frequent_words.json").read_text("utf-8"))
    return tuple(found)


@cache
def frequent_words(count: int = WORDS) -> frozenset[str]:
    """The most frequent English words, lower case, as many as asked for."""
    every = _list()
    if not 1 <= count <= len(every):
        raise SpecError(f"words={count}: the list of frequent words has 1 to {len(every):,}")
    return frozenset(every[:count])


def masked(text: str, words: int = WORDS) -> str:
    """The text with an asterisk for each letter of a word that is not among the most frequent, and # for each digit.

    Frequent words, punctuation and spacing stay as they are.

    >>> masked("In 1911 the Norwegian's dogs don't stop, and they win.")
    "In #### the *********'* **** don't ****, and they ***."
    """
    keep = frequent_words(words)

    def mask(found: re.Match[str]) -> str:
        run = found[0]
        if run[0].isdigit():
            return DIGIT * len(run)
        return run if run.lower().replace("’", "'") in keep else _LETTERS.sub(LETTER, run)

    return _RUN.sub(mask, text)


def masked_texts(texts: Texts, words: int = WORDS) -> Texts:
    """Texts of which these are a view, masked, with the same rows; made once for all views."""
    whole: Texts = texts.once(f"masked {words}", lambda every: Texts([masked(text, words) for text in every]))
    return whole.take(texts.rows)
