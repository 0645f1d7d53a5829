"""Cosine Delta: the angle between z-scores of the most frequent words.

After descriptions of Smith & Aldridge 2011, who replaced the distance of Burrows's Delta by the cosine, and of Evert et
al. 2017, who explain why it helps: it ignores how strongly an author's habits show. An author is the mean of the
author's documents, as in `burrows_delta`. That 2,000 words enter is our choice: it bears far more of them than the
other Deltas do.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.records import Floats


class CosineDelta(BurrowsDelta):
    """The score is the cosine of a document's z-scores with an author's, minus 1.

    most_frequent    how many words enter

    >>> model = CosineDelta().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2011
    paper: ClassVar[str] = "Smith & Aldridge 2011; Evert et al. 2017"
    looks_at: ClassVar[str] = "the pattern of frequent words, however strong"

    def __init__(self, features: str = "words", min_documents: int = 2, most_frequent: int | None = 2000) -> None:
        super().__init__(features, min_documents, most_frequent)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores = _of_length_one((matrix.toarray() - self.centre_) / self.spread_)
        profiles = _of_length_one(self.profiles_)
        return np.stack([(scores * profile).sum(axis=1) - 1 for profile in profiles], axis=1)


def _of_length_one(rows: Floats) -> Floats:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0))
