"""Counting character n-grams in a corpus, beside scikit-learn's CountVectorizer, in one process.

`.venv/bin/python bench/char_ngrams.py`
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from sklearn.feature_extraction.text import CountVectorizer

from stylobench import load
from stylobench.features.char_ngrams import CharNgrams

WORLD = "world(authors=40, topics=10, documents=2000, words=400)"
TURNS = 5


def spent(work: Callable[[list[str]], Any], texts: list[str]) -> float:
    """Processor seconds of one turn."""
    began = time.process_time()
    work(texts)
    return time.process_time() - began


def main() -> None:
    """One line per n: the medians of turns, after one that compiles; both count the same."""
    texts = [" ".join(text.lower().split()) for text in load(WORLD).texts]
    for n in (3, 4, 6):
        ours, theirs = CharNgrams(n=n), CountVectorizer(analyzer="char", ngram_range=(n, n))
        found = ours.count(texts).matrix
        assert abs(found - theirs.fit_transform(texts)).sum() == 0
        turns = [(spent(ours.count, texts), spent(theirs.fit_transform, texts)) for _ in range(TURNS)]
        mine, other = (statistics.median(seconds) for seconds in zip(*turns, strict=True))
        print(
            json.dumps(
                {
                    "figure": f"character {n}-grams of {len(texts)} texts of {len(texts[0])} characters",
                    "processor_seconds": round(mine, 3),
                    "count_vectorizer": round(other, 3),
                    "ratio": round(other / mine, 2),
                }
            )
        )


if __name__ == "__main__":
    main()
