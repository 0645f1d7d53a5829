from __future__ import annotations

import numpy as np
import pytest

from stylobench.features._lloyd import kmeans, spread_places
from stylobench.features._tiles import filled_up, squared_lengths, tiled
from stylobench.seeds import generator


def test_four_points_in_two_pairs() -> None:
    rows = np.array([[0.0, 0.0], [0.0, 1.0], [9.0, 0.0], [9.0, 1.0]])
    found = kmeans(rows, 2, 3, generator(0, "start"))
    assert found[0] == found[1] != found[2] == found[3]


@pytest.mark.parametrize(("count", "width", "k"), [(63, 3, 4), (64, 4, 5), (130, 7, 9)])
def test_every_row_lies_nearest_to_the_mean_of_its_cluster(count: int, width: int, k: int) -> None:
    rows = generator(1, "rows").normal(size=(count, width))
    found = kmeans(rows, k, 4, generator(0, "start"))
    means = np.stack([rows[found == code].mean(axis=0) for code in range(k)])
    nearest = ((rows[:, None] - means[None]) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == found).mean() > 0.97


def test_starts_are_different_rows_as_long_as_there_are_any() -> None:
    rows = filled_up(np.repeat(np.eye(5), 30, axis=0))
    draws = generator(0, "draws").random((5, 3))
    places = spread_places(rows, tiled(rows), squared_lengths(rows), 5, 0, draws)
    assert sorted(place // 30 for place in places.tolist()) == [0, 1, 2, 3, 4]
