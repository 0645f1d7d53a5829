"""A result read back from the folder of a finished run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stylobench.errors import ArchiveError

PARTS = {"corpus": dict, "settings": dict, "methods": dict}
VERBS = {
    "novel_topic": "novel-topic",
    "leakage": "leakage",
    "shift": "shift",
    "attack": "attack",
    "advice": "obfuscate --advise",
    "verdict": "verify",
}
COUNTS = {"shift": ("documents",), "attack": ("documents",), "advice": ("documents",), "verdict": ("documents",)}
USUAL_COUNTS = ("documents", "authors", "topics")


def read_result(folder: Path) -> Mapping[str, Any]:
    """The result of a finished run, checked for the parts that a report cannot do without."""
    path = folder / "result.json"
    if not path.is_file():
        runs = " or ".join(VERBS.values())
        raise ArchiveError(f"{folder} has no result.json; give the folder that a finished {runs} run wrote with -o")
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ArchiveError(f"{path} is damaged ({error}); run the crash test again with the same -o") from None
    _check(result, path)
    found: Mapping[str, Any] = result
    return found


def _check(result: Any, path: Path) -> None:
    protocol = result.get("protocol") if isinstance(result, dict) else None
    if not isinstance(protocol, str) or protocol not in VERBS:
        runs, protocols = (" or ".join(parts) for parts in (VERBS.values(), map(repr, VERBS)))
        raise ArchiveError(
            f"{path} is not the result of a {runs} run; it should be an object with protocol {protocols}"
        )
    again = f"run {VERBS[protocol]} again with the same -o"
    for name, kind in PARTS.items():
        if not isinstance(result.get(name), kind):
            raise ArchiveError(f"{path} is damaged: {name!r} is missing; {again}")
    lacking = [name for name in ("name", *COUNTS.get(protocol, USUAL_COUNTS)) if name not in result["corpus"]]
    if lacking or not all(isinstance(method, dict) for method in result["methods"].values()):
        where = f"corpus lacks {lacking[0]!r}" if lacking else "a method is not an object"
        raise ArchiveError(f"{path} is damaged: {where}; {again}")
