"""Tests of PAN's folders of problems."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from stylobench import load
from stylobench.corpora import pan_folders
from stylobench.corpora.reading import guess
from stylobench.errors import CorpusError
from stylobench.records import Trial

BOM = b"\xef\xbb\xbf"
SET = {
    "truth.txt": BOM + b"EN01 Y\r\n\nEN02 N\n\r\n",
    "EN01/known01.txt": BOM + b"first",
    "EN01/known02.txt": b"second",
    "EN01/unknown.txt": b"asked",
    "EN02/known01.txt": b"first",
    "EN02/unknown.txt": b"caf\xc3\xa9",
}


def _tree(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def _warnings(root: Path, **files: bytes | None) -> list[str]:
    changed = {**SET, **{name.replace("__", "/").replace("_", "."): data for name, data in files.items()}}
    corpus = pan_folders.read(_tree(root, {name: data for name, data in changed.items() if data is not None}))
    return list(corpus.provenance["warnings"])


def test_texts_are_documents_once_and_problems_are_trials(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path / "pan13", SET))
    assert [(document.id, document.text) for document in corpus.documents] == [
        ("EN01/known01", "first"),
        ("EN01/known02", "second"),
        ("EN01/unknown", "asked"),
        ("EN02/unknown", "café"),
    ]
    assert corpus.trials == (
        Trial("EN01", ("EN01/known01", "EN01/known02"), "EN01/unknown", True),
        Trial("EN02", ("EN01/known01",), "EN02/unknown", False),
    )
    assert {(document.author, document.topic, document.time) for document in corpus.documents} == {(None, None, None)}
    assert (corpus.name, corpus.provenance["problems"], corpus.provenance["repeated_texts"]) == ("pan13", 2, 1)
    assert corpus.provenance["warnings"] == []


def test_language_and_genre_come_from_contents_json(tmp_path: Path) -> None:
    said = json.dumps({"language": "English", "genre": "essays", "problems": ["EN01"]}).encode()
    corpus = load(_tree(tmp_path, {**SET, "contents.json": BOM + said}))
    assert corpus.column("genre") == ["essays"] * 4
    assert dict(corpus.documents[0].meta) == {"language": "English", "genre": "essays"}


def test_it_goes_before_plain_folders_in_guessing(tmp_path: Path) -> None:
    assert guess(_tree(tmp_path / "pan", SET)) == "pan_folders"
    assert guess(_tree(tmp_path / "plain", {"ann/known.txt": b"x", "bob/unknown.txt": b"y"})) == "folders"
    assert not pan_folders.recognises(tmp_path / "pan" / "truth.txt")


def test_one_nested_set_is_found_and_of_several_one_must_be_named(tmp_path: Path) -> None:
    _tree(tmp_path, {f"train/one/{name}": data for name, data in SET.items()})
    corpus = load(tmp_path)
    assert (corpus.name, corpus.documents[0].id, len(corpus.trials)) == (tmp_path.name, "EN01/known01", 2)
    assert corpus.trials[0].same is True
    _tree(tmp_path, {f"train/two/{name}": data for name, data in SET.items()})
    with pytest.raises(CorpusError, match=r"holds 2 sets of problems; name one of: train/one, train/two$"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("files", "line"),
    [
        ({"EN02__unknown_txt": None}, "problems without an unknown text, left out: 1 (EN02)"),
        ({"EN02__known01_txt": None}, "problems without known texts, left out: 1 (EN02)"),
        ({"EN01__unknown2_txt": b"more"}, "problems with several unknown texts, left out: 1 (EN01)"),
        ({"EN01__known02_txt": b" \n"}, "problems with an empty text, which is left out: 1 (EN01)"),
        ({"truth_txt": b"EN01 Y\nEN02 N\nGR01 N\n"}, "problems in truth.txt without a folder: 1 (GR01)"),
        ({"truth_txt": b"EN01 Y\n"}, "problems without truth: 1 (EN02)"),
        ({"EN01__unknown_txt": b"second"}, "problems whose unknown text is one of the known: 1 (EN01)"),
        ({"EN01__notes_md": b"x"}, "1 file skipped: neither known nor unknown text (EN01/notes.md)"),
        ({"contents_json": b"{"}, "files beside the problems that are not a JSON object: 1 (contents.json)"),
    ],
)
def test_what_is_odd_is_told_in_a_line(tmp_path: Path, files: dict[str, bytes | None], line: str) -> None:
    assert _warnings(tmp_path, **files) == [line]


def test_an_empty_questioned_text_costs_the_problem(tmp_path: Path) -> None:
    assert _warnings(tmp_path, EN02__unknown_txt=b"") == [
        "problems with an empty text, which is left out: 1 (EN02)",
        "problems without an unknown text, left out: 1 (EN02)",
    ]


def test_without_truth_nothing_is_known(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path, {name: data for name, data in SET.items() if name != "truth.txt"}))
    assert [trial.same for trial in corpus.trials] == [None, None]
    assert corpus.provenance["warnings"] == ["problems without truth: 2 (EN01, EN02)"]


def test_what_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    _tree(tmp_path, SET)
    with pytest.raises(CorpusError, match=r"EN01 is a single problem; name the folder above it"):
        load(tmp_path / "EN01")
    with pytest.raises(CorpusError, match=r"is a file; format 'pan_folders' reads a folder"):
        load(tmp_path / "truth.txt", "pan_folders")
    (tmp_path / "EN02" / "known01.txt").write_bytes(b"caf\xe9")
    with pytest.raises(CorpusError, match=r"known01\.txt is not utf-8: line 1 \(byte 3, value 0xe9\)"):
        load(tmp_path)
    assert load(tmp_path, encoding="latin-1").documents[3].text == "café"
    (tmp_path / "truth.txt").write_bytes(b"EN01 maybe\n")
    with pytest.raises(CorpusError, match=r"truth\.txt, line 1: truth 'maybe' is neither Y nor N"):
        load(tmp_path, encoding="latin-1")
    for name in ("EN01", "EN02"):
        (tmp_path / name / "unknown.txt").unlink()
    (tmp_path / "truth.txt").unlink()
    with pytest.raises(
        CorpusError, match=r"and an unknown one; problems without an unknown text, left out: 2 \(EN01, EN02\)$"
    ):
        load(tmp_path, "pan_folders", encoding="latin-1")
    with pytest.raises(CorpusError, match=r"holds no folder with known\*\.txt and unknown\.txt"):
        load(_tree(tmp_path / "other", {"x.txt": b"x"}), "pan_folders")


CORPORA = os.environ.get("STYLOBENCH_CORPORA")


@pytest.mark.skipif(not CORPORA, reason="STYLOBENCH_CORPORA names no folder with PAN's sets")
@pytest.mark.parametrize(
    ("name", "problems", "same", "questioned"),
    [("dummy", 10, 5, 10), ("*essays*", 200, 100, 192), ("*novels*", 100, 50, 33), ("*pan15*english*", 100, 50, 72)],
)
def test_the_real_sets(name: str, problems: int, same: int, questioned: int) -> None:
    """PAN14 novels have 33 distinct questioned texts in 100 problems; texts are counted here by their bytes."""
    (root,) = Path(CORPORA or "", "pan_av_english", "train").glob(f"*/{name}")
    corpus = load(root)
    assert (len(corpus.trials), sum(trial.same is True for trial in corpus.trials)) == (problems, same)
    assert len({trial.questioned for trial in corpus.trials}) == questioned
    found = {hashlib.sha256(file.read_bytes().removeprefix(BOM)).digest() for file in root.glob("*/*.txt")}
    assert len(corpus) == len(found)
