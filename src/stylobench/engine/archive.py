"""Stored answers: a folder with two files per job, <key>.json (what ran) and <key>.npz (what it answered)."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.errors import ArchiveError
from stylobench.records import Answers, Run


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is either wholly there or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)


class Archive:
    """Answers by key. A run is there once its .json is, and that is written last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def answered(self, key: str) -> bool:
        """Whether the job was done and did not fail: a failed one is tried again."""
        return (self.folder / f"{key}.json").exists() and (self.folder / f"{key}.npz").exists()

    def save(self, run: Run) -> None:
        """Keep a run, answers first."""
        if run.answers is None:
            (self.folder / f"{run.key}.npz").unlink(missing_ok=True)
        else:
            write_whole(self.folder / f"{run.key}.npz", _packed(run.answers))
        facts = {name: value for name, value in asdict(_without_answers(run)).items() if name != "answers"}
        write_whole(self.folder / f"{run.key}.json", json.dumps(facts, indent=1, ensure_ascii=False).encode())

    def sweep(self, process: int | None) -> None:
        """Remove what a process that was ended had only half written."""
        for path in self.folder.glob(f".*.{process}.part"):
            path.unlink(missing_ok=True)

    def load(self, key: str) -> Run:
        """A run that was kept."""
        path = self.folder / f"{key}.json"
        try:
            facts = json.loads(path.read_text(encoding="utf-8"))
            answers = None if facts["failure"] else _unpacked(self.folder / f"{key}.npz")
            return Run(**{**facts, "notes": tuple(facts["notes"]), "answers": answers})
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise ArchiveError(f"stored answers {path} cannot be read ({error}); delete them and run again") from None


def _without_answers(run: Run) -> Run:
    return Run(**{**run.__dict__, "answers": None})


def _packed(answers: Answers) -> bytes:
    held: dict[str, Any] = {
        "rows": answers.rows,
        "authors": np.array(answers.authors, dtype=np.str_),
        "scores": answers.scores,
        "probable": np.array(answers.probable),
    }
    if answers.named is not None:
        held["named"] = np.array(answers.named, dtype=np.str_)
    buffer = io.BytesIO()
    np.savez(buffer, **held)
    return buffer.getvalue()


def _unpacked(path: Path) -> Answers:
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
        authors = tuple(str(author) for author in held["authors"])
        named = tuple(str(author) for author in held["named"]) if "named" in held else None
        return Answers(held["rows"], authors, held["scores"], bool(held["probable"]), named)
