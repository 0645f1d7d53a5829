"""Whether a value that was read from a file is of the type that a hint asks for."""

from __future__ import annotations

import math
import types
from collections.abc import Iterable, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from stylobench.errors import ArchiveError


def require_types(made_of: type, state: Mapping[str, Any]) -> None:
    """Refuse a state whose values are not as the class annotates them; what has no annotation may be anything."""
    hints = get_type_hints(made_of)
    for name, value in state.items():
        if not fits(value, hints.get(name, Any)):
            raise ArchiveError(f"{made_of.__name__}.{name} in it is a {type(value).__name__} of another kind")


def fits(value: Any, hint: Any) -> bool:
    """Whether it is of that type, with everything inside; a whole number is a float, too.

    >>> fits({"a": (1, 2)}, dict[str, tuple[int, ...]]), fits(["a", 1], list[str]), fits(True, int)
    (True, False, False)
    """
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    if origin is np.ndarray:
        wanted = get_args(inside[1])[0]
        return isinstance(value, np.ndarray) and (wanted is Any or np.issubdtype(value.dtype, wanted))
    if origin is None:
        return _is_a(value, hint)
    return isinstance(value, origin) and _holds(value, inside)


def _is_a(value: Any, kind: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return kind is bool
    if kind is int:
        return isinstance(value, int | np.integer)
    if kind is float:
        return isinstance(value, int | float | np.integer | np.floating)
    return isinstance(value, type(None) if kind is None else kind)


def _holds(value: Any, inside: tuple[Any, ...]) -> bool:
    if isinstance(value, str):
        return False
    if isinstance(value, Mapping):
        return _all(value, inside[0]) and _all(value.values(), inside[1])
    if isinstance(value, tuple) and len(inside) > 1 and inside[1] is not Ellipsis:
        return len(value) == len(inside) and all(map(fits, value, inside))
    return _all(value, inside[0])


def _all(values: Iterable[Any], hint: Any) -> bool:
    return all(fits(value, hint) for value in values)


def alike(value: Any, other: Any) -> bool:
    """Whether two values differ in nothing but numbers, words and lengths."""
    if isinstance(other, np.ndarray):
        return isinstance(value, np.ndarray) and (value.dtype, value.ndim) == (other.dtype, other.ndim)
    if _is_a(other, float):
        return _is_a(value, float) and not math.isnan(value)
    return type(value) is type(other)
