"""One battery over every clusterer that exists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.features.row_order import by_size
from stylobench.features.subclass_words import default_clusters
from stylobench.records import Floats
from stylobench.seeds import generator
from stylobench.specs import build, names

NAMES = names("clusterers")
COUNTING = ["kmeans", "mixture", "mixture(shape=diag)", "ward"]
VARIANTS = [*NAMES, "mixture(shape=diag)"]


def groups(sizes: list[int], width: int = 4) -> Floats:
    """Rows around directions that stand at right angles."""
    noise = generator(0, "groups").normal(size=(sum(sizes), width)) * 0.05
    return np.repeat(np.eye(width)[: len(sizes)], sizes, axis=0) + noise


POINTS = groups([9, 14, 5])
TRUTH = np.repeat([1, 0, 2], [9, 14, 5])


def three(spec: str) -> object:
    made = build("clusterers", spec)
    if hasattr(made, "k"):
        made.k = 3
    return made


@pytest.mark.parametrize("spec", VARIANTS)
def test_groups_that_stand_apart_are_found_largest_first(spec: str) -> None:
    assert three(spec).fit_predict(POINTS).tolist() == TRUTH.tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", VARIANTS)
@settings(max_examples=8, deadline=None)
@given(order=st.permutations(range(60)))
def test_the_order_of_rows_changes_nothing(spec: str, order: list[int]) -> None:
    blurred = generator(1, "blurred").normal(size=(60, 3)).round(1)
    blurred[50:] = blurred[:10]
    whole = build("clusterers", spec).fit_predict(blurred)
    assert build("clusterers", spec).fit_predict(blurred[order]).tolist() == whole[order].tolist()
    assert whole[50:].tolist() == whole[:10].tolist()
    assert by_size(whole).tolist() == whole.tolist()


@pytest.mark.parametrize("spec", COUNTING)
def test_the_number_of_clusters_is_the_root_of_half_the_rows(spec: str) -> None:
    found = build("clusterers", spec).fit_predict(generator(2, "rows").normal(size=(98, 5)))
    assert found.max() + 1 == default_clusters(98) == 7


@pytest.mark.parametrize("spec", COUNTING)
def test_equal_rows_lower_the_default_number(spec: str) -> None:
    rows = np.repeat(np.eye(3), 40, axis=0)
    found = build("clusterers", spec).fit_predict(rows)
    assert np.bincount(found).tolist() == [40, 40, 40]
    assert len(set(found[::40])) == 3


@pytest.mark.parametrize("spec", COUNTING)
@pytest.mark.parametrize("k", [0, 1, 4])
def test_a_number_that_cannot_be_made_is_refused(spec: str, k: int) -> None:
    made = build("clusterers", spec)
    made.k = k
    with pytest.raises(SplitError, match=f"{k} clusters cannot be made of 3 different texts"):
        made.fit_predict(np.array([[1.0], [2.0], [3.0], [3.0]]))


@pytest.mark.parametrize("opening", ["kmeans(", "mixture(", "majorclust(neighbours=5, "])
def test_the_seed_settles_what_chance_decides(opening: str) -> None:
    rows = generator(3, "noise").normal(size=(200, 6))
    first, again, left_out, other = (
        build("clusterers", f"{opening}seed={seed})").fit_predict(rows).tolist() for seed in (0, 0, None, 1)
    )
    assert first == again == left_out
    assert first != other


def test_a_clusterer_of_scikit_learn_keeps_the_contract() -> None:
    found = build("clusterers", "sklearn.cluster:Birch(n_clusters=3)").fit_predict(POINTS)
    assert len(set(zip(found.tolist(), TRUTH.tolist(), strict=True))) == 3
