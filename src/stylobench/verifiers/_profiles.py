"""Profiles: the commonest n-grams of a text, or of several together, with their shares of all its n-grams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stylobench.features._counting import Counts, count_tokens
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.features.words import tokens
from stylobench.records import Floats, Rows

UNITS = ("characters", "words")


@dataclass(frozen=True)
class Profile:
    """N-grams by column, in order, and their shares; empty where the text has no n-gram."""

    columns: Rows
    shares: Floats

    @classmethod
    def of(cls, counts: Counts, rows: Rows, size: int) -> Profile:
        """The commonest n-grams of these rows together; among equally common ones the first by name."""
        columns, totals = added(counts, rows)
        shares = totals / max(float(totals.sum()), 1.0)
        return cls(columns, shares).first(size)

    def first(self, size: int) -> Profile:
        """The commonest of its n-grams; among equally common ones the first by name."""
        chosen = np.sort(np.argsort(-self.shares, kind="stable")[:size])
        return Profile(self.columns[chosen], self.shares[chosen])

    def __len__(self) -> int:
        return len(self.columns)

    def shares_of(self, columns: Rows) -> Floats:
        """The shares of n-grams by column, 0 where the profile lacks them."""
        if len(self) == 0:
            return np.zeros(len(columns))
        places = np.minimum(np.searchsorted(self.columns, columns), len(self) - 1)
        return np.where(self.columns[places] == columns, self.shares[places], 0.0)


def added(counts: Counts, rows: Rows) -> tuple[Rows, Floats]:
    """The columns that occur in these rows, in order, and how often they do in all of them."""
    matrix = counts.matrix
    parts = [slice(matrix.indptr[row], matrix.indptr[row + 1]) for row in rows]
    if len(parts) == 0:
        return np.zeros(0, np.int64), np.zeros(0)
    if len(parts) == 1:
        return matrix.indices[parts[0]].astype(np.int64), matrix.data[parts[0]].astype(np.float64)
    columns, places = np.unique(np.concatenate([matrix.indices[part] for part in parts]), return_inverse=True)
    uses = np.concatenate([matrix.data[part] for part in parts]).astype(np.float64)
    return columns.astype(np.int64), np.asarray(np.bincount(places, uses), np.float64)


def dissimilarities(first: Floats, second: Floats) -> Floats:
    """Of shares that are not both 0: from 0 where they are equal to 4 where one of them is 0 (Kešelj et al. 2003).

    >>> dissimilarities(np.array([0.3, 0.2]), np.array([0.1, 0.0])).round(3).tolist()
    [1.0, 4.0]
    """
    return np.asarray((2 * (first - second) / (first + second)) ** 2)


def both_sides(problems: Problems) -> Iterator[tuple[Rows, Rows]]:
    """Of each problem the rows of its known texts, and that of the questioned one."""
    for place, (start, end) in enumerate(zip(problems.starts[:-1], problems.starts[1:], strict=True)):
        yield problems.known[start:end], problems.questioned[place : place + 1]


def ngram_counts(texts: Texts, unit: str, n: int) -> Counts:
    """The n-grams of characters or of words in each text, counted once."""
    if unit == "characters":
        return texts.counts(f"char_ngrams(n={n!r})")
    if n == 1:
        return texts.counts("words")
    return texts.once(f"word {n}-grams", lambda whole: _word_ngrams(whole, n))


def _word_ngrams(texts: Texts, n: int) -> Counts:
    return count_tokens([" ".join(words[i : i + n]) for i in range(len(words) - n + 1)] for words in map(tokens, texts))
