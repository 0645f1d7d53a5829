"""The source files that a user's module imports, found by reading them: nothing is imported for it."""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from stylobench.specs import HOUSE

INSTALLED = ("site-packages", "dist-packages")
KNOWN = frozenset({*sys.stdlib_module_names, HOUSE.name, "numpy", "scipy", "sklearn"})


def imported_sources(module: str, file: Path) -> list[Path]:
    """The file of a module and those that it imports, directly or not; libraries and the house are left out."""
    found, waiting = {file: None}, [(module, file)]
    while waiting:
        name, path = waiting.pop()
        for wanted in _names(path.read_bytes(), name, path.name == "__init__.py"):
            other = _file(wanted)
            if other is not None and other not in found:
                found[other] = None
                waiting.append((wanted, other))
    return list(found)


@lru_cache(maxsize=512)
def _names(source: bytes, module: str, package: bool) -> tuple[str, ...]:
    """Everything that may be a module among what is imported, with the packages around it."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return ()
    home = module if package else module.rpartition(".")[0]
    whole = {name for node in nodes for name in _named(node, home)}
    return tuple(sorted({part for name in whole for part in _with_packages(name)}))


def _named(node: ast.AST, home: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        around = home.split(".")[: len(home.split(".")) + 1 - node.level] if node.level else []
        origin = [*around, *([node.module] if node.module else [])]
        yield from (".".join([*origin, alias.name]) for alias in node.names)


def _with_packages(name: str) -> Iterator[str]:
    """A module and the packages around it, unless they are known.

    >>> list(_with_packages("a.b.c"))
    ['a', 'a.b', 'a.b.c']
    """
    parts = [part for part in name.split(".") if part]
    if parts and parts[0] not in KNOWN:
        yield from (".".join(parts[: end + 1]) for end in range(len(parts)))


def _file(name: str) -> Path | None:
    """Where a module's source is, if it belongs to no library."""
    path = Path(getattr(sys.modules.get(name), "__file__", None) or _origin(name))
    return path if path.suffix == ".py" and path.is_file() and not of_library(path) else None


def _origin(name: str) -> str:
    """Where an import would find a module that is not loaded; empty where it would not."""
    spec: ModuleSpec | None = None
    for part in _with_packages(name):
        if spec is not None and spec.submodule_search_locations is None:
            return ""
        try:
            spec = PathFinder.find_spec(part, None if spec is None else list(spec.submodule_search_locations or ()))
        except (ImportError, KeyError):
            return ""
        if spec is None:
            return ""
    return spec.origin or "" if spec else ""


@cache
def _libraries() -> tuple[Path, ...]:
    return tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib"))


def of_library(path: Path) -> bool:
    """Whether a source file is one of Python's or of an installed package."""
    whole = path.resolve()
    return any(part in INSTALLED for part in whole.parts) or any(whole.is_relative_to(one) for one in _libraries())
