"""Texts by other people that a verifier compares with, as weights of features chosen on training texts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.errors import SplitError
from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.verifiers._others_kernels import shares
from stylobench.verifiers._tfidf import Frequencies

Weights = npt.NDArray[np.float32]
Keys = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Chosen:
    """Features by name, and what the share of each in a text is multiplied by."""

    features: str
    names: list[str]
    factors: Floats

    @classmethod
    def of(cls, texts: Texts, rows: Rows, features: str, most: int, idf: bool = False) -> Chosen:
        """The most frequent features of these rows."""
        found = Frequencies.of(texts, rows, features)
        if len(found.places) == 0:
            raise SplitError(f"no training text has any of {features}; give longer texts")
        best = found.take(found.most_frequent(most))
        factors = np.log((1 + best.texts) / (1 + best.documents)) + 1 if idf else np.ones(len(best.places))
        return cls(features, best.names, factors)

    def weights(self, texts: Texts, rows: Rows) -> Weights:
        """A row per text: the share of each feature among all features of the set, times its factor."""
        counts = texts.counts(self.features)
        stored, factors = counts.columns.positions, np.zeros(counts.matrix.shape[1])
        places = np.full(counts.matrix.shape[1], -1, np.int64)
        there = [(stored[name], place) for place, name in enumerate(self.names) if name in stored]
        where, what = np.array(there, np.int64).reshape(-1, 2).T
        places[where], factors[where] = what, self.factors[what]
        matrix = counts.matrix
        made: Weights = shares((matrix.data, matrix.indices, matrix.indptr), rows, (places, factors), len(self.names))
        return made


@dataclass(frozen=True)
class Others:
    """The texts that a verifier learnt from, by digest, in order of digest."""

    digests: list[str]

    @classmethod
    def of(cls, texts: Texts, rows: Rows) -> tuple[Others, Rows]:
        """Those of these rows that are not blank, and their rows."""
        digests = texts.digests()
        used = sorted((digests[row], int(row)) for row in rows if texts[int(row)].strip())
        return cls([digest for digest, _ in used]), np.array([row for _, row in used], np.int64)

    def drawn(self, problems: Problems, most: int, seed: int) -> list[Rows]:
        """For each problem at most so many places among the texts that may stand as impostors in it.

        A text's turn depends on the seed, the problem and the text alone, so that folds meet mostly the same ones.
        """
        may = allowed(problems, self.digests)
        keys = np.array([int(digest[:16], 16) for digest in self.digests], np.uint64)
        return [_first(keys, row, digest, (most, seed)) for row, digest in zip(may, problems.digests, strict=True)]


def _first(keys: Keys, may: Booleans, digest: str, how: tuple[int, int]) -> Rows:
    most, seed = how
    salt, factor = generator(seed, "others", digest).integers(0, 2**63, 2, np.uint64)
    turns = (keys ^ salt) * (factor | np.uint64(1))
    turns = (turns ^ (turns >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    there = np.flatnonzero(may)
    return np.sort(there[np.argsort(turns[there], kind="stable")[:most]])
