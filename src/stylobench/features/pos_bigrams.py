"""Part-of-speech bigrams (Madigan's best): pairs of neighbouring tags from an averaged perceptron."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, pairwise

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
        return count_tokens(
            [f"{left} {right}" for _, tags in tagged(text) for left, right in pairwise(["<", *tags, ">"])]
            for text in texts
        )


def tagged(text: str) -> list[tuple[list[str], list[str]]]:
    """The tokens of each sentence and their tags; a text is tagged once for all who ask."""
    names, numbers = tagger().tags, iter(_tag_numbers(text))
    parts = [split(sentence) for sentence in sentences(text)]
    return [(tokens, [names[number] for number in islice(numbers, len(tokens))]) for tokens in parts]


# a byte for each token: tags by name would take too much room to be kept
@lru_cache(maxsize=10_000)
def _tag_numbers(text: str) -> bytes:
    return tagger().numbers([split(sentence) for sentence in sentences(text)]).tobytes()


def split(sentence: str) -> list[str]:
    """Words and punctuation marks, contractions apart.

    >>> split("He didn't go, she's off.")
    ['He', 'did', "n't", 'go', ',', 'she', "'s", 'off', '.']
    """
    apart = _SHORT.sub(r"\1 \2", sentence)
    return [part for word in apart.split() for part in ([word] if word.lower() == "n't" else _TOKEN.findall(word))]
