from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from engine.counting_jobs import Counting
from hypothesis import given
from hypothesis import strategies as st

from stylobench.engine.archive import Archive
from stylobench.engine.jobs import answer
from stylobench.errors import ArchiveError

ARCHIVE = Archive(Path("nowhere"))
RUN = answer(Counting(7))
BYTES = ARCHIVE.packed(RUN)


def test_what_is_unpacked_is_what_was_packed() -> None:
    found = ARCHIVE.unpacked(BYTES)
    assert RUN.answers is not None
    assert found.answers is not None
    assert np.array_equal(found.answers.scores, RUN.answers.scores)
    assert found.answers.named == RUN.answers.named
    assert (found.key, found.method, found.failure, found.seconds) == (RUN.key, RUN.method, None, 0.0)


def test_seconds_change_no_byte() -> None:
    assert ARCHIVE.packed(answer(Counting(7, seconds=0.01))) == BYTES


def test_it_is_a_plain_file_of_numpy() -> None:
    with np.load(io.BytesIO(BYTES), allow_pickle=False) as held:
        assert sorted(held) == ["authors", "named", "probable", "rows", "run", "scores"]
    assert zipfile.ZipFile(io.BytesIO(BYTES)).testzip() is None


@given(st.integers(0, len(BYTES) - 1), st.integers(1, 255))
def test_no_byte_can_change_unnoticed(place: int, change: int) -> None:
    damaged = bytearray(BYTES)
    damaged[place] ^= change
    with pytest.raises(ValueError, match="it is damaged"):
        ARCHIVE.unpacked(bytes(damaged))


def test_no_byte_of_a_header_or_of_the_directory_can_change_unnoticed() -> None:
    for place in (*range(2000), *range(len(BYTES) - 1000, len(BYTES))):
        damaged = bytearray(BYTES)
        damaged[place] ^= 1
        with pytest.raises(ValueError, match="it is damaged"):
            ARCHIVE.unpacked(bytes(damaged))


@pytest.mark.parametrize("length", [0, 1, 22, 64, 65, len(BYTES) // 2, len(BYTES) - 1])
def test_a_file_that_was_cut_is_named(tmp_path: Path, length: int) -> None:
    (tmp_path / f"{RUN.key}.npz").write_bytes(BYTES[:length])
    with pytest.raises(ArchiveError, match=rf"stored answers .*{RUN.key}.npz cannot be read \(it is damaged\); delete"):
        Archive(tmp_path).load(RUN.key)
