"""Vocabulary richness: type-token ratio, hapax shares, Yule's K, Simpson's D, entropy, Honoré's R."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from stylobench.features._counting import Counts, measures
from stylobench.features.words import tokens

NAMES = ["types per root", "types per word", "once", "twice", "yule", "simpson", "entropy", "honore"]


class VocabularyRichness:
    """Eight measures of how varied the words of a text are.

    >>> row = VocabularyRichness().count(["a a b c"]).matrix.toarray()[0]
    >>> [round(float(value), 4) for value in row[1:6]]
    [0.75, 0.6667, 0.3333, 1250.0, 0.1667]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text."""
        return measures((richness(tokens(text)) for text in texts), NAMES)


def richness(words: Iterable[str]) -> tuple[float, ...]:
    """The measures of some words, in the order of `NAMES`."""
    uses = Counter(words)
    n, types = uses.total(), len(uses)
    if n == 0:
        return (0.0,) * len(NAMES)
    spectrum = Counter(uses.values())
    once = spectrum[1] / types
    yule = 1e4 * (sum(m * m * count for m, count in sorted(spectrum.items())) - n) / (n * n)
    simpson = sum(m * (m - 1) * count for m, count in sorted(spectrum.items())) / max(n * (n - 1), 1)
    entropy = -sum(count * (m / n) * math.log2(m / n) for m, count in sorted(spectrum.items()))
    # one more than the types keeps Honoré's R finite where every word is used once
    honore = 100 * math.log(n) / (1 - spectrum[1] / (types + 1))
    return types / math.sqrt(n), types / n, once, spectrum[2] / types, yule, simpson, entropy, honore
