from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse, stats

from stylobench.features.variance_shares import filled_part, interaction_shares, variance_shares
from stylobench.seeds import generator


def rest_of(design, y):
    fit = np.linalg.lstsq(design, y, rcond=None)[0]
    return float(((y - design @ fit) ** 2).sum()), int(np.linalg.matrix_rank(design))


def dummies(codes):
    return (codes[:, None] == np.unique(codes)).astype(float)


def layout(seed, n=40, authors=4, topics=5):
    rng = generator(seed, "layout")
    a, t = rng.integers(authors, size=n), rng.integers(topics, size=n)
    values = rng.poisson(1.0 + a[:, None] * 0.5, size=(n, 6)).astype(float)
    return values, a, t


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_shares_are_those_of_least_squares(seed):
    values, a, t = layout(seed)
    shares = variance_shares(sparse.csr_matrix(values), a, t)
    for j, y in enumerate(values.T):
        total = ((y - y.mean()) ** 2).sum()
        both, rank = rest_of(np.hstack([dummies(a), dummies(t)]), y)
        only_topic, topic_rank = rest_of(dummies(t), y)
        only_author, _ = rest_of(dummies(a), y)
        assert shares.author_share[j] == pytest.approx((only_topic - both) / total, abs=1e-10)
        assert shares.topic_share[j] == pytest.approx((only_author - both) / total, abs=1e-10)
        assert shares.rest_share[j] == pytest.approx(both / total, abs=1e-10)
        df = rank - topic_rank
        ratio = ((only_topic - both) / df) / (both / (len(y) - rank))
        assert shares.author_p[j] == pytest.approx(stats.f.sf(ratio, df, len(y) - rank), rel=1e-7)


def test_a_balanced_layout_by_hand():
    # authors 0/1, topics 0/1, one document each: 4 = mean 2.5 +- author 1 +- topic .5
    values = sparse.csr_matrix(np.array([[4.0], [3.0], [2.0], [1.0]]))
    shares = variance_shares(values, np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert shares.author_share == pytest.approx([0.8])
    assert shares.topic_share == pytest.approx([0.2])
    assert (shares.author_df, shares.topic_df, shares.rest_df) == (1, 1, 1)


def test_a_feature_that_never_varies_has_no_share():
    shares = variance_shares(sparse.csr_matrix((4, 1)), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert np.isnan(shares.author_share[0])


def test_authors_with_one_topic_each_cannot_be_told_from_their_topics():
    shares = variance_shares(
        sparse.csr_matrix(np.array([[1.0], [2.0], [5.0], [6.0]])), np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1])
    )
    assert shares.author_df == 0
    assert shares.author_share == pytest.approx([0.0])
    assert np.isnan(shares.author_p[0])


def test_style_is_neutral_and_topic_is_not():
    rng = generator(4, "neutral")
    a, t = rng.integers(3, size=300), rng.integers(4, size=300)
    values = np.stack([a + rng.normal(size=300), t + rng.normal(size=300), rng.normal(size=300)], axis=1)
    neutrality = variance_shares(sparse.csr_matrix(values), a, t).neutrality
    assert neutrality[0] > 0.2
    assert neutrality[1] < -0.2
    assert abs(neutrality[2]) < 0.05


def test_interaction_on_the_filled_part_equals_least_squares():
    values, a, t = layout(7, n=60, authors=3, topics=3)
    a, t = np.append(a, 3), np.append(t, 0)
    values = np.vstack([values, np.ones(6)])
    shares, cells = interaction_shares(sparse.csr_matrix(values), a, t)
    inside, _ = filled_part(a, t)
    assert cells == 9
    assert len(inside) == 60
    y = values[inside, 0]
    additive, _ = rest_of(np.hstack([dummies(a[inside]), dummies(t[inside])]), y)
    full, _ = rest_of(dummies(a[inside] * 10 + t[inside]), y)
    assert shares[0] == pytest.approx((additive - full) / ((y - y.mean()) ** 2).sum(), abs=1e-10)


def test_no_filled_part_gives_no_interaction():
    shares, cells = interaction_shares(sparse.csr_matrix(np.eye(3)), np.array([0, 1, 2]), np.array([0, 1, 2]))
    assert cells == 0
    assert np.isnan(shares).all()
