"""Tests of the corpus on disk."""

from __future__ import annotations

import json
import pickle
import random
import resource
import subprocess
import sys
from dataclasses import replace

import duckdb
import pytest

from stylobench.corpora import store
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Document, Trial

DOCUMENTS = [
    Document("10", "Ten, é 😀\0.", "Ann", "sea", "1999-12-31", {"title": "Ten", "genre": "ode"}),
    Document("9", "Nine.", None, None, None, {}),
    Document("b'[*]", "", "Bob", "sea"),
]


def test_what_goes_in_comes_out_sorted_by_id(tmp_path):
    corpus = store.write(DOCUMENTS, tmp_path / "bed", {"name": "small"})
    assert list(corpus.documents) == [DOCUMENTS[1], DOCUMENTS[0], DOCUMENTS[2]]
    assert list(store.read(tmp_path / "bed").documents) == list(corpus.documents)
    assert sorted(path.name for path in (tmp_path / "bed").iterdir()) == ["corpus.manifest.json", "corpus.parquet"]


def test_digest_is_that_of_the_documents_in_memory(tmp_path):
    corpus = store.write(DOCUMENTS, tmp_path / "bed.parquet", {})
    assert corpus.digest == Corpus.of("x", DOCUMENTS).digest


def test_order_of_input_changes_nothing(tmp_path):
    many = [Document(str(i), f"text {i}", f"A{i % 7}", f"T{i % 3}") for i in range(5_000)]
    shuffled = random.Random(0).sample(many, len(many))
    one, two = (store.write(d, tmp_path / f"{i}.parquet", {}) for i, d in enumerate((many, shuffled)))
    assert one.digest == two.digest
    assert list(one.documents) == list(two.documents) == many


def test_columns_and_rows_without_reading_the_rest(tmp_path):
    many = [Document(str(i), f"text {i}", f"A{i % 7}", meta={"title": f"t{i}"}) for i in range(5_000)]
    documents = store.write(many, tmp_path / "bed", {}).documents
    assert len(documents) == 5_000
    assert documents[4_321] == many[4_321]
    assert documents[-1] == many[-1]
    assert documents[2_040:2_060:3] == many[2_040:2_060:3]
    assert documents.column("title") == [f"t{i}" for i in range(5_000)]
    assert documents.column("nothing")[:2] == [None, None]
    assert Corpus("x", documents, "").column("author")[:8] == ["A0", "A1", "A2", "A3", "A4", "A5", "A6", "A0"]
    with pytest.raises(IndexError):
        documents[5_000]


def test_documents_can_be_sent_to_another_process(tmp_path):
    documents = store.write(DOCUMENTS, tmp_path / "bed", {}).documents
    assert list(pickle.loads(pickle.dumps(documents))) == list(documents)


def test_manifest(tmp_path):
    store.write(DOCUMENTS, tmp_path / "bed", {"name": "small", "seed": 7})
    manifest = json.loads((tmp_path / "bed" / "corpus.manifest.json").read_text())
    assert (manifest["documents"], manifest["authors"], manifest["topics"]) == (3, 2, 1)
    assert (manifest["name"], manifest["seed"]) == ("small", 7)
    assert set(manifest["versions"]) == {"stylobench", "python", "duckdb"}
    assert store.read(tmp_path / "bed").provenance == manifest


def test_file_without_manifest_has_the_same_digest(tmp_path):
    digest = store.write(DOCUMENTS, tmp_path / "bed.parquet", {}).digest
    (tmp_path / "bed.manifest.json").unlink()
    assert store.read(tmp_path / "bed.parquet").digest == digest


def test_manifest_of_another_corpus_is_seen(tmp_path):
    store.write(DOCUMENTS, tmp_path / "a.parquet", {})
    store.write(DOCUMENTS[:2], tmp_path / "b.parquet", {})
    (tmp_path / "b.manifest.json").replace(tmp_path / "a.manifest.json")
    with pytest.raises(CorpusError, match="3 documents, its manifest says 2"):
        store.read(tmp_path / "a.parquet")


def test_a_file_under_the_manifest_of_another_with_as_many_documents_is_refused(tmp_path):
    corpus = store.write(DOCUMENTS, tmp_path / "a.parquet", {})
    assert store.read(tmp_path / "a.parquet").digest == corpus.digest
    changed = [*DOCUMENTS[:2], replace(DOCUMENTS[2], text="other words")]
    store.write(changed, tmp_path / "b.parquet", {})
    (tmp_path / "b.parquet").replace(tmp_path / "a.parquet")
    with pytest.raises(CorpusError, match=r"is not what a[.]manifest[.]json says; remove that"):
        store.read(tmp_path / "a.parquet")
    (tmp_path / "a.manifest.json").unlink()
    assert store.read(tmp_path / "a.parquet").digest != corpus.digest


