"""Fitted verifiers as plain data and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.tree import DecisionTreeClassifier

from stylobench.engine.fitted_state import Parts, packed, unpacked
from stylobench.errors import ArchiveError, SpecError
from stylobench.verifiers.program import Program

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.frozensets(st.text())
    ),
    max_leaves=20,
)


def there_and_back(value: Any) -> Any:
    parts = Parts()
    return unpacked(json.loads(json.dumps(packed(value, parts))), parts)


def same(left: Any, right: Any) -> bool:
    """Equal in value and type; NaN equals itself."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    return bool(left == right or (left != left and right != right))


@given(plain)
def test_plain_data_come_back_as_they_were(value: Any) -> None:
    assert same(there_and_back(value), value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.array([0.1, np.nan, -np.inf, -0.0]),
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(10.0)[::3],
        np.array(["äß", "", "\x00a"]),
        np.array([True, False]),
        np.zeros((0, 3), np.float32),
        np.array(3.5),
        np.array(["a", None, 2.5], dtype=object),
    ],
)
def test_arrays_come_back_to_the_bit(array: Any) -> None:
    found = there_and_back(array)
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert np.array_equal(found, array, equal_nan=array.dtype.kind == "f")
    assert found.tobytes() == array.tobytes() or array.dtype == object
    assert found.flags.f_contiguous or not array.flags.f_contiguous


def test_a_number_of_numpy_keeps_its_type() -> None:
    assert isinstance(there_and_back(np.float32(0.1)), np.float32)
    assert isinstance(there_and_back({"a": np.int64(3)})["a"], np.int64)


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array])
def test_sparse_matrices_come_back(kind: Any) -> None:
    matrix = kind(np.array([[0, 1.5], [2, 0]]))
    found = there_and_back(matrix)
    assert type(found) is kind
    assert found.toarray().tolist() == [[0, 1.5], [2, 0]]


def test_what_is_not_ours_is_not_saved() -> None:
    with pytest.raises(SpecError, match=r"it holds a pathlib\.\w*Path, which is not stylobench's"):
        packed(Path("a"), Parts())
    with pytest.raises(SpecError, match=r"builtins\.function"):
        packed(lambda: None, Parts())
    with pytest.raises(SpecError, match="Program"):
        packed(Program(command="true"), Parts())


@pytest.mark.parametrize("dtype", ["|O", "O", "V8", "M8[s]", ">f8"])
def test_an_array_that_could_hide_objects_is_refused(dtype: str) -> None:
    parts = Parts()
    tree = {"array": parts.add(b"\0" * 8), "dtype": dtype, "shape": [1], "order": "C"}
    with pytest.raises(ArchiveError, match="could hide code"):
        unpacked(tree, parts)


def test_a_sparse_matrix_that_points_outside_itself_is_refused() -> None:
    parts = Parts()
    tree = packed(sparse.csr_matrix(np.eye(2)), parts)
    parts.held[int(tree["arrays"][1]["array"])] = np.array([0, 9], np.int32).tobytes()
    with pytest.raises(ValueError, match="indices"):
        unpacked(tree, parts)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ArchiveError, match="does not know"):
        unpacked({"pickle": "cos\nsystem\n"}, Parts())


def test_a_part_is_read_once() -> None:
    parts = Parts()
    array = packed(np.zeros(10), parts)
    with pytest.raises(ArchiveError, match="part 0 of it stands in two places"):
        unpacked([array, array], parts)


def test_an_estimator_in_a_list_is_checked_like_any_other() -> None:
    parts = Parts()
    tree = packed({"a": [DecisionTreeClassifier().fit([[0.0], [1.0]], [False, True])]}, parts)
    assert unpacked(tree, parts)["a"][0].answers(np.array([[1.0]])).tolist() == [1.0]
    state = tree["dict"][0][1][0]["state"]["dict"]
    held = dict(next(value for name, value in state if name == "tree_")["dict"])
    parts = Parts(lambda name: np.array([10**8, -1, -1]).tobytes() if name == held["left_child"]["array"] else b"")
    with pytest.raises((ArchiveError, ValueError)):
        unpacked(tree, parts)
