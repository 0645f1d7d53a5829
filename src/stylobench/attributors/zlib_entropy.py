"""Relative entropy by zlib: how many bytes a document adds to an author's compressed texts.

After a published reproduction of Benedetto, Caglioti & Loreto 2002, which zips the document behind one text at a time
and counts what it adds. Here the author's texts are the dictionary that the compressor starts with. zlib remembers the
last 32,768 bytes alone, so that an author is as many windows of that size as the documents fill, at most `windows`;
beginnings of all documents share them where there is more. What the document adds is averaged over the windows. Only
its first 15,000 bytes are read, because a longer one is compressed by itself. Documents are joined in order of digest.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from stylobench.attributors._attributor import Scoring, known_authors
from stylobench.errors import SpecError
from stylobench.features.texts import Texts
from stylobench.records import Floats, text_digest

Bytes = npt.NDArray[np.uint8]
WINDOW = 32_768
READ = 15_000
# what gzip does unless told otherwise
LEVEL = 6
# 15 bits of window, and neither header nor checksum
RAW = -15


class ZlibEntropy(Scoring):
    """The score is minus the bytes that a byte of the document adds.

    windows    most windows of 32,768 bytes that stand for an author

    >>> model = ZlibEntropy().fit(["so it is, so it was", "thus be it, thus we"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it was", "thus be it"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "compression"
    year: ClassVar[int] = 2002
    paper: ClassVar[str] = "Benedetto et al. 2002"
    looks_at: ClassVar[str] = "repeated strings of any length"

    def __init__(self, windows: int = 2) -> None:
        self.windows = windows

    def fit(self, texts: Sequence[str], authors: Sequence[str]) -> ZlibEntropy:
        """Learn from texts and their authors, and from nothing else."""
        if not isinstance(self.windows, int) or self.windows < 1:
            raise SpecError(f"zlib_entropy(windows={self.windows!r}): it must be a whole number of at least 1")
        self.classes_, codes = known_authors(texts, authors)
        order = sorted(range(len(texts)), key=lambda place: text_digest(texts[place]))
        written = [[_bytes(texts[place]) for place in order if codes[place] == k] for k in range(len(self.classes_))]
        self.windows_ = [_windows(documents, self.windows) for documents in written]
        return self

    def _texts_scores(self, texts: Texts) -> Floats:
        documents = [_bytes(text)[:READ] for text in texts]
        scores = np.zeros((len(documents), len(self.classes_)))
        for author, windows in enumerate(self.windows_):
            for window in windows:
                scores[:, author] -= _added(window, documents)
            scores[:, author] /= len(windows)
        return scores


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _windows(documents: list[bytes], most: int) -> list[Bytes]:
    """Windows of equal size over all documents, or over the beginnings of them where there is more than fits."""
    room = most * WINDOW // max(len(documents), 1)
    whole = b"\n".join(document[: max(room - 1, 1)] for document in documents)
    count = min(max(-(-len(whole) // WINDOW), 1), most)
    return np.array_split(np.frombuffer(whole, np.uint8), count)


def _added(window: Bytes, documents: list[bytes]) -> Floats:
    """Compressed bytes per byte of each document, where the window is already known to the compressor."""
    primed = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, zdict=window.tobytes())
    return np.array([_size(primed.copy(), document) / max(len(document), 1) for document in documents])


def _size(compressor: Any, document: bytes) -> int:
    return len(compressor.compress(document)) + len(compressor.flush())
