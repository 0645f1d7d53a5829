"""Where the methods of one's own are that a plan names: beside its file, in the folders that it names, or here."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stylobench.engine.plan import Plan

# package.module:object, also inside another spec
NAMED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)(?:\.\w+)*:[A-Za-z_]")


def plugin_folders(plan: Plan) -> list[str]:
    """The folders that hold modules named in the plan; of several that have the same, the first."""
    looked = list(dict.fromkeys([*plan.plugins, str(Path.cwd())]))
    needed = {folder for module in _modules(plan) if (folder := _holding(module, looked))}
    return [folder for folder in looked if folder in needed]


def reach(plan: Plan) -> None:
    """Have them looked at before all others, here and wherever this path is sent; then the folder where we are."""
    folders = plugin_folders(plan)
    if folders:
        here = [] if "" in sys.path else [str(Path.cwd())]
        first = list(dict.fromkeys([*folders, *here]))
        sys.path[:] = [*first, *(entry for entry in sys.path if entry not in first)]


def _holding(module: str, folders: list[str]) -> str | None:
    for folder in folders:
        if Path(folder, f"{module}.py").is_file() or Path(folder, module).is_dir():
            return folder
    return None


def _modules(plan: Plan) -> set[str]:
    """The outermost part of every module that a method or an option names."""
    texts = (text for study in plan.studies for text in _texts([*(specs for _, specs in study.named), study.options]))
    return {module for text in texts for module in NAMED.findall(text)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
