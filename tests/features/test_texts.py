from __future__ import annotations

import io
import os
import pickle
import socket
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import SpecError
from stylobench.features.texts import Texts, as_texts, feature_names, feature_set

TEXTS = ["so it is", "", "thus it was, it was", "Été d'or_x", "so"]


def test_a_view_is_a_sequence_of_the_chosen_texts():
    view = Texts(TEXTS).take([4, 0, 2])
    assert list(view) == ["so", "so it is", "thus it was, it was"]
    assert len(view) == 3
    assert view[-1] == "thus it was, it was"
    assert list(view[1:]) == ["so it is", "thus it was, it was"]


def test_views_of_views_compose_and_take_masks():
    view = Texts(TEXTS).take([4, 0, 2]).take(np.array([True, False, True]))
    assert list(view) == ["so", "thus it was, it was"]
    assert list(view.take([1])) == ["thus it was, it was"]


def test_counts_follow_the_rows():
    view = Texts(TEXTS).take([2, 3])
    counts = view.counts("words")
    assert counts.names == ["dorx", "is", "it", "so", "thus", "was", "été"]
    assert counts.matrix.toarray().tolist() == [[0, 0, 2, 0, 1, 2, 0], [1, 0, 0, 0, 0, 0, 1]]


def test_counted_once_for_all_views(monkeypatch):
    whole = Texts(TEXTS)
    first = whole.take([0, 1]).counts("words")
    second = whole.take([3]).counts("words")
    assert first.columns is second.columns


@pytest.mark.parametrize("features", ["words", "char_ngrams(n=3)", "sentence_length", "function_words"])
def test_a_folder_changes_nothing_and_is_used_again(tmp_path, features):
    plain = Texts(TEXTS).counts(features)
    for _ in range(2):
        kept = Texts(TEXTS, folder=tmp_path, digest="d").take([0, 2]).counts(features)
        assert kept.names == plain.names
        assert kept.measured == plain.measured
        assert np.array_equal(kept.matrix.toarray(), plain.matrix[[0, 2]].toarray())
    assert len(list(tmp_path.iterdir())) == 1
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npy")}
    Texts(TEXTS, folder=tmp_path, digest="d").counts(features)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npy")} == before


def test_the_order_of_texts_is_part_of_what_is_kept(tmp_path):
    Texts(TEXTS, folder=tmp_path, digest="same").counts("words")
    turned = Texts(TEXTS[::-1], folder=tmp_path, digest="same").counts("words")
    assert turned.matrix.toarray().tolist() == Texts(TEXTS[::-1]).counts("words").matrix.toarray().tolist()


def test_half_written_counts_are_not_read(tmp_path):
    (tmp_path / ".half-x").mkdir()
    counts = Texts(TEXTS, folder=tmp_path).counts("words")
    assert counts.matrix.shape == (5, 7)


@pytest.mark.parametrize("part", ["data.npy", "indices.npy", "indptr.npy", "shape.npy", "names.json", "sums.json"])
@pytest.mark.parametrize("harm", ["flip", "truncate", "empty", "delete"])
def test_damaged_counts_are_made_again(tmp_path, part, harm):
    Texts(TEXTS, folder=tmp_path).counts("words")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    (path,) = tmp_path.rglob(part)
    data = before[path]
    path.write_bytes({"flip": data[:-2] + bytes([data[-2] ^ 1]) + data[-1:], "truncate": data[:-2]}.get(harm, b""))
    if harm == "delete":
        path.unlink()
    Texts(TEXTS, folder=tmp_path).counts("words")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_parts_are_written_as_numpy_does(tmp_path):
    Texts(TEXTS, folder=tmp_path).counts("words")
    for path in tmp_path.rglob("*.npy"):
        again = io.BytesIO()
        np.save(again, np.load(path))
        assert path.read_bytes() == again.getvalue()


def test_only_the_halves_of_dead_processes_are_cleared_away(tmp_path):
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    for process in (ended.pid, os.getpid()):
        (tmp_path / f".half-{socket.gethostname()}-{process}-x").mkdir()
    Texts(TEXTS, folder=tmp_path).counts("words")
    assert [path.name for path in tmp_path.glob(".half-*")] == [f".half-{socket.gethostname()}-{os.getpid()}-x"]


@pytest.mark.parametrize("kept", [True, False])
def test_texts_travel_to_other_processes(tmp_path, kept):
    whole = Texts(TEXTS, folder=tmp_path if kept else None)
    whole.counts("words")
    view = pickle.loads(pickle.dumps(whole.take([2, 0])))
    assert list(view) == [TEXTS[2], TEXTS[0]]
    assert np.array_equal(view.counts("words").matrix.toarray(), whole.counts("words").matrix[[2, 0]].toarray())


def test_no_text_at_all(tmp_path):
    for whole in (Texts([]), Texts([], folder=tmp_path), Texts(["", "  "], folder=tmp_path)):
        assert whole.counts("words").matrix.shape == (len(whole), 0)


def test_plain_lists_become_texts():
    assert as_texts(["a"]).counts("words").names == ["a"]
    whole = Texts(["a"])
    assert as_texts(whole) is whole


def test_selecting_columns_by_name_fills_gaps_with_zeros():
    counts = Texts(["b a b", "c"]).counts("words")
    assert counts.select(["b", "zebra", "c"]).toarray().tolist() == [[2, 0, 0], [0, 0, 1]]


def test_features_can_be_joined():
    assert feature_names("words+char_ngrams(n=3) + sentence_length") == [
        "words",
        "char_ngrams(n=3)",
        "sentence_length",
    ]


@pytest.mark.parametrize("wrong", ["wrds", "texts", "variance_shares", "char_ngrams(n=0)", "words("])
def test_wrong_features_are_one_clear_line(wrong):
    with pytest.raises(SpecError):
        feature_set(feature_names(wrong)[0])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=6), st.data())
def test_rows_do_not_depend_on_the_company(texts, data):
    rows = data.draw(st.lists(st.sampled_from(range(len(texts))), max_size=5)) if texts else []
    view = Texts(texts).take(np.array(rows, dtype=int))
    alone = Texts([texts[i] for i in rows])
    for features in ("words", "char_ngrams(n=2)", "character_frequencies"):
        names = alone.counts(features).names
        assert np.array_equal(view.counts(features).select(names).toarray(), alone.counts(features).matrix.toarray())
