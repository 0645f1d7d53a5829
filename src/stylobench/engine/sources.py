"""Sources of corpora: what identifies one without reading it, and reading each once."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from stylobench.engine.tested_file import Source

if TYPE_CHECKING:
    from stylobench.records import Corpus

STORED, MANIFEST, TRIALS = ".parquet", ".manifest.json", ".trials.jsonl"


@dataclass
class Library:
    """Corpora by source, each read when it is first asked for."""

    held: dict[str, Corpus] = field(default_factory=dict)

    def read(self, source: Source) -> Corpus:
        """The corpus; whatever is wrong with it is raised every time."""
        from stylobench.corpora.reading import load

        name = written(source)
        if name not in self.held:
            self.held[name] = load(Path(source.path), source.format, **source.options)
        return self.held[name]

    def identity(self, source: Source) -> str:
        """What the contents of the corpus hang on: the words of a world, the manifest and digests of a stored corpus,
        else all of it.
        """
        if not Path(source.path).exists() and re.match(r"\s*world\s*(\(|$)", source.path):
            return written(source)
        return _stored(source) or _contents(self.read(source))


def written(source: Source) -> str:
    """A source as text."""
    return json.dumps(asdict(source), sort_keys=True, default=str)


def _stored(source: Source) -> str | None:
    path = Path(source.path)
    file = path / f"corpus{STORED}" if path.is_dir() else path
    manifest = file.with_name(file.stem + MANIFEST)
    if source.format not in (None, "store") or file.suffix != STORED or not (file.is_file() and manifest.is_file()):
        return None
    trials = file.with_name(file.stem + TRIALS)
    from stylobench.corpora.store import checked_digest

    parts = [manifest.read_bytes(), checked_digest(file).encode()]
    parts += [trials.read_bytes()] if trials.is_file() else []
    parts += [json.dumps(dict(source.options), sort_keys=True, default=str).encode()] if source.options else []
    return hashlib.sha256(b"\x1f".join(parts)).hexdigest()


def _contents(corpus: Corpus) -> str:
    """Everything that a result can show of a corpus; the digest alone knows neither its name nor its problems."""
    provenance = json.dumps(dict(corpus.provenance), sort_keys=True, default=str)
    parts = (corpus.name, corpus.digest, provenance, repr(corpus.trials))
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
