"""Fitted verifiers as plain data and back: nothing in the data can name code outside a short list of types."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from scipy import sparse

from stylobench.engine.estimator_bytes import dumped, loaded
from stylobench.errors import ArchiveError, SpecError
from stylobench.specs import HOUSE

Tree = Any
FLOORS = ("verifiers", "features")
# it runs a command, which a file from elsewhere must not choose
NEVER = ("stylobench.verifiers.program", "stylobench.verifiers._child")
KINDS = "biufcUS"
SPARSE = ("csr_matrix", "csr_array", "csc_matrix", "csc_array")
FIT_AGAIN = "fit again"
CODE = re.compile(r"([\w.]+):[A-Za-z_]|\bprogram\s*\(")


class Parts:
    """The bytes that a tree refers to by number."""

    def __init__(self, read: Callable[[str], bytes] | None = None) -> None:
        self.held: list[bytes] = []
        self._read = read

    def add(self, data: bytes) -> str:
        """Keep some bytes; the name to find them again by."""
        self.held.append(data)
        return str(len(self.held) - 1)

    def get(self, name: Any) -> bytes:
        """The bytes of that name."""
        return self._read(str(name)) if self._read else self.held[int(name)]


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
        return {"sklearn": parts.add(dumped(value))}
    if _buildable(kind):
        return {"house": f"{kind.__module__}:{kind.__qualname__}", "state": _packed_attributes(value, parts)}
    raise SpecError(f"it holds a {kind.__module__}.{kind.__qualname__}, which is not stylobench's and cannot be saved")


def _packed_attributes(value: Any, parts: Parts) -> Tree:
    names = [f.name for f in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else list(vars(value))
    return {name: packed(getattr(value, name), parts) for name in names}


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
    """The value again. What it may construct: plain data, arrays, our own classes, and what skops trusts of sklearn."""
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
    if dtype.kind not in KINDS:
        raise ArchiveError(f"it holds an array of {dtype}, which could hide code")
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
    made_of = _house_class(str(tree["house"]))
    state = {str(name): unpacked(value, parts) for name, value in tree["state"].items()}
    if dataclasses.is_dataclass(made_of):
        _demand(made_of, {field.name for field in dataclasses.fields(made_of)} == set(state))
    elif hasattr(made_of, "get_params"):
        wanted = [name for name in inspect.signature(made_of).parameters if name != "self"]
        _demand(made_of, set(wanted) <= set(state))
        _check_parameters(made_of, {name: state[name] for name in wanted})
    made: Any = object.__new__(made_of)
    made.__dict__.update(state)
    return made


def _demand(made_of: type, fits: bool) -> None:
    if not fits:
        raise ArchiveError(f"{made_of.__name__} has other attributes in this version of stylobench; {FIT_AGAIN}")


def _check_parameters(made_of: type, parameters: Mapping[str, Any]) -> None:
    """A parameter may name a method by package.module:object; from a file, only one of ours."""
    for name, value in parameters.items():
        for text in [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []:
            if isinstance(text, str) and not all(_inside(found[1] or "") for found in CODE.finditer(text)):
                raise ArchiveError(f"{made_of.__name__}({name}={text!r}) names code that is not stylobench's")


def _house_class(path: str) -> type:
    module, _, name = path.partition(":")
    if not _inside(module):
        raise ArchiveError(f"it wants to construct a {path[:120]!r}, which is not on the list of types that it may")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        raise ArchiveError(f"{path!r} does not exist in this version of stylobench; {FIT_AGAIN}") from None
    if not (inspect.isclass(found) and found.__module__ == module and _buildable(found)):
        raise ArchiveError(f"it wants to construct a {path!r}, which is not on the list of types that it may")
    return found


def _inside(module: str) -> bool:
    """Whether a module is a file of ours on a floor of methods."""
    steps = module.split(".")
    if len(steps) != 3 or steps[0] != "stylobench" or steps[1] not in FLOORS or module in NEVER:
        return False
    return steps[2].isidentifier() and (HOUSE / steps[1] / f"{steps[2]}.py").is_file()


def _buildable(kind: type) -> bool:
    """Verifiers, maps and records: classes whose objects are their attributes."""
    from stylobench.features.calibration import CALIBRATORS
    from stylobench.verifiers._verifier import Verifier

    plain = dataclasses.is_dataclass(kind) or issubclass(kind, Verifier) or kind in CALIBRATORS.values()
    return plain and _inside(kind.__module__) and kind.__dictoffset__ != 0


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
    "sklearn": lambda tree, parts: loaded(parts.get(tree["sklearn"])),
    "house": _house,
}
