"""Topic-neutral cues: which features follow the author, which the topic, and how far the neutral ones alone get."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy import sparse

from stylobench.features.texts import Texts
from stylobench.features.variance_shares import interaction_shares, variance_shares
from stylobench.protocols.answered import Answered
from stylobench.protocols.findings import Neutral
from stylobench.protocols.novel_accuracy import clipped, gains
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.multiplicity import benjamini_hochberg
from stylobench.statistics.paired import compare
from stylobench.statistics.weighted import summary

MOST_FEATURES = 1000
SHOWN = 200
BLOCK = 100


@dataclass(frozen=True)
class Cue:
    """One feature: shares of its variance, the corrected p of its author term, how it carries over to new topics."""

    feature: str
    author_share: float
    topic_share: float
    interaction_share: float | None
    q: float
    stability: float | None


def cues(texts: Texts, bed: TestBed) -> dict[str, Any]:
    """Variance shares of the most frequent words, those that belong most to the author and least to the topic first."""
    counts = texts.counts("words")
    frequency = np.asarray(counts.matrix.sum(axis=0)).ravel()
    chosen = np.sort(np.argsort(-frequency, kind="stable")[:MOST_FEATURES])
    length = np.maximum(np.asarray(counts.matrix.sum(axis=1)).ravel(), 1)
    relative = sparse.diags(1 / length) @ counts.matrix[:, chosen]
    author, topic = (np.unique(labels, return_inverse=True)[1] for labels in (bed.authors, bed.topics))
    shares = variance_shares(relative, author, topic)
    crossed, cells = interaction_shares(relative, author, topic)
    q, carried = benjamini_hochberg(np.nan_to_num(shares.author_p, nan=1.0)), carry_over(relative, bed)
    order = np.argsort(-np.nan_to_num(shares.neutrality), kind="stable")[:SHOWN]
    table = [
        Cue(
            counts.names[chosen[i]],
            float(shares.author_share[i]),
            float(shares.topic_share[i]),
            float(crossed[i]) if cells else None,
            float(q[i]),
            None if carried is None else float(carried[i]),
        )
        for i in order
    ]
    return {
        "features": len(chosen),
        "documents": len(bed.rows),
        "table": [asdict(cue) for cue in table],
        "interaction_cells": cells,
    }


def carry_over(relative: sparse.csr_matrix, bed: TestBed) -> Floats | None:
    """Share of topics in which authors deviate from the topic's mean as they do in their other topics, per feature."""
    judged = [row for row in range(len(bed.topic_names)) if ((bed.table[row] > 0) & (bed.left[row] > 0)).sum() >= 2]
    if not judged:
        return None
    blocks = [relative[:, start : start + BLOCK] for start in range(0, relative.shape[1], BLOCK)]
    return np.concatenate([_agreeing(block, bed, judged) for block in blocks]) / len(judged)


def _agreeing(relative: sparse.csr_matrix, bed: TestBed, judged: list[int]) -> Floats:
    """In how many topics the deviations of authors agree with those elsewhere."""
    own = _deviations(relative, bed)
    total, agreeing = own.sum(axis=0), np.zeros(relative.shape[1])
    for row in judged:
        both = (bed.table[row] > 0) & (bed.left[row] > 0)
        here = own[row][both] / bed.table[row][both, None]
        elsewhere = (total - own[row])[both] / bed.left[row][both, None]
        agreeing += ((here - here.mean(axis=0)) * (elsewhere - elsewhere.mean(axis=0))).sum(axis=0) > 0
    return agreeing


def _deviations(relative: sparse.csr_matrix, bed: TestBed) -> Floats:
    """Sums of differences from the topic's mean, by topic, author and feature."""
    topic, author = (np.unique(labels, return_inverse=True)[1] for labels in (bed.topics, bed.authors))
    own = np.zeros((*bed.table.shape, relative.shape[1]))
    for number in range(len(own)):
        inside = np.flatnonzero(topic == number)
        rows = relative[inside].toarray()
        np.add.at(own[number], author[inside], rows - rows.mean(axis=0))
    return own


def neutral_findings(novel: Answered, fair: Answered, kept: int, seed: int) -> Neutral:
    """Accuracy on new topics, and the price of novelty, with topic-neutral features only."""
    accuracy, sizes = novel.by_unit(), novel.sizes()
    found = clipped(summary(list(accuracy.values()), list(sizes.values())))
    won = gains(novel, fair)
    rng = generator(seed, "price of novelty, neutral")
    price = compare(list(won.values()), np.zeros(len(won)), [sizes[topic] for topic in won], rng)
    return Neutral(kept, found.mean, found.low, found.high, price.difference, price.low, price.high, found.units)
