from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.verifiers._others import Chosen, Others
from stylobench.verifiers._others_kernels import in_halves, ranks, similarities

TEXTS = ["so it is", "so it was", "thus we be", "well I am", " ", "and so on", "to be"]


def asked(texts: Texts) -> Problems:
    digests = dict(zip(texts, range(len(texts)), strict=True))
    known, questioned = (np.array([digests[text]]) for text in ("so it is", "to be"))
    return Problems(texts, known, np.array([0, 1]), questioned)


def test_weights_are_shares_of_all_features_times_idf() -> None:
    texts = Texts(["a a b", "b c", "c d d d"])
    chosen = Chosen.of(texts, np.array([0, 1]), "words", 2, idf=True)
    assert chosen.names == ["a", "b"]
    assert chosen.factors == pytest.approx([np.log(3 / 2) + 1, 1])
    expected = [[2 / 3 * (np.log(3 / 2) + 1), 1 / 3], [0, 0]]
    assert chosen.weights(texts, np.array([0, 2])) == pytest.approx(np.array(expected), abs=1e-6)


def test_who_is_drawn_depends_on_contents_not_on_rows_and_shrinks_by_the_last() -> None:
    drawn = []
    for order in (np.arange(len(TEXTS)), np.random.default_rng(3).permutation(len(TEXTS))):
        texts = Texts([TEXTS[place] for place in order])
        others, rows = Others.of(texts, np.arange(len(texts)))
        assert " " not in [texts[row] for row in rows]
        drawn.append([{texts[rows[p]] for p in others.drawn(asked(texts), most, 0)[0]} for most in range(1, 6)])
    assert drawn[0] == drawn[1]
    assert all(few < more for few, more in zip(drawn[0][:3], drawn[0][1:4], strict=True))
    assert drawn[0][3] == drawn[0][4] == {"so it was", "thus we be", "well I am", "and so on"}


def test_pools_stop_at_the_same_texts_wherever_these_stand() -> None:
    """A pool may use as many texts as the poorest problem has."""
    found = []
    for order in (np.arange(len(TEXTS)), np.arange(len(TEXTS))[::-1]):
        texts = Texts([TEXTS[place] for place in order])
        digests, problem = sorted(texts.digests()), asked(texts)
        two = Problems(texts, np.r_[problem.known, 0], np.array([0, 1, 2]), np.r_[problem.questioned, 0])
        writers = np.array([TEXTS.index(text) // 2 for text in texts])
        found.append(allowed(two.with_pools(np.arange(len(texts)), writers).take([0]), digests).tolist())
    assert found[0] == found[1]
    empty = asked(Texts(TEXTS)).with_pools(np.zeros(0, np.int64), np.zeros(len(TEXTS), np.int64))
    assert not allowed(empty, digests).any()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_similarities_are_those_of_the_textbook(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = (rng.random((3, 12)) * (rng.random((3, 12)) < 0.7)).astype(np.float32)
    weights[:, [0, 6]] += 0.1
    found = similarities((weights, np.array([0, 1])), weights[2], np.array([0, 5, 12]))
    for row in (0, 1):
        for place, part in enumerate((slice(0, 5), slice(5, 12))):
            a, b = weights[row, part].astype(np.float64), weights[2, part].astype(np.float64)
            cosine = a @ b / np.sqrt((a @ a) * (b @ b))
            dice = 2 * ((a > 0) & (b > 0)).sum() / ((a > 0).sum() + (b > 0).sum())
            expected = [cosine, np.minimum(a, b).sum() / np.maximum(a, b).sum(), dice]
            assert found[row, place] == pytest.approx(expected, abs=1e-5)
    assert np.isnan(similarities((np.zeros((1, 12), np.float32), np.array([0])), weights[2], np.array([0, 12]))).all()


def test_ranks_by_hand() -> None:
    # questioned (2, 2), known (2, 1): likeness 3/4, squared .5625; others (2, 2): 1 * 3/4, and (0, 4): 2/6 * 1/6
    weights = np.array([[2, 2], [2, 1]], np.float32)
    others = np.array([[2, 2], [0, 4]], np.float32)
    bounds, halves = np.array([0, 1, 2]), np.array([[0, 1], [0, 1], [0, 1]])
    sums = in_halves(weights, bounds, halves), in_halves(others, bounds, halves)
    assert sums[0].tolist() == [[4, 4, 4], [3, 3, 3]]
    own, foreign = (weights, sums[0], np.array([0, 1])), (others, sums[1], np.array([0, 1]))
    drawn = np.array([[0], [1], [1]])
    assert ranks(own, foreign, bounds, (halves, drawn)).tolist() == [[2, 1, 1]]
