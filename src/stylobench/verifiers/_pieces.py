"""Texts as a few pieces of equal length, each by the share of its words and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from stylobench.features._counting import Columns, count_tokens
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows

_TOKEN = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
SHORTEST, MOST = 100, 20  # tokens of a piece; pieces of a text


@dataclass(frozen=True)
class Pieces:
    """Counts of tokens per piece; the pieces of text i are rows `starts[i]` to `starts[i + 1]`."""

    counts: Any
    columns: Columns
    sizes: Floats
    starts: Rows

    @classmethod
    def of(cls, texts: Texts) -> Pieces:
        """The pieces of all texts that these are a view of, cut once."""
        found: Pieces = texts.once("pieces of texts", _cut)
        return found

    def of_texts(self, rows: Rows) -> Rows:
        """The pieces of some texts, one text after the other."""
        spans = [np.arange(self.starts[row], self.starts[row + 1]) for row in rows]
        return np.concatenate([np.zeros(0, np.int64), *spans])

    def most_frequent(self, rows: Rows, count: int) -> list[str]:
        """The tokens that occur most often in some texts, the first by name among equals."""
        totals = np.asarray(self.counts[self.of_texts(rows)].sum(axis=0, dtype=np.float64)).ravel()
        there = np.flatnonzero(totals)
        names = self.columns.names
        return [names[place] for place in there[np.lexsort((there, -totals[there]))[:count]]]

    def shares(self, tokens: list[str]) -> Floats:
        """The share of each of these tokens in each piece, as a percentage."""
        positions = self.columns.positions
        known = [(place, positions[token]) for place, token in enumerate(tokens) if token in positions]
        shares = np.zeros((len(self.sizes), len(tokens)))
        if known:
            places, columns = np.array(known).T
            shares[:, places] = self.counts[:, columns].toarray() / self.sizes[:, None] * 100
        return shares


def pieces(text: str) -> list[list[str]]:
    """Words, lower-cased, and marks, in order, cut into pieces of nearly equal length.

    >>> pieces("So it is.")
    [['so', 'it', 'is', '.']]
    """
    tokens = _TOKEN.findall(text.lower())
    count = min(max(len(tokens) // SHORTEST, 1), MOST)
    bounds = np.linspace(0, len(tokens), count + 1).astype(int)
    return [tokens[a:b] for a, b in pairwise(bounds.tolist()) if b > a]


def _cut(whole: Texts) -> Pieces:
    sizes, starts = list[int](), [0]

    def each() -> Iterator[list[str]]:
        for text in whole:
            found = pieces(text)
            sizes.extend(map(len, found))
            starts.append(len(sizes))
            yield from found

    counted = count_tokens(each())
    return Pieces(counted.matrix, counted.columns, np.array(sizes, np.float64), np.array(starts))
