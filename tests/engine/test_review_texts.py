"""Tests of originals and rewritten texts brought together from folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stylobench.engine.review_texts import from_folders
from stylobench.errors import CorpusError
from stylobench.protocols.review import Reviewed


def _written(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(path.suffix or ".txt").write_text(text)
    return root


def test_plain_texts_go_by_their_names(tmp_path: Path) -> None:
    originals = _written(tmp_path / "in", one="It was so cold.", two="Not rewritten.")
    rewritten = _written(tmp_path / "out", one="It was cold.")
    assert from_folders(originals, {"x": rewritten}) == [Reviewed("one", "x", "It was so cold.", "It was cold.")]


def test_problems_of_pan_have_known_texts_and_pieces(tmp_path: Path) -> None:
    problem = {"problem-1__original": "So it is.", "problem-1__same-author01": "Known."}
    originals = _written(tmp_path / "in", **problem)
    piece = {"original": "So it is.", "original-start-charpos": 0, "original-end-charpos": 9}
    rewritten = tmp_path / "out" / "problem-1"
    rewritten.mkdir(parents=True)
    (rewritten / "obfuscation.json").write_text(
        json.dumps([{**piece, "obfuscation": "So be it.", "obfuscation-id": 1}])
    )
    (found,) = from_folders(originals, {"x": tmp_path / "out"})
    assert found == Reviewed("problem-1", "x", "So it is.", "So be it.", ("Known.",))


def test_a_folder_without_any_of_them_is_an_error(tmp_path: Path) -> None:
    originals = _written(tmp_path / "in", one="It was so cold.")
    with pytest.raises(CorpusError, match=r"out holds no rewritten text of .*in; name them like the originals"):
        from_folders(originals, {"x": _written(tmp_path / "out", other="x")})
