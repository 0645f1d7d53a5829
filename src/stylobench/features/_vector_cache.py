"""Vectors kept in the user's cache folder by the digest of their text, so that no text is encoded twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

import numpy as np

from stylobench.features._user_cache import cache_folder
from stylobench.records import Floats

ASKED_AT_ONCE = 500
PATIENCE_SECONDS = 60


class VectorCache:
    """Vectors of one model. A folder that cannot be written keeps nothing, and nothing else fails for it."""

    def __init__(self, model: str) -> None:
        self.path = cache_folder() / f"{model}.sqlite"

    def find(self, digests: Sequence[str]) -> dict[str, Floats]:
        """The vectors that are kept, by digest."""
        if not self.path.exists():
            return {}
        found: dict[str, Floats] = {}
        try:
            with closing(sqlite3.connect(self.path, timeout=PATIENCE_SECONDS)) as file:
                for start in range(0, len(digests), ASKED_AT_ONCE):
                    some = digests[start : start + ASKED_AT_ONCE]
                    marks = ",".join("?" * len(some))
                    rows = file.execute(f"SELECT digest, vector FROM vectors WHERE digest IN ({marks})", some)
                    found.update((digest, np.frombuffer(data, "<f8")) for digest, data in rows)
        except sqlite3.DatabaseError:
            return {}
        return found

    def keep(self, vectors: Mapping[str, Floats]) -> None:
        """Keep these, all or none of them."""
        rows = [(digest, vector.astype("<f8").tobytes()) for digest, vector in vectors.items()]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=PATIENCE_SECONDS)) as file, file:
                file.execute("CREATE TABLE IF NOT EXISTS vectors (digest TEXT PRIMARY KEY, vector BLOB NOT NULL)")
                file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
        except (OSError, sqlite3.DatabaseError):
            return
