"""Crash tests for authorship analysis: does a method recognise the author, or only the topic?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.records import Corpus

__version__ = "0.1.0"
__all__ = ["load", "world"]


def load(path: str | Path, format: str | None = None, **options: Any) -> Corpus:
    """Read a corpus from a file or folder; the format is guessed from the files when it is None."""
    from stylobench.corpora.reading import load as read

    return read(Path(path), format, **options)


def world(authors: int = 10, topics: int = 8, documents: int | None = None, seed: int = 0, **options: Any) -> Corpus:
    """A simulated corpus whose truth is known."""
    from stylobench.corpora.world import world as simulate

    return simulate(authors=authors, topics=topics, documents=documents, seed=seed, **options)
