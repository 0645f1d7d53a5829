"""Imports put off for a command that must answer at once: scikit-learn imports all of scipy.stats for one function."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

SELDOM_USED = frozenset({"scipy.stats", "numpy.testing", "numpy.f2py"})


class _Later(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path, target) if fullname in SELDOM_USED else None
        if found is not None and found.loader is not None:
            found.loader = LazyLoader(found.loader)
        return found


def put_off() -> None:
    """Let large modules that others import, but seldom use, load when something in them is used, not when imported.

    For commands with one thread: before Python 3.11.9 two threads that use such a module at once can find it half
    loaded.
    """
    if not any(isinstance(finder, _Later) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Later())
