"""Tests of shards and of merging them."""

from __future__ import annotations

import json
import random

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora import shards
from stylobench.corpora.funnel import Table
from stylobench.corpora.labels import Labels
from stylobench.corpora.select import Selection, choose
from stylobench.corpora.shards import Facts, Least, Shards, exactly, meta_json, order, word_count, write_shards
from stylobench.errors import CorpusError
from stylobench.records import Document


def rows(numbers, text="text"):
    return [Labels().apply(Document(str(n), f"{text} {n}", "A", None, meta={"title": "t"})) for n in numbers]


@given(st.text())
def test_words_are_what_split_says(text):
    assert word_count(text) == len(text.split())


@given(st.lists(st.sampled_from(["a", "bc", " ", "  ", "\n", "\t", "\x1f", "\xa0", "é"])))
def test_words_are_what_split_says_among_odd_spaces(pieces):
    text = "".join(pieces)
    assert word_count(text) == len(text.split())


@given(st.text(alphabet=[chr(code) for code in range(128)]))
def test_words_are_what_split_says_among_control_signs(text):
    assert word_count(text) == len(text.split())


@given(st.dictionaries(st.text(), st.text()))
def test_meta_is_what_json_says(meta):
    assert meta_json(meta) == json.dumps(meta, ensure_ascii=False, sort_keys=True)


@given(
    st.builds(Least, st.integers(0, 4), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    st.builds(Facts, st.just("1"), st.none(), st.none(), st.integers(0, 5), st.booleans(), *[st.integers(0, 3)] * 2),
)
def test_least_says_what_the_funnel_says(least, facts):
    require = tuple(name for name in ("author", "topic") if getattr(least, name))
    selection = Selection(
        require=require, one_author=least.one_author, one_topic=least.one_topic, min_words=least.words
    )
    try:
        kept = len(choose(Table.of([facts]), selection)[0])
    except CorpusError:
        kept = 0
    assert selection.least.met_by(facts) == bool(kept)


def test_only_facts_are_written_of_what_cannot_be_selected(tmp_path):
    (name,) = write_shards(rows([1]) + rows([2], text="a longer text"), tmp_path, "s", Least(words=4))
    read = duckdb.read_parquet(str(tmp_path / name)).project("id, author, words, titled, text, meta, digest IS NULL")
    assert read.fetchall() == [
        ("1", "A", 2, True, None, None, True),
        ("2", "A", 4, True, "a longer text 2", '{"title": "t"}', False),
    ]


def test_shards_have_a_fixed_size_and_are_sorted(tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "BATCH", 4)
    names = write_shards(rows([9, 10, 1, 100, 7, 8]), tmp_path, "s")
    assert names == ["s-0000.parquet", "s-0001.parquet"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    read = [[i for (i,) in duckdb.read_parquet(str(tmp_path / n)).project("id").fetchall()] for n in names]
    assert read == [["1", "9", "10", "100"], ["7", "8"]]


@pytest.mark.parametrize("groups", [[[1, 2, 3], [10, 20]], [[3, 20, 1], [10, 2]], [[20, 10], [1, 2, 3]]])
def test_merged_rows_are_in_order_whatever_the_shards(tmp_path, groups):
    files = [tmp_path / name for i, group in enumerate(groups) for name in write_shards(rows(group), tmp_path, f"{i}")]
    with Shards(files, tmp_path) as merged:
        assert [fact.id for fact in merged.facts()] == ["1", "2", "3", "10", "20"]
        merged.merge(np.array([0, 2, 4]), tmp_path / "out.parquet")
    kept = duckdb.read_parquet(str(tmp_path / "out.parquet")).project("id, text, topic").fetchall()
    assert kept == [("1", "text 1", None), ("3", "text 3", None), ("20", "text 20", None)]


def test_thousands_of_rows_over_many_shards_stay_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "BATCH", 2_500)
    files = [tmp_path / name for name in write_shards(rows(range(9_000)), tmp_path, "s")]
    wanted = np.flatnonzero(np.arange(9_000) % 3 != 1)
    with Shards(files, tmp_path) as merged:
        merged.merge(wanted, tmp_path / "out.parquet")
    ids = [int(i) for (i,) in duckdb.read_parquet(str(tmp_path / "out.parquet")).project("id").fetchall()]
    assert ids == wanted.tolist()


@pytest.mark.parametrize("piece", [7, 100, 100_000])
def test_rows_that_come_in_disorder_are_sorted_piece_by_piece(tmp_path, monkeypatch, piece):
    monkeypatch.setattr(shards, "BATCH", 100)
    monkeypatch.setattr(shards, "PIECE", piece)
    numbers = random.Random(0).sample(range(1_000), 1_000)
    files = [tmp_path / name for name in write_shards(rows(numbers), tmp_path, "s")]
    wanted = np.flatnonzero(np.arange(1_000) % 3 != 1)
    with Shards(files, tmp_path) as merged:
        assert [int(fact.id) for fact in merged.facts()] == list(range(1_000))
        merged.merge(wanted, tmp_path / "out.parquet")
    kept = duckdb.read_parquet(str(tmp_path / "out.parquet")).project("id, text").fetchall()
    assert kept == [(str(n), f"text {n}") for n in wanted]
    assert len(list(tmp_path.iterdir())) == len(files) + 1


def test_numbers_stand_in_their_own_order():
    assert sorted(["10", "9", "b", "100", "a"], key=order) == ["9", "a", "b", "10", "100"]


def test_half_a_surrogate_pair_is_refused_by_name(tmp_path):
    with pytest.raises(CorpusError, match="document '5' holds half a surrogate pair"):
        write_shards(rows([4]) + rows([5], text="\ud800"), tmp_path, "s")


def test_folder_names_that_look_like_patterns(tmp_path):
    folder = tmp_path / "it's [1]*?"
    folder.mkdir()
    (name,) = write_shards(rows([1]), folder, "s")
    with Shards([folder / name], folder) as merged:
        assert [fact.id for fact in merged.facts()] == ["1"]
    assert exactly(folder).endswith("it's [[]1][*][?]")
