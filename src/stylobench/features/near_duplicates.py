"""Near-duplicate texts: MinHash finds candidates, the shingles themselves decide."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.records import Rows

Hashes = npt.NDArray[np.uint64]
SHINGLE = 4
POINTS = 64
NEIGHBOURS = 20
MOST_PAIRS = 200_000
CHUNK = 50_000
SLACK = 0.2
MIX = np.uint64(0x9E3779B97F4A7C15)
STARTS = (np.arange(POINTS, dtype=np.uint64) * np.uint64(2**64 // POINTS)).astype(np.uint64)


@dataclass(frozen=True)
class Pair:
    """Two texts, by row, and the Jaccard similarity of their shingles."""

    first: int
    second: int
    similarity: float


@dataclass(frozen=True)
class Candidates:
    """Pairs of rows worth a closer look; `complete` is False where a crowd was too large to pair in full."""

    pairs: Rows
    complete: bool


@dataclass(frozen=True)
class NearDuplicates:
    """The pairs, most similar first; `complete` is False where the search stopped at a limit."""

    pairs: tuple[Pair, ...]
    complete: bool


class WordHashes(dict[str, int]):
    """A 64-bit hash per word, worked out once; its keys are the vocabulary met so far."""

    def __missing__(self, word: str) -> int:
        data = word.encode("utf-8", "surrogatepass")
        self[word] = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
        return self[word]


def shingles(words: Sequence[str], hashes: WordHashes) -> Hashes:
    """The distinct runs of four words, hashed and sorted; a shorter text is one run."""
    if not words:
        return np.empty(0, dtype=np.uint64)
    codes = np.fromiter(map(hashes.__getitem__, words), dtype=np.uint64, count=len(words))
    size = min(SHINGLE, len(words))
    runs = np.zeros(len(words) - size + 1, dtype=np.uint64)
    for at in range(size):
        runs = _mixed(runs + codes[at : len(words) - size + 1 + at])
    return np.unique(runs)


def _mixed(values: Hashes) -> Hashes:
    values = (values ^ (values >> np.uint64(32))) * MIX
    return values ^ (values >> np.uint64(29))


def signature(sorted_shingles: Hashes) -> npt.NDArray[np.uint32]:
    """The next shingle after each of 64 points on the circle of hashes.

    Two texts agree at a point with a probability that is the Jaccard similarity of their shingles, because
    the next shingle of their union is a random one of it.
    """
    if not len(sorted_shingles):
        return np.zeros(POINTS, dtype=np.uint32)
    after = np.searchsorted(sorted_shingles, STARTS) % len(sorted_shingles)
    return _mixed(sorted_shingles[after]).astype(np.uint32)


def jaccard(first: Hashes, second: Hashes) -> float:
    """Shared share of two sets of shingles.

    >>> jaccard(np.array([1, 2, 3], dtype=np.uint64), np.array([2, 3, 4], dtype=np.uint64))
    0.5
    """
    shared = len(np.intersect1d(first, second, assume_unique=True))
    union = len(first) + len(second) - shared
    return shared / union if union else 0.0


def candidates(signatures: npt.NDArray[np.uint32], threshold: float) -> Candidates:
    """Pairs of rows that agree in a whole band of their signatures and look similar enough over all of it.

    Rows whose signature is all zero (no words) are in no pair. In a crowd that shares a band, each row is
    paired with the next twenty only, so that thousands of texts from one template stay affordable.
    """
    rows = np.flatnonzero(signatures.any(axis=1))
    width = 4 if threshold >= 0.7 else 2
    codes = np.empty(0, dtype=np.int64)
    complete = True
    for start in range(0, POINTS, width):
        first, second, whole = _same_band(signatures[rows, start : start + width], rows)
        codes = np.union1d(codes, first * len(signatures) + second)
        complete = complete and whole
    pairs = np.stack(np.divmod(codes, max(len(signatures), 1)), axis=1)
    return Candidates(pairs[_agreement(signatures, pairs) >= threshold - SLACK], complete)


def _same_band(band: npt.NDArray[np.uint32], rows: Rows) -> tuple[Rows, Rows, bool]:
    keys = np.zeros(len(band), dtype=np.uint64)
    for column in band.T:
        keys = _mixed(keys + column)
    order = np.argsort(keys, kind="stable")
    keys, placed = keys[order], rows[order]
    firsts, seconds = [rows[:0]], [rows[:0]]
    for step in range(1, NEIGHBOURS + 1):
        alike = keys[:-step] == keys[step:]
        if not alike.any():
            return np.concatenate(firsts), np.concatenate(seconds), True
        firsts.append(placed[:-step][alike])
        seconds.append(placed[step:][alike])
    return np.concatenate(firsts), np.concatenate(seconds), False


def _agreement(signatures: npt.NDArray[np.uint32], pairs: Rows) -> npt.NDArray[np.float64]:
    shares = [np.empty(0)]
    for start in range(0, len(pairs), CHUNK):
        part = pairs[start : start + CHUNK]
        shares.append((signatures[part[:, 0]] == signatures[part[:, 1]]).mean(axis=1))
    return np.concatenate(shares)


def confirmed(found: Candidates, shingles_of: Callable[[int], Hashes], threshold: float) -> NearDuplicates:
    """The candidates whose shingles are as similar as asked; each text is asked for once."""
    pairs = found.pairs[:MOST_PAIRS]
    complete = found.complete and len(found.pairs) <= MOST_PAIRS
    held: dict[int, Hashes] = {}
    last_use = {int(row): at for at, pair in enumerate(pairs) for row in pair}
    kept = []
    for at, (first, second) in enumerate(pairs.tolist()):
        for row in (first, second):
            if row not in held:
                held[row] = shingles_of(row)
        similarity = jaccard(held[first], held[second])
        if similarity >= threshold:
            kept.append(Pair(first, second, similarity))
        for row in (first, second):
            if last_use[row] == at:
                del held[row]
    kept.sort(key=lambda pair: (-pair.similarity, pair.first, pair.second))
    return NearDuplicates(tuple(kept), complete)


def near_duplicates(texts: Iterable[Sequence[str]], threshold: float = 0.8) -> NearDuplicates:
    """The pairs of texts, each a sequence of words, whose shingles have at least this Jaccard similarity.

    >>> one = "the quick brown fox jumps over the lazy dog and runs away from it all day long".split()
    >>> [(pair.first, pair.second) for pair in near_duplicates([one, ["other"], [*one, "today"]]).pairs]
    [(0, 2)]
    """
    hashes = WordHashes()
    sets = [shingles(words, hashes) for words in texts]
    if not sets:
        return NearDuplicates((), True)
    signatures = np.stack([signature(each) for each in sets])
    return confirmed(candidates(signatures, threshold), sets.__getitem__, threshold)
