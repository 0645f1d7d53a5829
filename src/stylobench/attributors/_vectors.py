"""From texts to scaled feature vectors; everything that is chosen is chosen on the training texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from scipy import sparse

from stylobench.errors import CorpusError
from stylobench.features.texts import Texts, feature_names
from stylobench.records import Floats, Rows

Scaling = Literal["log", "relative", "raw"]


@dataclass(frozen=True)
class Choice:
    """Which features enter: how to scale them, in how many training documents they must occur, how many."""

    features: str
    scaling: Scaling
    min_documents: int = 1
    most_frequent: int | None = None


@dataclass(frozen=True)
class Block:
    """The chosen columns of one feature set. `centre` and `spread` hold for measures only."""

    features: str
    names: list[str]
    centre: Floats | None = None
    spread: Floats = field(default_factory=lambda: np.ones(0))


@dataclass(frozen=True)
class Vectors:
    """Chosen columns of one or more feature sets."""

    choice: Choice
    blocks: tuple[Block, ...]

    @property
    def names(self) -> list[str]:
        """The names of all columns, in order."""
        return [name for block in self.blocks for name in block.names]

    def transform(self, texts: Texts) -> sparse.csr_matrix:
        """The vectors of any texts; words never seen in training fall away."""
        return _joined([_block_matrix(block, texts, self.choice.scaling) for block in self.blocks])


def choose(texts: Texts, choice: Choice) -> tuple[Vectors, sparse.csr_matrix]:
    """Choose columns on training texts, and give those texts' vectors."""
    vectors = Vectors(choice, tuple(_chosen(name, texts, choice) for name in feature_names(choice.features)))
    if not vectors.names:
        raise CorpusError(
            f"no feature of {choice.features!r} occurs in {choice.min_documents} training documents; "
            "lower min_documents or give longer texts"
        )
    return vectors, vectors.transform(texts)


def _chosen(features: str, texts: Texts, choice: Choice) -> Block:
    counts = texts.counts(features)
    if counts.measured:
        values = counts.matrix.toarray()
        spread = values.std(axis=0)
        return Block(features, counts.names, values.mean(axis=0), np.where(spread > 0, spread, 1.0))
    columns = _frequent_columns(counts.matrix, choice)
    return Block(features, [counts.names[j] for j in columns])


def _frequent_columns(matrix: sparse.csr_matrix, choice: Choice) -> Rows:
    documents = np.bincount(matrix.indices, minlength=matrix.shape[1])
    enough = np.flatnonzero(documents >= max(choice.min_documents, 1))
    if choice.most_frequent is None or len(enough) <= choice.most_frequent:
        return enough
    totals = np.asarray(matrix.sum(axis=0, dtype=np.float64)).ravel()[enough]
    return np.sort(enough[np.argsort(-totals, kind="stable")[: choice.most_frequent]])


def _block_matrix(block: Block, texts: Texts, scaling: Scaling) -> sparse.csr_matrix:
    counts = texts.counts(block.features)
    selected = counts.select(block.names).astype(np.float64)
    if block.centre is not None:
        return _standard(selected, block.centre, block.spread)
    if scaling == "log":
        return _unit_rows(_with_data(selected, np.log1p(selected.data)))
    if scaling == "relative":
        return _divided(selected, np.asarray(counts.matrix.sum(axis=1, dtype=np.float64)).ravel())
    return selected


def _standard(values: sparse.csr_matrix, centre: Floats, spread: Floats) -> sparse.csr_matrix:
    # divided by the root of their number, so that a row of measures is about as long as a row of words
    scores = (values.toarray() - centre) / spread
    return sparse.csr_matrix(scores / np.sqrt(max(scores.shape[1], 1)))


def _unit_rows(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    squares = np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel()
    return _divided(matrix, np.sqrt(squares))


def _divided(matrix: sparse.csr_matrix, divisors: Floats) -> sparse.csr_matrix:
    factors = 1.0 / np.where(divisors > 0, divisors, 1.0)
    return _with_data(matrix, matrix.data * np.repeat(factors, np.diff(matrix.indptr)))


def _with_data(matrix: sparse.csr_matrix, data: Floats) -> sparse.csr_matrix:
    return sparse.csr_matrix((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _joined(parts: list[sparse.csr_matrix]) -> sparse.csr_matrix:
    return parts[0] if len(parts) == 1 else sparse.csr_matrix(sparse.hstack(parts, format="csr"))


def with_constant(matrix: sparse.csr_matrix, value: float) -> sparse.csr_matrix:
    """One more column, which holds the same value in every row."""
    return _joined([matrix, sparse.csr_matrix(np.full((matrix.shape[0], 1), value))])
