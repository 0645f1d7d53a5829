"""Tests of answers whose scores stay in their file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from stylobench.engine.answers_on_disk import LARGE, AnswersOnDisk, on_disk
from stylobench.engine.archive import Archive
from stylobench.errors import ArchiveError
from stylobench.protocols.answered import Answered
from stylobench.records import Answers, Run


def _kept(folder: Path, documents: int) -> tuple[Run, Path]:
    scores = np.random.default_rng(0).random((documents, 4))
    scores[0] = np.nan
    answers = Answers(np.arange(documents), ("ann", "bob", "cyd", "dan"), scores, probable=False)
    run = Run("key", "corpus", "novel/sea", "method", 0, {}, answers)
    Archive(folder).save(run)
    return run, folder / "key.npz"


def test_large_scores_are_read_when_asked_for(tmp_path: Path) -> None:
    run, path = _kept(tmp_path, LARGE // 32)
    found = on_disk(run, path).answers
    assert isinstance(found, AnswersOnDisk)
    assert not any(isinstance(value, np.ndarray) and value.ndim == 2 for value in vars(found).values())
    assert run.answers is not None
    np.testing.assert_array_equal(found.scores, run.answers.scores)
    assert found.best() == run.answers.best()
    assert found.best()[0] is None


def test_small_ones_stay_as_they_are(tmp_path: Path) -> None:
    run, path = _kept(tmp_path, 10)
    assert on_disk(run, path) is run


def test_gathered_answers_are_the_same_from_disk(tmp_path: Path) -> None:
    run, path = _kept(tmp_path, LARGE // 32)
    authors = np.array(["ann", "bob"] * (LARGE // 64))
    held, kept = (Answered.gather([one], authors, None) for one in (run, on_disk(run, path)))
    assert held.named.tolist() == kept.named.tolist()
    np.testing.assert_array_equal(held.confidence, kept.confidence)


def test_a_file_that_was_damaged_since_is_told(tmp_path: Path) -> None:
    run, path = _kept(tmp_path, LARGE // 32)
    found = on_disk(run, path).answers
    path.write_bytes(path.read_bytes()[:1000])
    assert found is not None
    with pytest.raises(ArchiveError, match=r"key\.npz cannot be read"):
        _ = found.scores
