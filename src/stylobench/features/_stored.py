"""Count matrices kept in a folder, so that processes share them and a second run reuses them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from scipy import sparse

from stylobench.features._counting import Columns, Counts
from stylobench.specs import source_digest

PARTS = ("data", "indices", "indptr", "shape")


def digest_in_order(texts: Iterable[str]) -> str:
    """Identifies texts in their order (a corpus digest does not know the order)."""
    total = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        total.update(b"%d:" % len(data))
        total.update(data)
    return total.hexdigest()


def stored(folder: Path, key: str, make: Callable[[], Counts]) -> Counts:
    """The counts kept under a key; made and written first when they are not there yet."""
    place = folder / hashlib.sha256(f"{source_digest('features')}\x1f{key}".encode()).hexdigest()[:32]
    if not (place / "names.json").exists():
        _write(make(), place)
    return _read(place)


def _write(counts: Counts, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix=".half-", dir=place.parent))
    try:
        _write_parts(counts, half)
        os.rename(half, place)
    except OSError:
        # another process may have finished the same matrix first
        if not (place / "names.json").exists():
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _write_parts(counts: Counts, half: Path) -> None:
    matrix = counts.matrix
    shape = np.array([*matrix.shape, counts.measured], dtype=np.int64)
    arrays: tuple[np.ndarray, ...] = (matrix.data, matrix.indices, matrix.indptr, shape)
    for part, values in zip(PARTS, arrays, strict=True):
        np.save(half / f"{part}.npy", values)
    (half / "names.json").write_text(json.dumps(counts.names), encoding="ascii")


def _read(place: Path) -> Counts:
    data, indices, indptr, shape = (_part(place / f"{part}.npy") for part in PARTS)
    rows, width, measured = (int(value) for value in shape)
    matrix = sparse.csr_matrix((data, indices, indptr), shape=(rows, width), copy=False)
    return Counts(matrix, Columns(place / "names.json"), bool(measured))


def _part(path: Path) -> np.ndarray:
    # an empty file cannot be mapped
    mapped = np.load(path, mmap_mode=None if path.stat().st_size <= 128 else "r")
    return np.asarray(mapped)
