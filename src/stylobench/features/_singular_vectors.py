"""The leading singular vectors of a sparse matrix, with the same bits on every processor.

Vectors of nearly equal singular values turn freely into one another, so that the last bits of the sums would decide
which are found. Every sum here has a fixed order: products with the sparse matrix are SciPy's plain loops.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from stylobench.features._compiled import compiled_in_order
from stylobench.features._same_bits import gram, product
from stylobench.records import Floats
from stylobench.seeds import generator

# more vectors than wanted, and so many rounds, as Halko, Martinsson and Tropp (2011) advise for slowly falling values
MORE = 10
ROUNDS = 7
# below this share of what it was, or of the largest, a length is rounding
NOTHING = 1e-13
SWEEPS = 30


def scaled_left_vectors(matrix: sparse.csr_matrix, rank: int, seed: int = 0, rounds: int = ROUNDS) -> Floats:
    """The left singular vectors times their singular values, the largest first: a column for each, up to `rank`.

    The search starts where `seed` says; what is found hangs little on it, and the less the more rounds there are.
    """
    width = min(rank + MORE, *matrix.shape)
    start = generator(seed, "singular vectors").random((matrix.shape[1], width)) - 0.5
    turned = sparse.csr_matrix(matrix.T)
    basis = np.asarray(matrix @ start)
    for _ in range(rounds):
        make_orthonormal(basis)
        basis = np.asarray(matrix @ (turned @ basis))
    make_orthonormal(basis)
    # once more: after one time, right angles are only as good as the columns were apart
    make_orthonormal(basis)
    squares, turns = eigenvectors(gram(np.asarray(turned @ basis)))
    kept = np.argsort(-squares, kind="stable")[:rank]
    squares = np.where(squares > NOTHING * squares.max(initial=0.0), squares, 0.0)[kept]
    return product(basis, turns[:, kept] * np.sqrt(squares))


@compiled_in_order
def _make_orthonormal(basis: Floats, angles: Floats) -> None:
    """By Cholesky's factor of the products of the columns; `angles` becomes its transpose."""
    count, width = basis.shape
    for one in range(width):
        whole = angles[one, one]
        for before in range(one):
            factor = angles[before, one]
            for other in range(one, width):
                angles[one, other] -= factor * angles[before, other]
        if angles[one, one] > NOTHING * whole:
            length = np.sqrt(angles[one, one])
            for other in range(one, width):
                angles[one, other] /= length
        else:
            angles[one, one:] = 0.0
    for row in range(count):
        for one in range(width):
            if angles[one, one] == 0.0:
                basis[row, one] = 0.0
                continue
            value = basis[row, one] / angles[one, one]
            basis[row, one] = value
            for other in range(one + 1, width):
                basis[row, other] -= value * angles[one, other]


def make_orthonormal(basis: Floats) -> None:
    """Columns become as long as 1 and stand at right angles; one that lies in the span of those before becomes zero."""
    _make_orthonormal(basis, gram(basis))


@compiled_in_order
def eigenvectors(symmetric: Floats) -> tuple[Floats, Floats]:
    """Eigenvalues, and eigenvectors as columns, by Jacobi's rotations; in no particular order."""
    matrix, size = symmetric.copy(), len(symmetric)
    turned, scale = np.eye(size), 0.0
    for one in range(size):
        scale = max(scale, abs(matrix[one, one]))
    for _ in range(SWEEPS):
        turns = 0
        for one in range(size - 1):
            for other in range(one + 1, size):
                if abs(matrix[one, other]) > 1e-16 * scale:
                    turns += 1
                    _rotate(matrix, turned, one, other)
        if turns == 0:
            break
    values = np.empty(size)
    for one in range(size):
        values[one] = matrix[one, one]
    return values, turned.T.copy()


@compiled_in_order
def _rotate(matrix: Floats, turned: Floats, one: int, other: int) -> None:
    lean = (matrix[other, other] - matrix[one, one]) / (2 * matrix[one, other])
    tangent = 1 / (abs(lean) + np.sqrt(lean * lean + 1))
    if lean < 0:
        tangent = -tangent
    cosine = 1 / np.sqrt(tangent * tangent + 1)
    sine = tangent * cosine
    for column in range(len(matrix)):
        first, second = matrix[one, column], matrix[other, column]
        matrix[one, column] = cosine * first - sine * second
        matrix[other, column] = sine * first + cosine * second
        first, second = turned[one, column], turned[other, column]
        turned[one, column] = cosine * first - sine * second
        turned[other, column] = sine * first + cosine * second
    for row in range(len(matrix)):
        first, second = matrix[row, one], matrix[row, other]
        matrix[row, one] = cosine * first - sine * second
        matrix[row, other] = sine * first + cosine * second
