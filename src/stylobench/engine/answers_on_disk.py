"""Answers whose scores stay in their file until they are asked for: a score per document and author is much to hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from stylobench.errors import ArchiveError
from stylobench.records import Answers, Floats, Run

LARGE = 1_000_000


class AnswersOnDisk(Answers):
    """Answers like any others; `scores` are read anew each time."""

    path: Path

    def __init__(self, answers: Answers, path: Path) -> None:
        for name in ("rows", "authors", "probable", "named"):
            object.__setattr__(self, name, getattr(answers, name))
        object.__setattr__(self, "path", path)

    @property
    def scores(self) -> Floats:
        """The scores in the file."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as held:
                scores: Floats = held["scores"]
                return scores
        except Exception as error:  # a damaged file can raise anything
            raise ArchiveError(f"stored answers {self.path} cannot be read ({error}); run again") from None


def on_disk(run: Run, path: Path) -> Run:
    """The run without its scores where they are large; they are read from the file where it was kept."""
    if run.answers is None or run.answers.scores.nbytes < LARGE:
        return run
    return replace(run, answers=AnswersOnDisk(run.answers, path))
