from __future__ import annotations

import numpy as np
import pytest

from stylobench.errors import SplitError
from stylobench.protocols.leakage_findings import SimilarPair
from stylobench.protocols.topic_similarity import similar_pairs, train_test
from stylobench.seeds import generator

COSINES = np.array([[1, 0.1, 0.2, 0.9], [0.1, 1, 0.4, 0.5], [0.2, 0.4, 1, 0.7], [0.9, 0.5, 0.7, 1]])


def test_by_hand() -> None:
    """Folds {0, 1}, {2} of topics 0-2: test {0, 1} train {2}: .2 .4; test {2}: the same; topic 3 is left out."""
    found = train_test(COSINES, np.array([0, 0, 1, -1]))
    assert (found.mean, found.largest) == pytest.approx((0.3, 0.4))


def test_folds_count_equally_whatever_their_size() -> None:
    """Test {0}: .1 .2 .9; {1}: .1 .4 .5; {2, 3}: .2 .4 .9 .5."""
    found = train_test(COSINES, np.array([0, 1, 2, 2]))
    assert found.mean == pytest.approx((0.4 + 1 / 3 + 0.5) / 3)
    assert found.largest == pytest.approx((0.9 + 0.5 + 0.9) / 3)


def test_against_a_plain_loop() -> None:
    rng = generator(0, "similarity")
    table = rng.uniform(size=(20, 20))
    table = (table + table.T) / 2
    folds = rng.integers(-1, 4, 20)
    means, maxima = [], []
    for fold in range(4):
        pairs = [table[a, b] for a in range(20) for b in range(20) if folds[a] == fold and folds[b] not in (fold, -1)]
        means.append(sum(pairs) / len(pairs))
        maxima.append(max(pairs))
    found = train_test(table, folds)
    assert (found.mean, found.largest) == pytest.approx((sum(means) / 4, sum(maxima) / 4))


def test_the_most_similar_pairs_across_folds() -> None:
    names = ["a", "b", "c", "d"]
    assert similar_pairs("hits", names, COSINES, np.array([0, 1, 2, 2]), 2) == [
        SimilarPair("hits", "a", "d", 0.9),
        SimilarPair("hits", "b", "d", 0.5),
    ]
    assert similar_pairs("hits", names, COSINES, np.array([0, 1, 1, -1])) == [
        SimilarPair("hits", "a", "c", 0.2),
        SimilarPair("hits", "a", "b", 0.1),
    ]


def test_one_fold_has_no_training_topics() -> None:
    with pytest.raises(SplitError, match="need at least 2 folds; there are 1"):
        train_test(COSINES, np.array([0, 0, -1, -1]))
