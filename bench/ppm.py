"""Cross-entropies of pairs under PPM: characters per second against a plain dictionary, one thread, models prepared.

Texts: a simulated world, about 3,000 characters each, all pairs both ways. Reference: per document a dictionary from
n-gram to bits, filled once, then the longest n-gram that it holds for every character. Ours: documents as sorted
n-grams, filled once, then one merge per pair. Processor time, the best of several turns taken alternately; both must
agree to 4 decimals. Filling is timed beside it. One JSON line per figure.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np

import stylobench
from stylobench.features import ppm

DOCUMENTS, REFERENCE_PAIRS, TURNS = 60, 40, 7
ORDER, UNSEEN_BITS = 5, 8.0


def reference_model(text: str) -> dict[str, float]:
    """Bits of the last character of every n-gram of a text."""
    seen = Counter(text[i : i + n] for n in range(1, ORDER + 2) for i in range(len(text) - n + 1))
    followed = Counter(text[i : i + n] for n in range(ORDER + 1) for i in range(len(text) - n))
    return {ngram: -math.log2(count / followed[ngram[:-1]]) for ngram, count in seen.items()}


def reference_bits(model: dict[str, float], text: str) -> float:
    """Bits per character by the longest n-gram that the model knows."""
    total = 0.0
    for i in range(len(text)):
        for start in range(max(0, i - ORDER), i + 1):
            bits = model.get(text[start : i + 1])
            if bits is not None:
                total += bits
                break
        else:
            total += UNSEEN_BITS
    return total / len(text)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    """The ratios and what they were computed from."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    texts = [d.text for d in stylobench.world(authors=6, topics=5, documents=DOCUMENTS, words=460).documents]
    lengths = np.array([len(text) for text in texts])
    couples = np.array(list(combinations(range(len(texts)), 2)))
    few = couples[:: len(couples) // REFERENCE_PAIRS]
    dictionaries, models = [reference_model(text) for text in texts], ppm.modelled(texts, ORDER)

    def plain() -> list[list[float]]:
        return [[reference_bits(dictionaries[a], texts[b]) for a, b in ((i, j), (j, i))] for i, j in few]

    fast = ppm.both_ways(texts, few, ORDER)
    assert np.abs(np.array(plain()) - fast).max() < 5e-5, "the two do not agree to 4 decimals"
    turns = [(timed(plain), timed(lambda: ppm.summed(models, couples))) for _ in range(TURNS)]
    rates = [
        lengths[pairs].sum() / min(turn) for pairs, turn in zip((few, couples), zip(*turns, strict=True), strict=True)
    ]
    tell("ppm/dictionary", rates, texts=len(texts), characters=round(lengths.mean()), target=120)
    fills = [
        (timed(lambda: reference_model(texts[0])), timed(lambda: ppm.modelled(texts, ORDER))) for _ in range(TURNS)
    ]
    spent = [min(turn) for turn in zip(*fills, strict=True)]
    tell("ppm_models/dictionary", [lengths[0] / spent[0], lengths.sum() / spent[1]])


def tell(figure: str, rates: list[float], **more: object) -> None:
    """One figure as a JSON line: the ratio of characters per second, and both rates."""
    seconds = {"characters_per_second": round(rates[1]), "reference": round(rates[0])}
    print(json.dumps({"figure": figure, "value": round(rates[1] / rates[0], 1), **seconds, **more}), flush=True)


if __name__ == "__main__":
    main()
