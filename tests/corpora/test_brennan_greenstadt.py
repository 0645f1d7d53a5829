"""Tests of the corpus of people who disguise themselves."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from stylobench import load
from stylobench.corpora import brennan_greenstadt
from stylobench.corpora.reading import guess
from stylobench.errors import CorpusError

FILES = {
    "amt/a/a_01_1.txt": b"first\r\n",
    "amt/a/a_02_1_2.txt": b"across",
    "amt/a/a_obfuscation.txt": b"hidden",
    "amt/a/a_imitation_01.txt": b"like another",
    "amt/a/a_imitation_02.txt": b"like a third",
    "amt/a/a_verification.txt": b"usual",
    "drexel_1/a/a_01.txt": b"\xef\xbb\xbfsomebody else",
}


def _tree(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def test_kinds_sources_and_targets_are_told_by_names(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path / "bg", FILES))
    assert {document.id: dict(document.meta) for document in corpus.documents} == {
        "amt/a/a_01_1": {"kind": "sample", "source": "amt/a/1"},
        "amt/a/a_02_1_2": {"kind": "sample", "source": "amt/a/1 amt/a/2"},
        "amt/a/a_obfuscation": {"kind": "obfuscation"},
        "amt/a/a_imitation_01": {"kind": "imitation", "target": "drexel_1/cm"},
        "amt/a/a_imitation_02": {"kind": "imitation"},
        "amt/a/a_verification": {"kind": "verification"},
        "drexel_1/a/a_01": {"kind": "sample"},
    }
    assert set(corpus.column("topic")) == {None}
    assert corpus.provenance["warnings"] == []


def test_the_same_letter_in_two_sets_is_two_people(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path, FILES))
    assert set(corpus.column("author")) == {"amt/a", "drexel_1/a"}
    assert set(load(tmp_path / "amt").column("author")) == {"amt/a"}


def test_texts_stay_as_they_are_but_for_the_byte_order_mark(tmp_path: Path) -> None:
    texts = dict(zip((c := load(_tree(tmp_path, FILES))).column("id"), c.texts, strict=True))
    assert texts["amt/a/a_01_1"] == "first\r\n"
    assert texts["drexel_1/a/a_01"] == "somebody else"


def test_letters_of_an_old_macintosh_amid_utf_8_are_read(tmp_path: Path) -> None:
    mixed = {**FILES, "amt/a/a_01_1.txt": b"B\x9all, caf\xc3\xa9"}
    assert "Böll, café" in load(_tree(tmp_path, mixed)).texts


def test_it_is_recognised_by_disguises_beside_samples(tmp_path: Path) -> None:
    assert guess(_tree(tmp_path / "bg", FILES)) == "brennan_greenstadt"
    assert guess(_tree(tmp_path / "plain", {"a/a_01.txt": b"x", "b/b_01.txt": b"y"})) == "folders"
    assert guess(_tree(tmp_path / "other", {"a/b_01.txt": b"x", "a/b_obfuscation.txt": b"y"})) == "folders"


def test_what_does_not_belong_is_named_and_nothing_at_all_is_an_error(tmp_path: Path) -> None:
    corpus = load(_tree(tmp_path / "bg", {**FILES, "amt/a/notes.txt": b"x", "amt/a/a_03_2.txt": b" \n"}))
    assert corpus.provenance["warnings"] == [
        "1 file skipped: empty (amt/a/a_03_2.txt)",
        "1 file skipped: not a sample, obfuscation, imitation or verification (amt/a/notes.txt)",
    ]
    with pytest.raises(CorpusError, match=r"holds no file named like"):
        brennan_greenstadt.read(_tree(tmp_path / "none", {"x/y.txt": b"z"}))


@pytest.mark.skipif("STYLOBENCH_CORPORA" not in os.environ, reason="STYLOBENCH_CORPORA names no folder of corpora")
def test_the_real_corpus() -> None:
    corpus = load(Path(os.environ["STYLOBENCH_CORPORA"]) / "brennan_greenstadt")
    kinds = Counter(corpus.column("kind"))
    assert kinds == {"sample": 812, "imitation": 49, "obfuscation": 45, "verification": 9}
    assert len(set(corpus.column("author"))) == 58
    assert sum(target == "drexel_1/cm" for target in corpus.column("target")) == 45
    assert sum(document.author == "drexel_1/cm" for document in corpus.documents) == 11
