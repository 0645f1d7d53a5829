"""Stored answers: a folder with one file per job, <key>.npz, which holds what ran and what it answered."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from stylobench.engine.answers_on_disk import on_disk
from stylobench.engine.kept_runs import KeptRuns, write_whole
from stylobench.engine.members import arrays_in
from stylobench.records import Answers, Run

__all__ = ["Archive", "write_whole"]
MACHINE = ("answers", "seconds")
DIGITS = 64
NO_COMMENT, COMMENT = (length.to_bytes(2, "little") for length in (0, DIGITS))  # the last field of a ZIP archive


class Archive(KeptRuns[Run]):
    """Answers by key. The facts of a run stand beside its arrays as the bytes of a JSON object, `run`."""

    suffix = ".npz"
    what = "answers"

    def load(self, key: str) -> Run:
        """A run that was kept; large scores stay in their file until they are asked for."""
        return on_disk(super().load(key), self._path(key))

    def packed(self, run: Run) -> bytes:
        """Facts and arrays in NumPy's file, a ZIP archive, whose comment is a checksum of all before it."""
        assert run.answers is not None
        facts = json.dumps(self.failed_facts(run), ensure_ascii=True).encode()
        buffer = io.BytesIO()
        np.savez(buffer, run=np.frombuffer(facts, dtype=np.uint8), **_arrays(run.answers))
        whole = buffer.getvalue()[: -len(NO_COMMENT)] + COMMENT
        return whole + _checksum(whole)

    def unpacked(self, data: bytes) -> Run:
        """The run with its answers."""
        if _checksum(data[:-DIGITS]) != data[-DIGITS:]:
            raise ValueError("it is damaged")
        held = arrays_in(data)
        authors, named = tuple(held["authors"].tolist()), tuple(held["named"].tolist()) if "named" in held else None
        answers = Answers(held["rows"], authors, held["scores"], bool(held["probable"]), named)
        return replace(self.failed_run(json.loads(held["run"].tobytes())), answers=answers)

    def failed_facts(self, run: Run) -> dict[str, Any]:
        """What is known beside the answers and the machine."""
        return {name: value for name, value in asdict(replace(run, answers=None)).items() if name not in MACHINE}

    def failed_run(self, facts: dict[str, Any]) -> Run:
        """The run without answers."""
        return Run(**{**facts, "notes": tuple(facts["notes"]), "answers": None})


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def _arrays(answers: Answers) -> dict[str, Any]:
    held: dict[str, Any] = {
        "rows": answers.rows,
        "authors": np.array(answers.authors, dtype=np.str_),
        "scores": answers.scores,
        "probable": np.array(answers.probable),
    }
    if answers.named is not None:
        held["named"] = np.array(answers.named, dtype=np.str_)
    return held
