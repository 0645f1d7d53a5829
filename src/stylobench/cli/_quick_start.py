"""For a command that answers in a second, most of which would go into starting: less is imported, and less tidied."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

# large, imported by numpy, scipy or scikit-learn for a function or two, and used by no verifier
SELDOM_USED = frozenset({"scipy.stats", "numpy.testing", "numpy.f2py", "asyncio"})
OBJECTS = 200_000


class _Later(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path, target) if fullname in SELDOM_USED else None
        if found is not None and found.loader is not None:
            found.loader = LazyLoader(found.loader)
        return found


def start_quickly() -> None:
    """Call it before NumPy is imported, in a command that has one thread.

    Modules that are seldom used load when something in them is used. (Before Python 3.11.9, two threads that do so at
    once can find a module half loaded.) Linear algebra starts no threads, which verifiers do not use. Garbage is
    looked for after more new objects than usual, and not again at the end: imports make many that stay.
    """
    if not any(isinstance(finder, _Later) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Later())
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)
