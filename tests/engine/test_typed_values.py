"""Whether a value from a file is of the type that a hint asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from stylobench.engine.typed_values import alike, fits, require_types
from stylobench.errors import ArchiveError
from stylobench.records import Booleans, Floats, Rows


@pytest.mark.parametrize(
    ("value", "hint", "expected"),
    [
        (1, int, True), (True, int, False), (1.0, int, False), (1, float, True), ("1", float, False),
        (None, int | None, True), ("x", int | None, False), ("a", str, True), (b"a", str, False),
        (["a"], list[str], True), ("ab", Sequence[str], False), ((1, 2), Sequence[int], True),
        ((1.0, 2.0), tuple[float, float], True), ((1.0,), tuple[float, float], False),
        (("a", 1), tuple[str, ...], False), ({"a": "b"}, Mapping[str, str], True), ({1: "b"}, dict[str, str], False),
        (frozenset({"a"}), frozenset[str], True), (np.zeros(2), Floats, True), (np.zeros(2, int), Floats, False),
        (np.zeros(2, bool), Booleans, True), ([True], Booleans, False), (np.array(["a"]), Rows, False),
        (object(), Any, True),
    ],
)  # fmt: skip
def test_types(value: Any, hint: Any, expected: bool) -> None:
    assert fits(value, hint) is expected


@dataclass
class _Record:
    count: int
    names: list[str]


def test_a_record_of_other_types_is_refused() -> None:
    require_types(_Record, {"count": 1, "names": [], "more": object()})
    with pytest.raises(ArchiveError, match=r"_Record\.names in it is a list of another kind"):
        require_types(_Record, {"count": 1, "names": [1]})


def test_alike() -> None:
    assert alike(np.zeros(3), np.ones(2))
    assert not alike(np.zeros((3, 1)), np.ones(2))
    assert not alike(np.zeros(3, np.int32), np.ones(2))
    assert alike(1, np.float64(2.5))
    assert not alike(float("nan"), 2.5)
    assert not alike(True, 2.5)
    assert not alike("a", None)
