"""Part-of-speech bigrams (Madigan's best): pairs of neighbouring tags from an averaged perceptron."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from stylobench.features._counting import Counts, count_tokens
from stylobench.features._tagger import tagger
from stylobench.features.sentence_length import sentences

_TOKEN = re.compile(r"\w+(?:[-.]\w+)*|'\w+|[^\w\s]")
_SHORT = re.compile(r"(?i)(\w)(n't|'(?:s|re|ve|ll|d|m))\b")


class PosBigrams:
    """Counts of tag pairs within sentences; sentence borders count as a tag.

    The tags come from the weights that the package textblob-aptagger carries.
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per pair of tags."""
        tag = tagger().tag
        return count_tokens(
            [
                f"{left} {right}"
                for sentence in sentences(text)
                for left, right in pairwise(["<", *tag(split(sentence)), ">"])
            ]
            for text in texts
        )


def split(sentence: str) -> list[str]:
    """Words and punctuation marks, contractions apart.

    >>> split("He didn't go, she's off.")
    ['He', 'did', "n't", 'go', ',', 'she', "'s", 'off', '.']
    """
    apart = _SHORT.sub(r"\1 \2", sentence)
    return [part for word in apart.split() for part in ([word] if word.lower() == "n't" else _TOKEN.findall(word))]
