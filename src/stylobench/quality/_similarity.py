"""How near in meaning sentences and what became of them are, by a sentence encoder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.edits import Rewrite
from stylobench.features.sbert import Sbert
from stylobench.quality._aligned import aligned_texts
from stylobench.quality._sampled import spread
from stylobench.records import Floats

MOST_OF_A_TEXT = 8


def similarities(rewrites: Sequence[Rewrite], sentences: int) -> Floats:
    """The mean cosine over some sentences of each text, evenly spread; NaN where there is none.

    Every text has as many as make `sentences` in all, but one at least and eight at most.

    A sentence that is left alone has 1 and one that is gone has 0.
    """
    each = min(MOST_OF_A_TEXT, max(1, sentences // max(1, len(rewrites))))
    chosen = [spread(aligned_texts(rewrite), each) for rewrite in rewrites]
    changed = {pair: 0.0 for of_text in chosen for pair in of_text if pair[0] != pair[1]}
    asked = [pair for pair in changed if all(pair)]
    changed.update(zip(asked, _cosines(asked), strict=True))
    means = [np.mean([changed.get(pair, 1.0) for pair in of_text]) if of_text else np.nan for of_text in chosen]
    return np.array(means, np.float64)


def _cosines(pairs: Sequence[tuple[str, str]]) -> list[float]:
    encoder = Sbert()
    places = {text: place for place, text in enumerate(dict.fromkeys(text for pair in pairs for text in pair))}
    if not pairs:
        return []
    vectors = encoder.encode(list(places))
    return [float(vectors[places[old]] @ vectors[places[new]]) for old, new in pairs]
