"""What the answers and results of this process hang on besides what it is asked: the house and what it stands on."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version

from stylobench.specs import HOUSE

SOURCE = "source code of stylobench"
FOR_DEVELOPERS = re.compile(r"extra\s*==\s*['\"]dev['\"]")


@cache
def versions() -> dict[str, str]:
    """What the answers were made with."""
    names = ("stylobench", "numpy", "scipy", "scikit-learn")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}


@cache
def made_with() -> dict[str, str]:
    """The versions of Python, the house and all packages that it can use, and a digest of its files."""
    names = ("stylobench", *packages(requires("stylobench") or ()))
    found = {name: _version(name) for name in names}
    return {"python": platform.python_version(), **found, SOURCE: _source()[:12]}


def packages(requirements: Iterable[str]) -> list[str]:
    """The names of packages that can reach an answer.

    >>> packages(["numpy>=1.26", "torch==2.13.0; extra == 'neural'", "ruff>=0.6; extra == 'dev'"])
    ['numpy', 'torch']
    """
    used = (line for line in requirements if not FOR_DEVELOPERS.search(line))
    return sorted({re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in used})


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"


def _source() -> str:
    """Identifies the source of the house, with its pages and tables."""
    total = hashlib.sha256()
    for path in sorted(path for path in HOUSE.rglob("*.*") if path.parent.name != "__pycache__" and path.is_file()):
        total.update(path.relative_to(HOUSE).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
