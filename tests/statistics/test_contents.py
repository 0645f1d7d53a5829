"""What clusters may hold."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.metrics.outcomes import Outcomes
from stylobench.seeds import generator
from stylobench.statistics.contents import Beyond, Contents, spots

NOTHING = Beyond(None, None, None)


def test_an_empty_spot_takes_what_its_group_has_elsewhere() -> None:
    values = np.array([1.0, 3.0, 8.0])
    found = spots(values, np.array([0, 0, 1]), np.array([0, 0, 1]), (2, 2))
    assert found.mean.tolist() == [[2.0, 8.0], [2.0, 8.0]]
    assert found.square.tolist() == [[5.0, 64.0], [5.0, 64.0]]
    # within 2, group spread 1: (2 + 1) / 2^2; an empty spot is as unsure as one item
    assert found.doubt.tolist() == [[0.75, 0.0], [1.0, 0.0]]
    assert found.middle(np.array([True, True])).tolist() == [2.0, 8.0]


def test_kinds_that_cannot_occur_never_do() -> None:
    items = Outcomes.verified([True, True, False], [0.9, 0.1, 0.4])
    drawn = Contents.of(np.array([[1.0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]]), items)
    totals = drawn.drawn(np.full((500, 2), 0.5), generator(0, "kinds"), NOTHING).totals
    assert (totals[:, :4] > 0).all(axis=1).mean() > 0.9
    assert (totals[:, 4:] == 0).all()
    assert totals.sum(axis=1) == pytest.approx(1)


def test_unseen_kinds_share_the_prior_of_their_side() -> None:
    names = [f"a{i}" for i in range(12)]
    items = Outcomes.attributed(names * 4, names * 2 + names[1:] + names[:1] + names[2:] + names[:2])
    # either cluster sees one of the two mistakes of every author
    first = np.repeat([True, True, True, False], 12)
    counts = np.array([np.bincount(items.kinds[rows], minlength=items.count) for rows in (first, ~first)], float)
    contents = Contents.of(counts, items)
    assert contents.shapes.sum() == pytest.approx(48 + 2)
    totals = contents.drawn(np.full((4000, 2), 0.5), generator(0, "unseen"), NOTHING).totals
    expected = ((counts + items.prior(counts)) / [[37], [13]]).mean(axis=0)
    assert totals.sum(axis=1) == pytest.approx(1)
    assert totals.mean(axis=0) == pytest.approx(expected, abs=0.002)
    assert totals[:, items.right].sum(axis=1).mean() == pytest.approx((24.5 / 37 + 0.5 / 13) / 2, abs=0.005)


def test_accuracy_is_beta_however_many_kinds_there_are() -> None:
    rng = generator(0, "beta")
    for authors in (2, 30):
        true, clusters = rng.integers(0, authors, 90), np.arange(90) % 4
        said = np.where(rng.random(90) < 0.6, true, rng.integers(0, authors, 90))
        items = Outcomes.attributed(true, said)
        counts = np.array([np.bincount(items.kinds[clusters == i], minlength=items.count) for i in range(4)], float)
        contents = Contents.of(counts, items)
        kinds = np.concatenate([contents.kinds, np.array([one.kinds[0] for one in contents.unseen], np.int64)])
        right = items.right[kinds]
        for cluster in range(4):
            mine, hits = contents.clusters == cluster, counts[cluster, items.right].sum()
            assert contents.shapes[mine & right].sum() == pytest.approx(hits + 0.5)
            assert contents.shapes[mine & ~right].sum() == pytest.approx(counts[cluster].sum() - hits + 0.5)
