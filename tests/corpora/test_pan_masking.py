"""Tests of PAN's problems of author masking."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from stylobench import load
from stylobench.corpora import pan_masking
from stylobench.corpora.reading import guess
from stylobench.errors import CorpusError
from stylobench.records import Trial

SET = {
    "problem-001/original.txt": b"\xef\xbb\xbfhide me",
    "problem-001/same-author01.txt": b"first",
    "problem-001/same-author02.txt": b"second\r\n",
    "problem-002/original.txt": b"me too",
    "problem-002/same-author01.txt": b"first",
}


def _tree(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def test_problems_are_same_author_trials_and_texts_documents_once(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path / "masking", SET))
    assert [(document.id, document.text) for document in corpus.documents] == [
        ("problem-001/same-author01", "first"),
        ("problem-001/same-author02", "second\r\n"),
        ("problem-001/original", "hide me"),
        ("problem-002/original", "me too"),
    ]
    first = ("problem-001/same-author01", "problem-001/same-author02")
    assert corpus.trials == (
        Trial("problem-001", first, "problem-001/original", True),
        Trial("problem-002", first[:1], "problem-002/original", True),
    )
    assert (corpus.provenance["problems"], corpus.provenance["repeated_texts"]) == (2, 1)
    assert corpus.provenance["warnings"] == []


def test_it_is_guessed_and_found_below_other_folders(tmp_path: Path) -> None:
    _tree(tmp_path / "up" / "one", SET)
    assert guess(tmp_path) == "pan_masking"
    assert load(tmp_path).trials[0].id == "problem-001"
    assert not pan_masking.recognises(tmp_path / "up" / "one" / "problem-001" / "original.txt")
    _tree(tmp_path / "up" / "two", SET)
    with pytest.raises(CorpusError, match=r"holds 2 sets of problems; name one of: up/one, up/two$"):
        load(tmp_path)


def test_odd_problems_are_left_out_and_told(tmp_path: Path) -> None:
    odd = {
        "problem-003/original.txt": b"alone",
        "problem-004/same-author01.txt": b"no original",
        "problem-005/original.txt": b" \n",
        "problem-005/same-author01.txt": b"blank original",
        "problem-006/original.txt": b"twice",
        "problem-006/same-author01.txt": b"twice",
        "README.md": b"read me",
    }
    corpus = load(_tree(tmp_path, {**SET, **odd}))
    assert [trial.id for trial in corpus.trials] == ["problem-001", "problem-002", "problem-006"]
    assert corpus.provenance["warnings"] == [
        "1 file skipped: neither original nor same-author text (README.md)",
        "problems without texts by the same author, left out: 1 (problem-003)",
        "problems without an original, left out: 2 (problem-004, problem-005)",
        "problems with an empty text, which is left out: 1 (problem-005)",
        "problems whose original is one of the others: 1 (problem-006)",
    ]


def test_what_holds_no_problem_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"holds no folder with original\.txt"):
        load(tmp_path, format="pan_masking")
    _tree(tmp_path, SET)
    with pytest.raises(CorpusError, match="is a single problem; name the folder above it"):
        load(tmp_path / "problem-001", format="pan_masking")
    with pytest.raises(CorpusError, match="is a file"):
        load(tmp_path / "problem-001" / "original.txt", format="pan_masking")
    (tmp_path / "problem-001" / "original.txt").unlink()
    (tmp_path / "problem-002" / "original.txt").unlink()
    with pytest.raises(CorpusError, match="holds no problem with an original and a same-author text"):
        load(tmp_path, format="pan_masking")


REAL = Path(os.environ.get("STYLOBENCH_CORPORA", "")) / "pan16_author_masking"


@pytest.mark.skipif(
    "STYLOBENCH_CORPORA" not in os.environ or not REAL.is_dir(), reason="needs STYLOBENCH_CORPORA/pan16_author_masking"
)
def test_the_real_set() -> None:
    corpus = load(REAL)
    assert corpus.provenance["format"] == "pan_masking"
    assert len(corpus.trials) == 205
    assert {trial.same for trial in corpus.trials} == {True}
    assert not any(document.text.startswith("\ufeff") for document in corpus.documents)
    assert corpus.provenance["warnings"] == []
