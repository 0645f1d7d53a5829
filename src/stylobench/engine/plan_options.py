"""The options of a study in a plan: those of its verb, of the right type, with paths that are found from anywhere."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stylobench.engine.studies import fact

WORDS = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def options_of(test: str, given: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Options by their names with _, and what is wrong with them."""
    known, types = fact(test, "OPTIONS", {}), fact(test, "TYPES", {})
    found, problems = dict[str, Any](), list[str]()
    for written, value in given.items():
        name = written.replace("-", "_")
        if name not in known:
            problems.append(_unknown(test, written, list(known)))
            continue
        kind = types.get(name) or (None if known[name] is None else type(known[name]))
        value = _table(value) if kind is dict else value
        if kind is not None and (problem := said(value, kind)):
            problems.append(f"{written} {problem}")
        else:
            found[name] = _placed(value, folder) if name in fact(test, "PATHS", ()) else value
    return found, problems


def _unknown(test: str, name: str, known: list[str]) -> str:
    if name in ("seed", "seeds"):
        return "seeds are those of the whole plan; write seeds = [...] at the top"
    near = difflib.get_close_matches(name.replace("-", "_"), known, n=1, cutoff=0.6)
    hint = f" did you mean {near[0]!r}?" if near else ""
    return f"{test} has no option {name!r};{hint} it has: {', '.join(known)}"


def said(value: Any, kind: type) -> str | None:
    """What is wrong with the type of a value.

    >>> said(True, int), said(3, float), said("a", list)
    ('is True; it must be a whole number', None, "is 'a'; it must be a list")
    """
    fits = {
        float: isinstance(value, int | float) and not isinstance(value, bool),
        int: isinstance(value, int) and not isinstance(value, bool),
        list: isinstance(value, list | tuple),
    }
    if fits.get(kind, isinstance(value, kind)):
        return None
    return f"is {value!r}; it must be {WORDS.get(kind, kind.__name__)}"


def _table(value: Any) -> Any:
    """NAME=VALUE in a list, as on the command line, says the same as a table."""
    if isinstance(value, list) and all(isinstance(one, str) and "=" in one.strip("=") for one in value):
        return {name: text for name, _, text in (one.partition("=") for one in value)}
    return value


def _placed(value: Any, folder: Path) -> Any:
    if isinstance(value, str):
        name, sign, path = value.partition("=")
        return (
            f"{name}={(folder / path).resolve()}" if sign and name.isidentifier() else str((folder / value).resolve())
        )
    if isinstance(value, Mapping):
        return {name: str((folder / path).resolve()) for name, path in value.items()}
    return [_placed(one, folder) for one in value]
