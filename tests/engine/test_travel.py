"""What jobs share is packed once, without the folders of this machine."""

from __future__ import annotations

import io
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

from stylobench.engine.travel import packed, unpacked
from stylobench.features import ppm
from stylobench.features.texts import Texts

WORDS = ["a b a", "b c", "c c a", ""]


def sent(thing, tokens=None, things=None):
    return unpacked(io.BytesIO(packed(thing, tokens or {})), things or {})


def test_counts_travel_by_value_and_the_folder_stays(tmp_path: Path) -> None:
    texts = Texts(WORDS, tmp_path, "digest")
    counted = texts.counts("words")
    there = sent(texts)
    for path in sorted(tmp_path.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert there.folder is None
    assert list(there._store.counted) == ["words"]
    assert there.counts("words").matrix.toarray().tolist() == counted.matrix.toarray().tolist()
    assert there.counts("words").names == ["a", "b", "c"]
    assert list(there) == WORDS


def test_a_copy_counts_what_was_not_counted_and_writes_nothing(tmp_path: Path) -> None:
    there = sent(Texts(WORDS, tmp_path / "features", "digest"))
    assert there.counts("words").matrix.sum() == 8
    assert not (tmp_path / "features").exists()


def test_what_was_made_once_comes_along_and_still_knows_its_texts() -> None:
    texts = Texts(["abab", "abb", "bbb"])
    couples = np.array([[0, 1], [1, 2]])
    here = ppm.crossed(texts, couples)
    there = sent(texts)
    [measured] = there._store.shared.values()
    assert measured.texts._store is there._store
    assert ppm.crossed(there, couples).tolist() == here.tolist()


def test_what_cannot_be_packed_stays_and_is_made_again() -> None:
    texts = Texts(WORDS)
    texts.once("lock", lambda _: threading.Lock())
    texts.once("length", lambda whole: len(whole))
    there = sent(texts)
    assert list(there._store.shared) == ["length"]
    assert there.once("lock", lambda _: "another") == "another"


def test_views_of_the_same_texts_stay_views_of_the_same() -> None:
    texts = Texts(WORDS)
    first, second = sent((texts.take([2, 0]), texts.take([1])))
    assert first._store is second._store
    assert list(first) == ["c c a", "a b a"]


def test_what_has_a_token_is_only_named() -> None:
    large, other = ["x" * 100_000], Texts(WORDS)
    data = packed({"large": large, "other": other}, {id(large): "parcel", id(other): "texts"})
    assert len(data) < 200
    found = unpacked(io.BytesIO(data), {"parcel": large, "texts": other})
    assert found["large"] is large
    assert found["other"] is other


def test_what_a_script_defines_travels_too() -> None:
    def twice(value):
        return 2 * value

    assert sent(twice)(21) == 42


def test_pickling_for_this_machine_maps_the_counts_again(tmp_path: Path) -> None:
    texts = Texts(WORDS, tmp_path, "digest")
    texts.counts("words")
    again = pickle.loads(pickle.dumps(texts))
    assert again.folder == tmp_path
    assert again._store.counted == {}
    assert again.counts("words").names == ["a", "b", "c"]


def test_an_unpackable_thing_says_so() -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        packed(threading.Lock(), {})
