"""Arrays read from the bytes of an .npz file, against NumPy's own reader."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from stylobench.engine.members import arrays_in

KINDS = st.sampled_from([np.float64, np.int64, np.bool_, np.uint8, "U5", ">i4", "datetime64[s]"])
SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)


def packed(held: dict[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **held)
    return buffer.getvalue()


@given(st.dictionaries(st.sampled_from("abcä"), arrays.arrays(KINDS, SHAPES)), st.booleans())
def test_the_same_arrays_as_numpy_reads(held: dict[str, Any], turned: bool) -> None:
    data = packed({name: np.asfortranarray(array) if turned else array for name, array in held.items()})
    found = arrays_in(data)
    with np.load(io.BytesIO(data)) as theirs:
        assert list(found) == list(theirs)
        for name, array in theirs.items():
            assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
            assert found[name].tobytes() == array.tobytes()


def test_arrays_can_be_written_to() -> None:
    found = arrays_in(packed({"a": np.zeros(3)}))["a"]
    found[1] = 5
    assert found.tolist() == [0, 5, 0]


def test_a_compressed_file_is_refused() -> None:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, a=np.zeros(3))
    with pytest.raises(ValueError, match="it is compressed"):
        arrays_in(buffer.getvalue())


def test_objects_are_refused() -> None:
    with pytest.raises(ValueError, match="OBJECT"):
        arrays_in(packed({"a": np.array([None, "x"], dtype=object)}))
