"""Part-of-speech bigrams (Madigan's best): pairs of neighbouring tags from an averaged perceptron."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from stylobench.features._counting import Counts, Ids, count_numbers
from stylobench.features._tagger import Tagger, tagger
from stylobench.features.sentence_length import sentences

MOST_KEPT, LONGEST_KEPT = 1 << 16, 1_000  # sentences whose tags are kept, and characters of one of them
_TOKEN = re.compile(r"\w+(?:[-.]\w+)*|'\w+|[^\w\s]")
_SHORT = re.compile(r"(?i)(\w)(n't|'(?:s|re|ve|ll|d|m))\b")


class PosBigrams:
    """Counts of tag pairs within sentences; sentence borders count as a tag.

    The tags come from the weights that the package textblob-aptagger carries.
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per pair of tags."""
        tags = tagger().tags
        border = bytes([len(tags)])

        def pairs(text: str) -> Ids:
            found = [numbers + border for numbers in tag_numbers(sentences(text))]
            every = np.frombuffer(b"".join([border, *found]), np.uint8).astype(np.int32)
            return every[:-1] * (len(tags) + 1) + every[1:]

        names = [f"{left} {right}" for left in [*tags, "<"] for right in [*tags, ">"]]
        return count_numbers(map(pairs, texts), names)


def tag_numbers(parts: Sequence[str]) -> list[bytes]:
    """For each sentence the numbers of the tags of its tokens, a byte each.

    They are kept by sentence, because texts that are cut from one document have most sentences in common.
    """
    kept, found = _kept(tagger()), dict[str, bytes]()
    new = []
    for part in parts:
        if part in kept:
            found[part] = kept[part]
        elif part not in found:
            found[part] = b""
            new.append(part)
    if new:
        tokens = [split(part) for part in new]
        numbers, start = tagger().numbers(tokens).tobytes(), 0
        for part, own in zip(new, tokens, strict=True):
            found[part] = numbers[start : start + len(own)]
            start += len(own)
        if len(kept) > MOST_KEPT:
            kept.clear()
        kept.update((part, found[part]) for part in new if len(part) <= LONGEST_KEPT)
    return [found[part] for part in parts]


@lru_cache(1)
def _kept(by: Tagger) -> dict[str, bytes]:
    """The tags of sentences that this tagger has met."""
    return {}


def split(sentence: str) -> list[str]:
    """Words and punctuation marks, contractions apart.

    >>> split("He didn't go, she's off.")
    ['He', 'did', "n't", 'go', ',', 'she', "'s", 'off', '.']
    """
    return [part for word in sentence.split() for part in _parts(word)]


@lru_cache(1 << 15)
def _parts(word: str) -> tuple[str, ...]:
    """The tokens of what white space separates: no token reaches beyond it."""
    apart = _SHORT.sub(r"\1 \2", word).split()
    return tuple(part for one in apart for part in ([one] if one.lower() == "n't" else _TOKEN.findall(one)))
