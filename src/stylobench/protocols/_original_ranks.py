"""The rank of the true original among candidates, when an attacker rewrites every candidate and compares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse, stats
from threadpoolctl import threadpool_limits

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.texts import Texts
from stylobench.protocols.attack_findings import Sure
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.statistics.author_draws import author_draws
from stylobench.statistics.trial_draws import interval

STYLE = ("function_words", "word_length")


def original_rank(observed: Sequence[str], again: Sequence[str], groups: Sequence[str], seed: int) -> Sure:
    """The mean rank of the true original, by style and content together: 1 is found, half of all texts is hidden.

    `again[i]` is the attacker's own rewrite of the original of `observed[i]`, no original twice.
    """
    if not observed:
        return Sure(None)
    texts = Texts([*observed, *again])
    with threadpool_limits(1):
        both = _standard_rows(_style(texts)) + _standard_rows(_content(texts))
    return ratio_by_group(_ranks(both), np.ones(len(observed)), groups, seed, share=False)


def ratio_by_group(part: Floats, whole: Floats, groups: Sequence[str], seed: int, share: bool = True) -> Sure:
    """All of `part` in all of `whole`, with an interval by drawing groups again; no value where there is no whole."""
    named, codes = np.unique(np.asarray(groups, np.str_), return_inverse=True)
    if not np.sum(whole) > 0:
        return Sure(None)
    draws = author_draws(len(named), generator(seed, "reversal", "groups"))
    parts, wholes = (draws @ np.bincount(codes, column, len(named)) for column in (part, whole))
    drawn = np.divide(parts, wholes, out=np.full(len(wholes), np.nan), where=wholes > 0)
    telling = int(np.count_nonzero(np.bincount(codes, whole, len(named))))
    return Sure(float(drawn[0]), *interval(drawn, len(named), share=share, rarer=telling))


def _ranks(similarities: Floats) -> Floats:
    """The rank of the true one (on the diagonal) in every row, equal ones sharing the middle of their ranks."""
    return np.asarray(np.diagonal(stats.rankdata(-np.round(similarities, 9), axis=1)), np.float64)


def _style(texts: Texts) -> Floats:
    shares = [_per_text(texts.counts(features).matrix) for features in STYLE]
    letters = texts.counts("character_frequencies")
    marks = [place for place, name in enumerate(letters.names) if not name.isalnum()]
    together = np.hstack([*shares, _per_text(letters.matrix)[:, marks]])
    spread = together.std(axis=0)
    return _cosines((together - together.mean(axis=0)) / np.where(spread > 0, spread, 1.0))


def _content(texts: Texts) -> Floats:
    words = texts.counts("words")
    function = set(FUNCTION_WORDS)
    matrix = words.matrix[:, [place for place, name in enumerate(words.names) if name not in function]]
    held = np.bincount(matrix.indices, minlength=matrix.shape[1])
    rare = sparse.diags(np.log((1 + len(texts)) / (1 + held)) + 1)
    return _cosines(matrix.astype(np.float64).log1p() @ rare)


def _per_text(counts: sparse.csr_matrix) -> Floats:
    dense = counts.toarray().astype(np.float64)
    return np.asarray(dense / np.maximum(dense.sum(axis=1, keepdims=True), 1.0))


def _cosines(rows: Floats | sparse.csr_matrix) -> Floats:
    """Of the first half of the rows with the second."""
    matrix = sparse.csr_matrix(rows)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    unit = sparse.csr_matrix(sparse.diags(1 / np.where(lengths > 0, lengths, 1.0)) @ matrix)
    half = unit.shape[0] // 2
    return np.asarray((unit[:half] @ unit[half:].T).toarray())


def _standard_rows(similarities: Floats) -> Floats:
    spread = similarities.std(axis=1, keepdims=True)
    centred = similarities - similarities.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.where(spread > 0, spread, 1.0))
