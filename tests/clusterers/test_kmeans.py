from __future__ import annotations

import numpy as np
import pytest

from stylobench.clusterers.kmeans import Kmeans
from stylobench.seeds import generator


def test_every_row_lies_nearest_to_its_own_centroid() -> None:
    rows = generator(0, "rows").normal(size=(300, 4))
    found = Kmeans(k=6).fit_predict(rows)
    centres = np.stack([rows[found == code].mean(axis=0) for code in range(6)])
    nearest = ((rows[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest == found).mean() > 0.99


@pytest.mark.parametrize("seed", range(3))
def test_more_starts_are_never_worse(seed: int) -> None:
    rows = generator(seed, "rows").normal(size=(200, 2))

    def within(starts: int) -> float:
        found = Kmeans(k=12, starts=starts, seed=seed).fit_predict(rows)
        return sum(float(rows[found == code].var(axis=0).sum() * (found == code).sum()) for code in range(12))

    assert within(10) <= within(1) + 1e-9
