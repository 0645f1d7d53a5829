"""Tests of PAN's pairs as documents."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from memory_peaks import least_peak

from stylobench import load
from stylobench.corpora import pan_pairs
from stylobench.corpora.reading import guess
from stylobench.errors import CorpusError
from stylobench.pan.pairs import write_pairs, write_truth
from stylobench.records import Corpus, Document, Trial

PAIRS: list[dict[str, Any]] = [
    {"id": "p1", "fandoms": ["Sea", "War"], "pair": ["one", "two é"]},
    {"id": "p2", "fandoms": ["Sea", "Sea"], "pair": ["one", "three"]},
]
TRUTH: list[dict[str, Any]] = [
    {"id": "p1", "same": True, "authors": ["7", "7"]},
    {"id": "p2", "same": False, "authors": ["7", "9"]},
]
DOCUMENTS = [
    Document("p1/1", "one", "7", "Sea"),
    Document("p1/2", "two é", "7", "War"),
    Document("p2/2", "three", "9", "Sea"),
]


def _lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def _set(folder: Path, pairs: list[dict[str, Any]] = PAIRS, truth: list[dict[str, Any]] = TRUTH) -> Path:
    _lines(folder / "pairs.jsonl", pairs)
    _lines(folder / "truth.jsonl", truth)
    return folder


def test_pairs_become_documents_and_trials(tmp_path: Path) -> None:
    corpus = load(_set(tmp_path / "raven"))
    assert list(corpus.documents) == DOCUMENTS
    assert corpus.trials == (Trial("p1", ("p1/1",), "p1/2", True), Trial("p2", ("p1/1",), "p2/2", False))
    assert corpus.digest == Corpus.of("x", DOCUMENTS).digest
    assert corpus.name == "raven"
    assert dict(corpus.provenance) == {
        "format": "pan_pairs",
        "pairs": 2,
        "truth": "truth.jsonl",
        "repeated_texts": 1,
        "warnings": [],
    }


def test_documents_are_a_sequence_that_reads_the_file(tmp_path: Path) -> None:
    file = _set(tmp_path) / "pairs.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n\r\n"))
    corpus = load(tmp_path)
    documents = corpus.documents
    assert [documents[row] for row in (0, 1, 2, -1)] == [*DOCUMENTS, DOCUMENTS[2]]
    assert documents[2:0:-1] == DOCUMENTS[2:0:-1]
    assert corpus.texts == ["one", "two é", "three"]
    assert corpus.column("topic") == ["Sea", "War", "Sea"]
    assert corpus.column("author") == ["7", "7", "9"]
    assert corpus.column("id") == ["p1/1", "p1/2", "p2/2"]
    assert corpus.column("time") == corpus.column("genre") == [None] * 3
    assert list(pickle.loads(pickle.dumps(documents))) == DOCUMENTS
    with pytest.raises(IndexError):
        documents[3]


def test_files_by_their_names(tmp_path: Path) -> None:
    small = _lines(tmp_path / "pan20-training-small.jsonl", PAIRS)
    _lines(tmp_path / "pan20-training-small-truth.jsonl", TRUTH)
    assert guess(small) == guess(tmp_path) == "pan_pairs"
    assert load(small).trials == load(tmp_path).trials
    assert load(small).name == "pan20-training-small"
    assert load(small).trials[0].same is True
    large = _lines(tmp_path / "pan20-training-large.jsonl", PAIRS)
    _lines(tmp_path / "truth.jsonl", [TRUTH[0]])
    with pytest.raises(CorpusError, match=r"holds 2 files of pairs; name one of: pan20-training-large\.jsonl, "):
        load(tmp_path)
    assert [trial.same for trial in load(large).trials] == [True, None]
    renamed = _lines(tmp_path / "dev" / "dev-pairs.jsonl", PAIRS)
    _lines(tmp_path / "dev" / "dev-truth.jsonl", TRUTH)
    assert load(renamed).provenance["truth"] == "dev-truth.jsonl"


def test_other_tables_stay_tables(tmp_path: Path) -> None:
    table = _lines(tmp_path / "letters.jsonl", [{"text": "x", "author": "Ann"}])
    assert guess(table) == "table"
    with pytest.raises(CorpusError, match="holds no pairs; a file of pairs has lines like"):
        load(table, "pan_pairs")
    with pytest.raises(CorpusError, match="holds no pairs"):
        load(_lines(tmp_path / "t" / "truth.jsonl", TRUTH).parent, "pan_pairs")


def test_without_truth_nothing_is_known(tmp_path: Path) -> None:
    corpus = load(_lines(tmp_path / "pairs.jsonl", PAIRS))
    assert corpus.column("author") == [None] * 3
    assert [trial.same for trial in corpus.trials] == [None, None]
    assert corpus.provenance["truth"] is None
    assert corpus.provenance["warnings"] == ["pairs without truth: 2"]


def test_of_conflicting_labels_the_first_in_the_file_holds(tmp_path: Path) -> None:
    again = {"id": "p3", "fandoms": ["Sky", "War"], "pair": ["one", "two é"]}
    corpus = load(_set(tmp_path, [*PAIRS, again], [*TRUTH, {"id": "p3", "same": False, "authors": ["7", "8"]}]))
    assert list(corpus.documents) == DOCUMENTS
    assert corpus.provenance["warnings"] == [
        "texts that come again with another author; the first in the file holds: 1",
        "texts that come again with another fandom; the first in the file holds: 1",
    ]


def test_what_is_odd_is_counted(tmp_path: Path) -> None:
    odd = [{"id": "p4", "pair": ["", "two é"]}, {"id": "p5", "pair": ["six", "six"]}]
    truth = [
        *TRUTH,
        {"id": "p4", "same": True, "authors": ["7", "7"]},
        {"id": "p9", "same": True, "authors": ["1", "1"]},
    ]
    corpus = load(_set(tmp_path, [*PAIRS, *odd], truth))
    assert [trial.id for trial in corpus.trials] == ["p1", "p2", "p5"]
    assert (corpus.documents[3].author, corpus.documents[3].topic) == (None, None)
    assert corpus.provenance["warnings"] == [
        "pairs without truth: 1",
        "problems in the truth that are not among the pairs: 1",
        "pairs with an empty text, left out: 1",
        "pairs whose two texts are the same: 1",
    ]


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([PAIRS[0], PAIRS[0]], r"pairs\.jsonl, line 2: id 'p1' stands already on line 1"),
        ([PAIRS[0], {"id": "x", "pair": ["one"]}], r"pairs\.jsonl, line 2: 'pair' of 'x' is not a list of two texts"),
        ([{"id": "x", "pair": ["", " "]}], r"pairs\.jsonl holds no pair of texts"),
    ],
)
def test_what_cannot_be_read_is_an_error(tmp_path: Path, pairs: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        load(_set(tmp_path, pairs))


def test_what_the_house_writes_it_reads(tmp_path: Path) -> None:
    write_pairs(tmp_path, ["a", "b"], [["x", "y"], ["z"]], ["q", "x"])
    write_truth(tmp_path, ["a", "b"], [True, False], [["1", "1"], ["2", "1"]])
    corpus = load(tmp_path)
    assert corpus.texts == ["x\n\ny", "q", "z", "x"]
    assert [trial.same for trial in corpus.trials] == [True, False]


def test_texts_do_not_stay_in_memory(tmp_path: Path) -> None:
    def texts() -> Any:
        for i in range(200):
            yield json.dumps({"id": str(i), "pair": [f"{i} " * 10_000, f"{i + 1} " * 10_000]}) + "\n"

    (tmp_path / "pairs.jsonl").write_text("".join(texts()))

    def read() -> None:
        assert sum(1 for _ in pan_pairs.read(tmp_path).documents) == 201

    assert least_peak(read) < 1_000_000
