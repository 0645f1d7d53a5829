"""How near the questioned text is to the known ones in several spaces, and how near those are to each other."""

from __future__ import annotations

import numpy as np

from stylobench.features._counting import Counts
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows

SPACES = {
    "character 3-grams": "char_ngrams(n=3)",
    "character 4-grams": "char_ngrams(n=4)",
    "words": "words",
    "word pairs": "word_ngrams(n=2)",
    "punctuation": "mark_ngrams(n=1)",
    "sentence lengths": "sentence_length",
    "variety of vocabulary": "vocabulary_richness",
}
NAMES = [
    *(f"nearness in {space}" for space in SPACES),
    *(f"as near as fellows in {space}" for space in SPACES),
    "as near as fellows in all spaces",
]


def nearness(problems: Problems) -> Floats:
    """A row per problem in the order of `NAMES`."""
    means = [problems.averaged(near(problems.texts, problems.couples, space)) for space in SPACES.values()]
    several = np.diff(problems.starts) > 1
    shares = np.empty((len(problems), len(SPACES)))
    shares[several] = _as_near_as_fellows(problems.take(several))
    shares[~several] = _as_near_as_fellows(_halved(problems.take(~several)))
    return np.column_stack([*means, shares, shares.mean(axis=1)])


def _as_near_as_fellows(problems: Problems) -> Floats:
    """The share of the known texts that are no nearer to their fellows on average than to the questioned text."""
    shares = np.empty((len(problems), len(SPACES)))
    if len(problems):
        members, fellows = _fellows(problems.starts)
        couples = np.column_stack([problems.known[members], problems.known[fellows]])
        for place, space in enumerate(SPACES.values()):
            among = np.bincount(members, near(problems.texts, couples, space)) / np.bincount(members)
            # a hair's breadth, because a copy of a fellow is as near as the fellow but for rounding
            as_near = near(problems.texts, problems.couples, space) >= among - 1e-12
            shares[:, place] = problems.averaged(as_near.astype(np.float64))
    return shares


def _fellows(starts: Rows) -> tuple[Rows, Rows]:
    """Every known text beside every other one of its problem, by place among the known texts."""
    bounds = zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    pairs = [(i, j) for first, end in bounds for i in range(first, end) for j in range(first, end) if i != j]
    members, fellows = np.array(pairs, dtype=np.int64).T
    return members, fellows


def _halved(problems: Problems) -> Problems:
    return Problems.of([Problem(halves(problem.known[0]), problem.questioned) for problem in problems])


def halves(text: str) -> tuple[str, str]:
    """A text cut after the half of its words; the first half has the odd one.

    >>> halves("so it is and so")
    ('so it is', 'and so')
    """
    words = text.split(" ")
    middle = (len(words) + 1) // 2
    return " ".join(words[:middle]), " ".join(words[middle:])


def near(texts: Texts, couples: Rows, space: str) -> Floats:
    """From 0 to 1, how near the texts of each couple are: counts by cosine, measures by mean relative difference."""
    counts = texts.counts(space)
    return _alike(counts, couples) if counts.measured else cosines(counts, couples)


def cosines(counts: Counts, couples: Rows) -> Floats:
    """The cosine of the counts of each couple of rows; 0 where one of them has none."""
    matrix = counts.matrix.astype(np.float64)
    one, two = matrix[couples[:, 0]], matrix[couples[:, 1]]
    pairs = ((one, two), (one, one), (two, two))
    products, first, second = (np.asarray(a.multiply(b).sum(axis=1)).ravel() for a, b in pairs)
    return np.asarray(products / np.sqrt(np.maximum(first * second, 1e-300)))


def _alike(counts: Counts, couples: Rows) -> Floats:
    values = counts.matrix.toarray()
    one, two = values[couples[:, 0]], values[couples[:, 1]]
    apart = np.abs(one - two) / np.maximum(np.abs(one) + np.abs(two), 1e-300)
    return np.asarray(1 - apart.mean(axis=1))
