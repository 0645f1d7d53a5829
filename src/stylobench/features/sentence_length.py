"""Sentence length: mean, spread, median and extremes of words per sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from stylobench.features._counting import Counts, measures
from stylobench.features.words import tokens

# A full stop ends a sentence when white space and then no lower-case letter follow.
_END = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?![a-z])|\n\s*\n")
NAMES = ["mean", "spread", "median", "short", "long"]


def sentences(text: str) -> list[str]:
    """The sentences of a text that hold a word.

    >>> sentences('He came. "Why?" she said. At 3.15 p.m. he left!')
    ['He came.', '"Why?" she said.', 'At 3.15 p.m. he left!']
    """
    return [part for part in _END.split(text) if tokens(part)]


class SentenceLength:
    """Five measures of the number of words per sentence.

    >>> SentenceLength().count(["One two. One two three four."]).matrix.toarray().tolist()
    [[3.0, 1.0, 3.0, 2.0, 4.0]]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text; short and long are the first and ninth deciles' nearest sentences."""
        return measures(map(_measures, texts), NAMES)


def _measures(text: str) -> tuple[float, ...]:
    lengths = np.array([len(tokens(sentence)) for sentence in sentences(text)] or [0], dtype=np.float64)
    short, long = np.quantile(lengths, [0.1, 0.9], method="inverted_cdf")
    return float(lengths.mean()), float(lengths.std()), float(np.median(lengths)), float(short), float(long)
