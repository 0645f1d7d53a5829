"""Texts of a file, a folder or a set of problems rewritten and written out, with a record of every edit."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stylobench.edits import Rewrite
from stylobench.engine.archive import write_whole
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import Shelf, Written, fitted, rewritten
from stylobench.engine.run import Force, Told
from stylobench.engine.text_files import Asked
from stylobench.pan.obfuscations import write_obfuscations
from stylobench.records import Problem


@dataclass(frozen=True)
class Done:
    """What became of one text."""

    asked: Asked
    rewrite: Rewrite | None
    failure: str | None
    seconds: float

    @property
    def text(self) -> str:
        """The rewritten text with its byte order mark; nothing where it failed."""
        return f"{self.asked.mark}{self.rewrite.text}" if self.rewrite else ""


def obfuscate(
    asked: Sequence[Asked],
    spec: str,
    background: Sequence[str] = (),
    *,
    seed: int = 0,
    force: Force | None = None,
    told: Told | None = None,
) -> list[Done]:
    """Every text rewritten; one that fails, or could not be read, says why."""
    readable = [one for one in asked if not one.fault]
    [method] = methods([spec], "obfuscators")
    with ExitStack() as stack:
        passing = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        ready = fitted(method, background)
        tasks = [ready.task(Problem(one.known, one.text), seed) for one in readable]
        found = iter(rewritten(tasks, Shelf(passing), force, told))
    return [Done(one, None, one.fault, 0.0) if one.fault else _done(one, next(found)) for one in asked]


def _done(asked: Asked, written: Written) -> Done:
    return Done(asked, written.rewrite(asked.text), written.failure, written.seconds)


def write_out(done: Sequence[Done], folder: Path, spec: str, seed: int) -> None:
    """Texts and records, each file whole or not at all; nothing for a text that failed."""
    for one in done:
        if one.rewrite is None:
            continue
        files = {name: folder / part for name, part in one.asked.files().items()}
        files["text"].parent.mkdir(parents=True, exist_ok=True)
        write_whole(files["record"], _json(record(one, spec, seed)))
        write_obfuscations(files["pan"], one.rewrite)
        write_whole(files["text"], one.text.encode("utf-8", "surrogatepass"))


def record(one: Done, spec: str, seed: int) -> dict[str, Any]:
    """What was done to a text: every edit by span, what stood there, replacement and operator."""
    if one.rewrite is None:
        return {"id": one.asked.id, "obfuscator": spec, "seed": seed, "failure": one.failure}
    edits = [
        {
            "start": edit.start,
            "end": edit.end,
            "original": one.asked.text[edit.start : edit.end],
            "replacement": edit.replacement,
            "operator": edit.operator,
        }
        for edit in one.rewrite.edits
    ]
    notes: Mapping[str, int] = one.rewrite.notes
    facts = {"id": one.asked.id, "obfuscator": spec, "seed": seed, "unchanged": one.rewrite.unchanged}
    return {**facts, "notes": dict(notes), "edits": edits}


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode("utf-8", "surrogatepass")
