"""Tests of texts that stay on disk."""

from __future__ import annotations

import multiprocessing
import pickle
from pathlib import Path

import numpy as np
import pytest

from stylobench import records
from stylobench.corpora import store
from stylobench.corpora.shards import ROW_GROUP
from stylobench.corpora.stored_texts import StoredTexts, _group
from stylobench.errors import CorpusError
from stylobench.features.texts import Texts
from stylobench.records import Corpus, Document

MANY = 3 * ROW_GROUP + 5


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("stored")
    return store.write((Document(str(i), f"text of {i}") for i in range(MANY)), folder / "bed", {})


def test_any_rows_in_any_order_are_those_of_the_corpus(corpus: Corpus) -> None:
    rows = np.random.default_rng(0).permutation(MANY)[:500]
    wanted = [corpus.texts[row] for row in rows]
    lazy = corpus.documents.texts_at(rows)  # type: ignore[attr-defined]
    assert isinstance(lazy, StoredTexts)
    assert list(lazy) == wanted
    assert [lazy[place] for place in range(len(lazy))] == wanted
    assert list(lazy[10:20]) == wanted[10:20]
    assert lazy[-1] == wanted[-1]


def test_in_the_order_of_ids_every_group_is_read_once(corpus: Corpus) -> None:
    by_name = np.array(sorted(range(MANY), key=str))
    _group.cache_clear()
    assert list(corpus.documents.texts_at(by_name)) == [f"text of {i}" for i in by_name]  # type: ignore[attr-defined]
    assert _group.cache_info().misses == 4


def test_few_texts_are_held_and_many_are_not(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.arange(MANY)[::-1]
    held = corpus.texts_at(rows)
    monkeypatch.setattr(records, "MOST_HELD", 100)
    lazy = corpus.texts_at(rows)
    assert isinstance(held, list)
    assert isinstance(lazy, StoredTexts)
    assert held == list(lazy)


def test_counts_are_the_same_from_disk(corpus: Corpus, tmp_path: Path) -> None:
    rows = np.arange(MANY)
    lazy = Texts(corpus.documents.texts_at(rows), tmp_path / "lazy")  # type: ignore[attr-defined]
    held = Texts(corpus.texts, tmp_path / "held")
    assert lazy.counts("words").names == held.counts("words").names
    assert (lazy.counts("words").matrix != held.counts("words").matrix).nnz == 0
    assert [path.name for path in (tmp_path / "lazy").iterdir()] == [
        path.name for path in (tmp_path / "held").iterdir()
    ]


def test_copies_and_forks_read_for_themselves(corpus: Corpus) -> None:
    lazy = corpus.documents.texts_at(np.arange(MANY))  # type: ignore[attr-defined]
    assert lazy[0] == "text of 0"
    assert pickle.loads(pickle.dumps(lazy))[MANY - 1] == f"text of {MANY - 1}"
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(lazy.__getitem__, [MANY - 1]) == [f"text of {MANY - 1}"]


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"cannot read .*gone\.parquet"):
        StoredTexts(str(tmp_path / "gone.parquet"), np.arange(3))[0]
