"""Count matrices kept in a folder, so that processes share them and a second run reuses them if they are sound."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import tempfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import psutil
from scipy import sparse

from stylobench.features._counting import Columns, Counts
from stylobench.specs import source_digest

PARTS = ("data", "indices", "indptr", "shape")
NAMES, SUMS, HALF = "names.json", "sums.json", ".half-"
BLOCK = 1 << 20


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
    if not _sound(place):
        shutil.rmtree(place, ignore_errors=True)
        _write(make(), place)
    return _read(place)


def tidy(folder: Path) -> None:
    """Remove what processes of this machine that are no more had only half written."""
    for half in folder.glob(f"{_half()}*"):
        process = half.name.removeprefix(_half()).partition("-")[0]
        if process.isdigit() and not psutil.pid_exists(int(process)):
            shutil.rmtree(half, ignore_errors=True)


def _half() -> str:
    return f"{HALF}{socket.gethostname()}-"


def _sound(place: Path) -> bool:
    """Whether every part is there as it was written."""
    try:
        return (place / SUMS).read_bytes() == _sums(place)
    except FileNotFoundError:
        return False


def _sums(place: Path) -> bytes:
    files = [*(f"{part}.npy" for part in PARTS), NAMES]
    return json.dumps({name: _sum(place / name) for name in files}, indent=1).encode()


def _sum(path: Path) -> int:
    total = 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            total = zlib.crc32(block, total)
    return total


def _write(counts: Counts, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    tidy(place.parent)
    half = Path(tempfile.mkdtemp(prefix=f"{_half()}{os.getpid()}-", dir=place.parent))
    try:
        _write_parts(counts, half)
        os.rename(half, place)
    except OSError as error:
        # another process may have finished the same matrix first
        if not (place / SUMS).exists():
            error.filename = str(place)
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _write_parts(counts: Counts, half: Path) -> None:
    matrix = counts.matrix
    shape = np.array([*matrix.shape, counts.measured], dtype=np.int64)
    arrays: tuple[np.ndarray, ...] = (matrix.data, matrix.indices, matrix.indptr, shape)
    for part, values in zip(PARTS, arrays, strict=True):
        _write_part(half / f"{part}.npy", values)
    (half / NAMES).write_text(json.dumps(counts.names), encoding="ascii")
    (half / SUMS).write_bytes(_sums(half))


def _write_part(path: Path, values: np.ndarray) -> None:
    # np.save does not say that a disk is full
    header = np.lib.format.header_data_from_array_1_0(values)
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        file.write(np.ascontiguousarray(values).data)


def _read(place: Path) -> Counts:
    data, indices, indptr, shape = (_part(place / f"{part}.npy") for part in PARTS)
    rows, width, measured = (int(value) for value in shape)
    matrix = sparse.csr_matrix((data, indices, indptr), shape=(rows, width), copy=False)
    return Counts(matrix, Columns(place / NAMES), bool(measured))


def _part(path: Path) -> np.ndarray:
    # an empty file cannot be mapped
    mapped = np.load(path, mmap_mode=None if path.stat().st_size <= 128 else "r")
    return np.asarray(mapped)
