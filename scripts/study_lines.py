"""Studies that take long: a JSON line for each piece of work, kept in a file; a study goes on where it ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Line = dict[str, Any]
Work = tuple[str, Any, Callable[[], Line]]


def read(path: Path | None) -> list[Line]:
    """The lines of a file that may not be there yet."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []


def go_on(wanted: Iterable[Work], path: Path | None) -> None:
    """Do what the file has no line for (study, key, work), and add its line; without a file, print it."""
    done = {(line["study"], line["key"]) for line in read(path)}
    for name, key, work in wanted:
        if (name, key) in done:
            continue
        line = json.dumps({"study": name, "key": key, **work()})
        if path:
            with path.open("a") as out:
                out.write(line + "\n")
        else:
            print(line, flush=True)
