"""Arguments of the form NAME=VALUE."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stylobench.errors import SpecError


def pairs(option: str, given: Sequence[str]) -> dict[str, str]:
    """Name -> value; each name once."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise SpecError(f"{option} {text!r}: write NAME=VALUE")
        if name in found:
            raise SpecError(f"{option} names {name!r} twice; give one of them another name")
        found[name] = value
    return found


def named_paths(option: str, given: Sequence[str]) -> dict[str, Path]:
    """Name -> path; what is not there is refused."""
    found = {name: Path(value) for name, value in pairs(option, given).items()}
    for name, path in found.items():
        if not path.exists():
            raise SpecError(f"{option} {name}={path}: there is nothing at {path}")
    return found


def named_sources(given: Sequence[str]) -> dict[str, str]:
    """Data sets by name: NAME=PATH, or a path alone, which goes by its last part; a world by its spec."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        bare = not sign or "(" in name or Path(text).exists()
        name, value = (text if text.startswith("world") else Path(text).resolve().name, text) if bare else (name, value)
        if not (name and value):
            raise SpecError(f"data set {text!r}: write NAME=PATH, or a path alone")
        if name in found:
            raise SpecError(f"two data sets are called {name!r}; write other={value}")
        found[name] = value
    return found
