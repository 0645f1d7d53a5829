"""The strength C of maxent, chosen inside the training documents."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from stylobench.attributors._maxent_solver import Problem, solve
from stylobench.records import Floats, Rows

STRENGTHS = (1.0, 10.0, 100.0, 1000.0)
FOLDS = 3
TOLERANCE = 1e-1


def best_strength(matrix: sparse.csr_matrix, authors: Rows, topics: Rows | None, importance: Floats) -> float:
    """The strength that attributes most held-out training documents rightly; the smallest among equals.

    Within one inner training set each strength starts from the shares of the one below it.
    """
    folds = inner_folds(authors, topics)
    right = np.zeros(len(STRENGTHS))
    for fold in range(folds.max() + 1):
        right += _right(matrix, authors, importance, folds == fold)
    return STRENGTHS[int(np.argmax(right))]


def inner_folds(authors: Rows, topics: Rows | None) -> Rows:
    """The inner fold of each document: whole topics together, or each author's documents in turn.

    >>> inner_folds(np.array([0, 0, 1, 1, 1]), np.array([2, 2, 0, 1, 1])).tolist()
    [0, 0, 2, 1, 1]
    """
    if topics is None or len(np.unique(topics)) < FOLDS:
        return _author_folds(authors)
    names, sizes = np.unique(topics, return_counts=True)
    load = np.zeros(FOLDS, dtype=np.int64)
    home = np.zeros(names.max() + 1, dtype=np.int64)
    for place in np.lexsort((-names, -sizes)):
        lightest = int(np.argmin(load))
        home[names[place]] = lightest
        load[lightest] += sizes[place]
    return home[topics]


def _author_folds(authors: Rows) -> Rows:
    turn = np.zeros(len(authors), dtype=np.int64)
    for author in np.unique(authors):
        rows = np.flatnonzero(authors == author)
        turn[rows] = np.arange(len(rows)) % FOLDS
    return turn


def _right(matrix: sparse.csr_matrix, authors: Rows, importance: Floats, held: Rows) -> Floats:
    classes, codes = np.unique(authors[~held], return_inverse=True)
    right = np.zeros(len(STRENGTHS))
    if len(classes) < 2 or not held.any():
        return right
    problem = Problem.of(matrix[~held], codes, len(classes), importance[~held])
    tested, truth = matrix[held], authors[held]
    start = None
    for i, strength in enumerate(STRENGTHS):
        solution = solve(problem, strength, TOLERANCE, start)
        start = solution.shares
        answers = classes[np.argmax(tested @ solution.weights, axis=1)]
        right[i] = float(importance[held] @ (answers == truth))
    return right
