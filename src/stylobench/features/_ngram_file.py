"""What a language model has learnt, kept in the user's cache by the digest of its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stylobench.features._ngram_tables import Table
from stylobench.features._user_cache import Arrays, kept_as_arrays, packed_names, read_names
from stylobench.records import Rows

# Goes up with every change of what is counted or how it is kept, so that no older file is read.
LAYOUT = 1


@dataclass(frozen=True)
class Learnt:
    """The words by id, the stream that was learnt from, and the tables of its n-grams."""

    vocabulary: dict[str, int]
    stream: Rows
    tables: list[Table]


def kept_model(digest: str, make: Callable[[], Learnt]) -> Learnt:
    """What is kept under a digest; made, and written where that can be done, when it is not there."""
    return kept_as_arrays(f"ngrams-{LAYOUT}-{digest[:32]}", make, _packed, _read)


def _read(found: Arrays) -> Learnt:
    words = read_names(found["vocabulary"])
    tables, contexts = list[Table](), 2
    for n in range(int(found["order"])):
        tables.append(Table.of(found[f"keys{n}"], found[f"counts{n}"], len(words), contexts))
        contexts = len(tables[-1].keys)
    return Learnt(words, found["stream"], tables)


def _packed(made: Learnt) -> Arrays:
    arrays = {"vocabulary": packed_names(made.vocabulary), "stream": made.stream, "order": np.array(len(made.tables))}
    for n, table in enumerate(made.tables):
        arrays |= {f"keys{n}": table.keys, f"counts{n}": table.counts}
    return arrays
