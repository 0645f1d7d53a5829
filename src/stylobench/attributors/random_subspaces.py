"""Random subspaces: rounds that each see some of the features vote for the nearest author.

After descriptions of Koppel, Schler & Argamon 2011 (authorship attribution in the wild) and a published reproduction:
100 rounds, each with some of the character 4-grams; in each, the author whose texts together are nearest to the
document gets a vote. That a round sees 40% of them and goes by cosine could not be checked: the reproduction takes half
and min-max, `share=0.5, similarity="minmax"`. A small share of votes for the winner speaks of somebody else; no
document is refused here, because an open-set test sets its own threshold. 4-grams may hold blanks, which they do not in
the reproduction, and are those of at least 2 training documents, at most the 20,000 most frequent; an author is the
mean of the author's documents. Authors who are equally near, as to a blank document, share the vote.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Probable
from stylobench.attributors._subspace_kernels import sums_by_round, votes
from stylobench.attributors._vectors import Scaling
from stylobench.errors import SpecError
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

SIMILARITIES = ("cosine", "minmax")


class RandomSubspaces(Probable):
    """The probability of an author is the author's share of the votes.

    rounds        how many votes
    share         share of the features that a round sees
    similarity    cosine, or minmax: the sum of the smaller shares over the sum of the larger

    >>> model = RandomSubspaces(rounds=10).fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2011
    paper: ClassVar[str] = "Koppel et al. 2011"
    looks_at: ClassVar[str] = "random subsets of character 4-grams"

    scaling: Scaling = "relative"

    def __init__(
        self,
        features: str = "char_ngrams(n=4)",
        rounds: int = 100,
        share: float = 0.4,
        similarity: str = "cosine",
        min_documents: int = 2,
        most_frequent: int | None = 20_000,
        seed: int = 0,
    ) -> None:
        self.features = features
        self.rounds = rounds
        self.share = share
        self.similarity = similarity
        self.min_documents = min_documents
        self.most_frequent = most_frequent
        self.seed = seed

    def _read(self, texts: Any, authors: Any) -> tuple[sparse.csr_matrix, Rows]:
        if not isinstance(self.rounds, int) or self.rounds < 1:
            raise SpecError(f"random_subspaces(rounds={self.rounds!r}): it must be a whole number of at least 1")
        if not 0 < self.share <= 1:
            raise SpecError(f"random_subspaces(share={self.share!r}): it must be above 0 and at most 1")
        if self.similarity not in SIMILARITIES:
            known = ", ".join(SIMILARITIES)
            raise SpecError(f"random_subspaces(similarity={self.similarity!r}): it can be one of: {known}")
        return super()._read(texts, authors)

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        measured = [block.features for block in self.vectors_.blocks if block.centre is not None]
        if measured:
            raise SpecError(f"random_subspaces counts, but {measured[0]!r} measures; give it words or characters")
        self.authors_ = _means(matrix, codes)
        rng, width = generator(self.seed, "random_subspaces"), matrix.shape[1]
        size = max(1, round(self.share * width))
        self.chosen_ = np.zeros((width, self.rounds), np.bool_)
        for turn in range(self.rounds):
            self.chosen_[rng.permutation(width)[:size], turn] = True
        self.sums_ = sums_by_round(self.authors_, self.chosen_, self.similarity == "cosine")

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        parts = (matrix.data, matrix.indices, matrix.indptr)
        shares: Floats = votes(parts, self.authors_, self.chosen_, self.sums_, self.similarity == "cosine")
        return shares


def _means(matrix: sparse.csr_matrix, codes: Rows) -> Floats:
    """The mean document of each author, one column per author."""
    whose = sparse.csr_matrix((1 / np.bincount(codes)[codes], (np.arange(len(codes)), codes)))
    return np.ascontiguousarray((matrix.T @ whose).toarray())
