"""The user's cache folder, and what is kept there as arrays so that the next process need not make it again."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np

T = TypeVar("T")
Arrays = Mapping[str, np.ndarray]


def cache_folder() -> Path:
    """STYLOBENCH_CACHE, or stylobench in XDG_CACHE_HOME or in ~/.cache."""
    if named := os.environ.get("STYLOBENCH_CACHE"):
        return Path(named)
    above = os.environ.get("XDG_CACHE_HOME")
    return (Path(above) if above else Path.home() / ".cache") / "stylobench"


def kept_as_arrays(name: str, make: Callable[[], T], packed: Callable[[T], Arrays], read: Callable[[Arrays], T]) -> T:
    """What is kept under a name; made, and written where that can be done, when it is not there or damaged.

    The name must tell the content that it is made from and the layout of its arrays. Nothing is unpickled.
    """
    try:
        path = cache_folder() / f"{name}.npz"
    except RuntimeError:  # nobody's home is known
        return make()
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            return read(found)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        made = make()
    _write(path, packed(made))
    return made


def _write(path: Path, arrays: Arrays) -> None:
    every: dict[str, Any] = dict(arrays)
    half = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".half-", delete=False) as half:
            np.savez(half, **every)
        os.replace(half.name, path)
    except OSError:
        # a cache that cannot be written costs time in the next run, nothing else
        if half is not None:
            Path(half.name).unlink(missing_ok=True)


def packed_names(names: Mapping[str, int]) -> np.ndarray:
    """Names without line ends as bytes, in order."""
    return np.frombuffer("\n".join(names).encode("utf-8", "surrogatepass"), np.uint8)


def read_names(data: np.ndarray, first: int = 0) -> dict[str, int]:
    """The number of each name, from `first` on.

    >>> read_names(packed_names({"b": 0, "a": 1}))
    {'b': 0, 'a': 1}
    """
    names = bytes(data).decode("utf-8", "surrogatepass").split("\n") if len(data) else []
    return {name: number for number, name in enumerate(names, first)}
