"""What parameters of obfuscators may be, told in one line where they are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf, isfinite
from numbers import Integral, Real
from typing import Any

from sklearn.base import BaseEstimator

from stylobench.errors import SpecError

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def need_number(method: BaseEstimator, name: str, least: float = -inf, most: float = inf) -> None:
    """Refuse what is no number, or not from `least` to `most`."""
    _need(method, name, lambda value: _is(value, Real, least, most), f"a number{_limits(least, most)}")


def need_whole(method: BaseEstimator, name: str, least: int = 0) -> None:
    """Refuse what is no whole number, or below `least`."""
    _need(method, name, lambda value: _is(value, Integral, least, inf), f"a whole number{_limits(least, inf)}")


def need_above_0(method: BaseEstimator, name: str) -> None:
    """Refuse what is no number above 0."""
    _need(method, name, lambda value: _is(value, Real, 0, inf) and value > 0, "a number above 0")


def need_text(method: BaseEstimator, name: str, such_as: str) -> None:
    """Refuse what is no text."""
    _need(method, name, lambda value: isinstance(value, str), f"a text such as {such_as}")


def need_yes_or_no(method: BaseEstimator, name: str) -> None:
    """Refuse what is neither True nor False."""
    _need(method, name, lambda value: isinstance(value, bool), "True or False")


def _need(method: BaseEstimator, name: str, right: Callable[[Any], bool], said: str) -> None:
    value = getattr(method, name)
    if not right(value):
        spec = _HUMP.sub("_", type(method).__name__).lower()
        raise SpecError(f"{spec}({name}={value!r}): {name} is {said}")


def _is(value: Any, kind: type, least: float, most: float) -> bool:
    if isinstance(value, bool) or not isinstance(value, kind):
        return False
    number = float(value)  # type: ignore[arg-type]
    return isfinite(number) and least <= number <= most


def _limits(least: float, most: float) -> str:
    if most < inf:
        return f" from {least:g} to {most:g}"
    return f" from {least:g} on" if least > -inf else ""
