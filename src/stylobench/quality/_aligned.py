"""Sentences of the original beside what became of them, by the edits: no guess is needed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from stylobench.edits import Rewrite
from stylobench.features.prose import Token, analysed


class Aligned(NamedTuple):
    """Characters `a` to `b` of the original became characters `c` to `d` of the rewritten text."""

    a: int
    b: int
    c: int
    d: int


def aligned(rewrite: Rewrite) -> list[Aligned]:
    """The text in sentences of the original; sentences that one edit joins stay together.

    >>> from stylobench.edits import Edit
    >>> rewrite = Rewrite("He ran. She is ill. I am.", (Edit(4, 6, "uns", "x"), Edit(18, 21, ", as I", "x")))
    >>> [(rewrite.original[a:b], rewrite.text[c:d]) for a, b, c, d in aligned(rewrite)]
    [('He ran.', 'He runs.'), (' She is ill. I am.', ' She is ill, as I am.')]
    """
    cuts = list(_cuts(rewrite))
    return [Aligned(a, b, c, d) for (a, c), (b, d) in pairwise(cuts)]


def aligned_texts(rewrite: Rewrite) -> list[tuple[str, str]]:
    """The same as texts, in one line each."""
    spans = aligned(rewrite)
    return [(" ".join(rewrite.original[a:b].split()), " ".join(rewrite.text[c:d].split())) for a, b, c, d in spans]


def aligned_tokens(rewrite: Rewrite) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """The same as tokens."""
    old, new = analysed(rewrite.original).tokens, analysed(rewrite.text).tokens
    old_starts, new_starts = [token.start for token in old], [token.start for token in new]
    for a, b, c, d in aligned(rewrite):
        before = old[bisect_left(old_starts, a) : bisect_left(old_starts, b)]
        yield before, new[bisect_left(new_starts, c) : bisect_left(new_starts, d)]


def _cuts(rewrite: Rewrite) -> Iterator[tuple[int, int]]:
    """Ends of sentences that no edit reaches across, in both texts; what is inserted at one stands before it."""
    prose = analysed(rewrite.original)
    if not prose.sentences:
        return
    yield 0, 0
    edits, at, moved = rewrite.edits, 0, 0
    for _, last in prose.sentences[:-1]:
        cut = prose.tokens[last - 1].end
        while at < len(edits) and edits[at].end <= cut:
            moved += len(edits[at].replacement) - (edits[at].end - edits[at].start)
            at += 1
        if at == len(edits) or edits[at].start >= cut:
            yield cut, cut + moved
    yield len(rewrite.original), len(rewrite.text)
