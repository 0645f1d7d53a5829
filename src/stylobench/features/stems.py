"""Word stems: runs of letters, lower-cased, cut by Porter's stemmer (the kept library has no Lovins stemmer)."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import snowballstemmer
from scipy import sparse

from stylobench.features._counting import Columns, Counts, count_tokens

_LETTERS = re.compile(r"[^\W\d_]+")
_ASCII_LETTERS = re.compile(r"[a-z]+")


def alphabetic_words(text: str) -> list[str]:
    """Unbroken runs of letters, in lower case.

    >>> alphabetic_words("Don't stop_here: 2 ÉTÉS!")
    ['don', 't', 'stop', 'here', 'étés']
    """
    return (_ASCII_LETTERS if text.isascii() else _LETTERS).findall(text.lower())


class Stems:
    """Every stem of the texts; each different word is stemmed once.

    >>> Stems().count(["Connected connections connect", "relating relations"]).names
    ['connect', 'relat']
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per stem."""
        words = count_tokens(map(alphabetic_words, texts))
        stems = snowballstemmer.stemmer("porter").stemWords(words.names)
        names, columns = np.unique(np.asarray(stems, dtype=object), return_inverse=True)
        matrix = words.matrix
        parts = (matrix.data, columns[matrix.indices].astype(np.int32), matrix.indptr)
        folded = sparse.csr_matrix(parts, shape=(matrix.shape[0], len(names)))
        folded.sum_duplicates()
        return Counts(folded, Columns([str(name) for name in names]))
