"""Sentence length: mean, spread, median and extremes of words per sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

from stylobench.features._counting import Counts, measures
from stylobench.features.words import tokens

# A full stop ends a sentence when white space and then no lower-case letter follow.
_END = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?![a-z])|\n\s*\n")
_OF_WORDS = re.compile(r"[^\W_]")  # what `words` leaves of a text, white space apart
NAMES = ["mean", "spread", "median", "short", "long"]


def sentences(text: str) -> list[str]:
    """The sentences of a text that hold a word.

    >>> sentences('He came. "Why?" she said. At 3.15 p.m. he left!')
    ['He came.', '"Why?" she said.', 'At 3.15 p.m. he left!']
    """
    return [part for part in _END.split(text) if _OF_WORDS.search(part)]


class SentenceLength:
    """Five measures of the number of words per sentence.

    >>> SentenceLength().count(["One two. One two three four."]).matrix.toarray().tolist()
    [[3.0, 1.0, 3.0, 2.0, 4.0]]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text; short and long are the first and ninth deciles' nearest sentences."""
        return measures(map(_measures, texts), NAMES)


def _measures(text: str) -> tuple[float, ...]:
    lengths = [len(tokens(sentence)) for sentence in sentences(text)] or [0]
    ranked, count = sorted(lengths), len(lengths)
    middle = (ranked[(count - 1) // 2] + ranked[count // 2]) / 2
    short, long = (float(ranked[max(math.ceil(count * share - 1), 0)]) for share in (0.1, 0.9))
    # in the order of the text: sums in another order may round differently
    return sum(lengths) / count, float(np.array(lengths, dtype=np.float64).std()), middle, short, long
