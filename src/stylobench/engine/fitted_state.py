"""Fitted verifiers as plain data and back: nothing in the data can name code outside a short list of types."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from scipy import sparse

from stylobench.engine.estimator_state import put_together, taken_apart
from stylobench.engine.house_objects import built, path_of, require_savable
from stylobench.errors import ArchiveError, SpecError
from stylobench.verifiers._learnt import in_short

Tree = Any
KINDS = "biufcUS"
SPARSE = ("csr_matrix", "csr_array", "csc_matrix", "csc_array")


class Parts:
    """The bytes that a tree refers to by number."""

    def __init__(self, read: Callable[[str], bytes] | None = None) -> None:
        self.held: list[bytes] = []
        self._read = read
        self._gone: set[str] = set()

    def add(self, data: bytes) -> str:
        """Keep some bytes; the name to find them again by."""
        self.held.append(data)
        return str(len(self.held) - 1)

    def get(self, name: Any) -> bytes:
        """The bytes of that name, once: a small file must not grow by naming them again and again."""
        name = str(int(name))
        if name in self._gone:
            raise ArchiveError(f"part {name} of it stands in two places")
        self._gone.add(name)
        return self._read(name) if self._read else self.held[int(name)]


def packed(value: Any, parts: Parts) -> Tree:
    """A value as JSON can hold it: lists are lists, all else that is no plain word or number is marked by its kind."""
    if value is None or isinstance(value, bool | str) or type(value) is int:
        return value
    if type(value) is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, np.ndarray):
        return _packed_array(value, parts)
    if isinstance(value, np.generic):
        return {"scalar": _packed_array(np.asarray(value), parts)}
    if sparse.issparse(value):
        return _packed_sparse(value, parts)
    return _packed_structure(value, parts)


def _packed_structure(value: Any, parts: Parts) -> Tree:
    kind = type(value)
    if kind is list:
        return [packed(item, parts) for item in value]
    if kind is tuple:
        return {"tuple": [packed(item, parts) for item in value]}
    if kind is dict:
        return {"dict": [[packed(key, parts), packed(item, parts)] for key, item in value.items()]}
    if kind in (set, frozenset):
        return {kind.__name__: sorted(packed(item, parts) for item in value)}
    if kind.__module__.startswith("sklearn."):
        name, state = taken_apart(value)
        return {"sklearn": name, "state": packed(state, parts)}
    if path := path_of(kind):
        return {"house": path, "state": _packed_attributes(value, parts)}
    raise SpecError(f"it holds a {kind.__module__}.{kind.__qualname__}, which is not stylobench's and cannot be saved")


def _packed_attributes(value: Any, parts: Parts) -> Tree:
    names = [f.name for f in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else list(vars(value))
    state = {name: getattr(value, name) for name in names}
    try:
        require_savable(type(value), state)
    except ArchiveError as error:
        raise SpecError(str(error)) from None
    return {name: packed(held, parts) for name, held in state.items()}


def _packed_array(value: np.ndarray[Any, Any], parts: Parts) -> Tree:
    if value.dtype == object:
        return {"objects": [packed(item, parts) for item in value.ravel()], "shape": list(value.shape)}
    if value.dtype.kind not in KINDS:
        raise SpecError(f"it holds an array of {value.dtype}, which cannot be saved")
    order: Literal["C", "F"] = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
    name = parts.add(value.tobytes(order=order))
    return {"array": name, "dtype": value.dtype.str, "shape": list(value.shape), "order": order}


def _packed_sparse(value: Any, parts: Parts) -> Tree:
    kind = type(value).__name__
    if kind not in SPARSE:
        raise SpecError(f"it holds a sparse {kind}, which cannot be saved")
    arrays = [_packed_array(array, parts) for array in (value.data, value.indices, value.indptr)]
    return {"sparse": kind, "arrays": arrays, "shape": list(value.shape)}


def unpacked(tree: Tree, parts: Parts) -> Any:
    """The value again. What it may construct: plain data, arrays, our own classes, four of scikit-learn."""
    if not isinstance(tree, list | dict):
        return tree
    if isinstance(tree, list):
        return [unpacked(item, parts) for item in tree]
    kind = next((name for name in UNPACK if name in tree), None)
    if kind is None:
        raise ArchiveError(f"it holds a kind of value that stylobench does not know ({', '.join(tree)[:80]})")
    return UNPACK[kind](tree, parts)


def _array(tree: Tree, parts: Parts) -> Any:
    dtype, data = np.dtype(str(tree["dtype"])), parts.get(tree["array"])
    if dtype.kind not in KINDS or not dtype.isnative:
        raise ArchiveError(f"it holds an array of {dtype}, which could hide code or mislead it")
    return np.frombuffer(data, dtype).reshape([int(n) for n in tree["shape"]], order=tree["order"]).copy(order="K")


def _objects(tree: Tree, parts: Parts) -> Any:
    found = np.empty(len(tree["objects"]), dtype=object)
    found[:] = [unpacked(item, parts) for item in tree["objects"]]
    return found.reshape([int(n) for n in tree["shape"]])


def _sparse(tree: Tree, parts: Parts) -> Any:
    if tree["sparse"] not in SPARSE:
        raise ArchiveError(f"it holds a sparse {tree['sparse']!r}, which is not allowed")
    arrays = tuple(_array(array, parts) for array in tree["arrays"])
    made = getattr(sparse, tree["sparse"])(arrays, shape=tuple(int(n) for n in tree["shape"]))
    made.check_format(full_check=True)
    return made


def _house(tree: Tree, parts: Parts) -> Any:
    return built(str(tree["house"]), {str(name): unpacked(value, parts) for name, value in tree["state"].items()})


UNPACK: Mapping[str, Callable[[Tree, Parts], Any]] = {
    "float": lambda tree, parts: float(tree["float"]),
    "array": _array,
    "objects": _objects,
    "scalar": lambda tree, parts: _array(tree["scalar"], parts)[()],
    "sparse": _sparse,
    "tuple": lambda tree, parts: tuple(unpacked(tree["tuple"], parts)),
    "dict": lambda tree, parts: {unpacked(key, parts): unpacked(item, parts) for key, item in tree["dict"]},
    "set": lambda tree, parts: set(unpacked(tree["set"], parts)),
    "frozenset": lambda tree, parts: frozenset(unpacked(tree["frozenset"], parts)),
    # models of earlier versions hold learners of scikit-learn
    "sklearn": lambda tree, parts: in_short(put_together(str(tree["sklearn"]), unpacked(tree["state"], parts))),
    "house": _house,
}
