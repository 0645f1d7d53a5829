"""Nothing imports what comes after it in the house."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "src" / "stylobench"
GROUND = {"records", "edits", "errors", "specs", "seeds"}
METHODS = {"attributors", "verifiers", "clusterers", "obfuscators", "quality"}
MAY_IMPORT = {
    **{name: {"errors", "records"} for name in GROUND},
    "metrics": GROUND,
    "pan": GROUND,
    "features": GROUND | {"metrics"},
    "statistics": GROUND | {"metrics"},
    "corpora": GROUND | {"pan", "metrics", "features"},
    "splits": GROUND | {"metrics", "features"},
    "attributors": GROUND | {"metrics", "features"},
    "verifiers": GROUND | {"pan", "metrics", "features"},
    "clusterers": GROUND | {"metrics", "features"},
    "obfuscators": GROUND | {"metrics", "features"},
    "quality": GROUND | {"metrics", "features"},
    "protocols": GROUND | {"metrics", "features", "statistics", "corpora", "splits"} | METHODS,
    "engine": GROUND | {"pan", "metrics", "features", "statistics", "corpora", "splits", "protocols"} | METHODS,
    "report": GROUND,
}
FORBIDDEN_NAMES = {"utils", "helpers", "common", "base", "misc"}


def imported_floors(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("stylobench.")}
    return found


def floor_of(path: Path) -> str:
    first = path.relative_to(HOUSE).parts[0]
    return first.removesuffix(".py")


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.py")), ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_floor_imports_only_what_lies_below_it(path: Path) -> None:
    floor = floor_of(path)
    if floor in MAY_IMPORT:
        assert imported_floors(path) <= MAY_IMPORT[floor] | {floor}


def test_no_file_is_named_after_nothing() -> None:
    assert not [path for path in HOUSE.rglob("*.py") if path.stem.strip("_") in FORBIDDEN_NAMES]
