"""Simplified profile intersection (SPI): how many n-grams two profiles have in common.

After descriptions of Frantzeskou et al. 2006 (source code author profiles, SCAP): a profile is the set of the most
frequent n-grams, whatever their frequency. That n is 6 and profiles have 2,000 n-grams is our choice: the paper's could
not be read. Characters stand for the bytes of the original, lower-cased, white space as one blank. The size of the
intersection is divided by that of the document's profile, which changes no ranking of authors.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._profiles import ProfileComparison
from stylobench.records import Floats, Rows


class ProfileIntersection(ProfileComparison):
    """The score is the share of a document's profile that stands in the author's.

    features    what is counted: character n-grams, words, ...
    size        n-grams in a profile

    >>> model = ProfileIntersection().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it is", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2006
    paper: ClassVar[str] = "Frantzeskou et al. 2006"
    looks_at: ClassVar[str] = "which character n-grams are frequent"

    def __init__(self, features: str = "char_ngrams(n=6)", size: int = 2000) -> None:
        self.features = features
        self.size = size

    def _compared(self, documents: sparse.csr_matrix, authors: Floats, sizes: Rows) -> Floats:
        present = sparse.csr_matrix((np.ones(documents.nnz), documents.indices, documents.indptr), documents.shape)
        lengths = np.maximum(np.diff(documents.indptr), 1)
        return np.asarray((present @ (authors > 0).astype(np.float64)) / lengths[:, None])