@pytest.mark.parametrize("damage", ["nothing there", "other columns", "not parquet", "bad manifest"])
def test_what_is_no_stored_corpus(tmp_path, damage):
    path = tmp_path / "bed.parquet"
    if damage == "other columns":
        duckdb.sql("SELECT 1 AS id").write_parquet(str(path))
    elif damage == "not parquet":
        path.write_bytes(b"")
    elif damage == "bad manifest":
        store.write(DOCUMENTS, path, {})
        (tmp_path / "bed.manifest.json").write_text("[1")
    assert store.recognises(path) == (damage == "bad manifest")
    with pytest.raises(CorpusError):
        store.read(path)


def test_two_documents_with_one_id(tmp_path):
    with pytest.raises(CorpusError, match="1 documents have the id of another"):
        store.write([DOCUMENTS[0], DOCUMENTS[0]], tmp_path / "bed", {})
    assert not (tmp_path / "bed" / "corpus.parquet").exists()


def test_no_documents(tmp_path):
    with pytest.raises(CorpusError, match="no documents"):
        store.write([], tmp_path / "bed.parquet", {})
    assert list(tmp_path.iterdir()) == []


def test_what_stood_there_stays_when_writing_fails(tmp_path):
    old = store.write(DOCUMENTS, tmp_path / "bed.parquet", {})
    with pytest.raises(CorpusError):
        store.write([DOCUMENTS[0], DOCUMENTS[0]], tmp_path / "bed.parquet", {})
    assert store.read(tmp_path / "bed.parquet").digest == old.digest
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bed.manifest.json", "bed.parquet"]


def test_target_below_a_file(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CorpusError, match="cannot write"):
        store.write(DOCUMENTS, tmp_path / "file" / "bed", {})


FULL = """
import resource, sys
from pathlib import Path
from stylobench.corpora import store
from stylobench.errors import CorpusError
from stylobench.records import Document
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
noise = __import__("random").Random(0)
documents = [Document(str(i), "".join(chr(noise.randrange(33, 120)) for _ in range(500))) for i in range(500)]
try:
    store.write(documents, Path(sys.argv[1]) / "bed.parquet", {})
except CorpusError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="this system has no limit on file sizes")
def test_full_disk_is_one_line_and_leaves_nothing(tmp_path):
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("cannot write")
    assert done.stdout.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


TRIALS = (
    Trial("t1", ("10", "9"), "b'[*]", True, "cross"),
    Trial("é", ("9",), "10", None),
    Trial("t3", ("10", "gone"), "9", False),
)


def test_trials_come_back_and_those_without_their_documents_fall_away(tmp_path):
    corpus = store.write(DOCUMENTS, tmp_path / "bed", {}, TRIALS)
    assert corpus.trials == store.read(tmp_path / "bed").trials == TRIALS[:2]
    assert corpus.digest == store.write(DOCUMENTS, tmp_path / "plain", {}).digest
    notes = corpus.provenance["trials"]
    assert (notes["count"], notes["left_out"]) == (2, 1)
    names = ["corpus.manifest.json", "corpus.parquet", "corpus.trials.jsonl"]
    assert sorted(path.name for path in (tmp_path / "bed").iterdir()) == names


def test_trials_of_another_corpus_do_not_stay_behind(tmp_path):
    before = store.write(DOCUMENTS, tmp_path / "bed", {}, TRIALS)
    after = store.write(DOCUMENTS, tmp_path / "bed", before.provenance)
    assert (before.trials, after.trials) == (TRIALS[:2], ())
    assert "trials" not in after.provenance
    assert not store.trials_path(tmp_path / "bed" / "corpus.parquet").exists()
    assert store.write(DOCUMENTS, tmp_path / "bed", {}, TRIALS[2:]).trials == ()


def test_trials_that_were_changed_or_lost_are_seen(tmp_path):
    store.write(DOCUMENTS, tmp_path / "bed.parquet", {}, TRIALS)
    trials = tmp_path / "bed.trials.jsonl"
    trials.write_text(trials.read_text().replace("true", "false"))
    with pytest.raises(CorpusError, match=r"bed\.trials\.jsonl is not what its manifest says; import it again"):
        store.read(tmp_path / "bed.parquet")
    trials.unlink()
    with pytest.raises(CorpusError, match=r"cannot read .*bed\.trials\.jsonl: no such file or directory; import it"):
        store.read(tmp_path / "bed.parquet")
