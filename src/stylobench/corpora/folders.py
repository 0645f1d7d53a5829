"""Folders of text files: author/topic/*.txt, author/*.txt, or topic/author/*.txt."""

from __future__ import annotations

from pathlib import Path

from stylobench.corpora.decoding import decode
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.errors import SpecError
from stylobench.records import Corpus, Document

ORDERS = {
    "author/topic": ("author", "topic"),
    "topic/author": ("topic", "author"),
    "author": ("author",),
    "topic": ("topic",),
}


def recognises(path: Path) -> bool:
    """Whether it is a folder with .txt files in folders below it."""
    return path.is_dir() and any(file.suffix.lower() == ".txt" and file.parent != path for file in peek(path))


def read(path: Path, order: str = "author/topic", encoding: str | None = None) -> Corpus:
    """Read a tree of .txt files; the first folders of a path are its author and topic, in that order.

    With the order author/topic, a file that lies directly in its author's folder has no topic.
    """
    if order not in ORDERS:
        raise SpecError(f"no order of folders named {order!r}; there are: {', '.join(ORDERS)}")
    skipped = Skipped()
    documents = []
    for file, data in contents(_text_files(path, skipped), path, skipped):
        labels = dict(zip(ORDERS[order], shown(file, path).split("/")[:-1], strict=False))
        text = decode(data, file, encoding)
        documents.append(Document(shown(file, path), text, labels.get("author"), labels.get("topic")))
    demand(path, bool(documents), ".txt file that can be read", skipped)
    provenance = {"format": "folders", "order": order, "warnings": skipped.warnings()}
    return Corpus.of(path.resolve().name, documents, provenance)


def _text_files(path: Path, skipped: Skipped) -> list[Path]:
    wanted = []
    for file in files(path, skipped):
        if file.suffix.lower() == ".txt":
            wanted.append(file)
        else:
            skipped.note("not .txt", shown(file, path))
    return wanted
