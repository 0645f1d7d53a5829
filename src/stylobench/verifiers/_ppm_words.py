"""Which words of a text another text's character model predicts better than texts by anyone would."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from stylobench.records import Floats
from stylobench.verifiers._verifier import Reason

UNSEEN = 8.0
MOST = 50_000  # characters of a text that are looked at
_WORD = re.compile(r"\s*(\w+(?:['’-]\w+)*|[^\w\s])")


def saved_by_word(text: str, known: Sequence[str], background: Sequence[str], order: int) -> list[Reason]:
    """Bits that the known texts save on each word of a text, per character of the text, the most first.

    Each known text is compared with as many characters of the background, a piece of every text of it.
    """
    text = text[:MOST]
    saved = np.zeros(len(text))
    for other in known:
        other = other[:MOST]
        saved += bits(mixed(background, len(other)), text, order) - bits(other, text, order)
    sums: dict[str, float] = {}
    for found in _WORD.finditer(text):
        sums[found[1]] = sums.get(found[1], 0.0) + float(saved[found.start() : found.end()].sum())
    scale = max(len(known) * len(text), 1)
    reasons = [Reason(word, total / scale) for word, total in sums.items() if total > 0]
    return sorted(reasons, key=lambda reason: (-reason.value, reason.name))


def mixed(texts: Sequence[str], length: int) -> str:
    """As many characters, the same share from the beginning of each text.

    >>> mixed(["abcd", "efgh"], 4)
    'abef'
    """
    share = math.ceil(length / max(len(texts), 1))
    return "".join(text[:share] for text in texts)[:length]


def bits(model_text: str, text: str, order: int) -> Floats:
    """What each character of a text costs under the model of another, as `features.ppm` defines it.

    >>> bits("abab", "abb", 5).tolist()
    [1.0, 0.0, 1.0]
    """
    seen: Counter[str] = Counter()
    for size in range(1, order + 2):
        seen.update(model_text[i : i + size] for i in range(len(model_text) - size + 1))
    return np.array([_cost(seen, model_text, text[max(0, i - order) : i + 1]) for i in range(len(text))])


def _cost(seen: Counter[str], model_text: str, ngram: str) -> float:
    for start in range(len(ngram)):
        count = seen[ngram[start:]]
        if count:
            context = ngram[start:-1]
            followed = seen[context] - model_text.endswith(context) if context else len(model_text)
            return math.log2(followed / count)
    return UNSEEN
