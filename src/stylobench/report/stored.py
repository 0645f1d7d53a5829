"""A result read back from the folder of a finished run, or all results of a plan."""

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


OVERVIEW, RESULT = "overview.json", "result.json"
STUDY = {"name": str, "test": str, "corpora": list, "seed": int, "gaps": list}


def is_plan(folder: Path) -> bool:
    """Whether the folder is that of a plan, with a folder for each of its studies."""
    return (folder / OVERVIEW).is_file() and not (folder / RESULT).is_file()


def read_plan(folder: Path) -> tuple[Mapping[str, Any], dict[str, Mapping[str, Any]]]:
    """The overview of a plan, and the result of every study that came to one, by its name."""
    path = folder / OVERVIEW
    overview = _read(path, "run the plan")
    studies = overview.get("studies") if isinstance(overview, dict) else None
    if not isinstance(studies, list) or not all(_is_study(one) for one in studies):
        raise ArchiveError(
            f"{path} is damaged: it should list studies with {', '.join(STUDY)}; run the plan again with the same -o"
        )
    found = {one["name"]: read_result(folder / one["name"]) for one in studies if not one.get("failure")}
    return overview, found


def _is_study(one: Any) -> bool:
    return isinstance(one, dict) and all(isinstance(one.get(name), kind) for name, kind in STUDY.items())


def read_result(folder: Path) -> Mapping[str, Any]:
    """The result of a finished run, checked for the parts that a report cannot do without."""
    path = folder / RESULT
    if is_plan(folder):
        raise ArchiveError(f"{folder} is the folder of a plan; give it alone, or the folders of its studies")
    if not path.is_file():
        runs = " or ".join(VERBS.values())
        raise ArchiveError(f"{folder} has no result.json; give the folder that a finished {runs} run wrote with -o")
    result = _read(path, "run the crash test")
    _check(result, path)
    found: Mapping[str, Any] = result
    return found


def _read(path: Path, mend: str) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ArchiveError(f"{path} is damaged ({error}); {mend} again with the same -o") from None


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
