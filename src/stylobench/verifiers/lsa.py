"""Cosine of the questioned text and the mean known text in a latent semantic space of character n-grams.

Satyam et al. 2014: latent semantic analysis on counts of character n-grams, similarities of pairs of documents, and a
threshold from their statistics. The paper chooses lengths of n-grams, weights, dimensions and thresholds for each
language and genre; which it chose could not be read. Ours: one setting for all, the 1,000 commonest 3-grams in 10
dimensions, chosen by a look at the training sets of PAN 2014 and 2015, so that figures on these sets flatter it;
logarithms of counts and inverse document frequencies as weights; whole texts, not cut to one length. The space is
learnt from training texts and never from those that are tested. A map takes the place of the threshold; it is learnt on
problems that are held out, because texts that made the space lie otherwise in it than new ones. After the abstract of
the notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SplitError
from stylobench.features._same_bits import logs
from stylobench.features._singular_vectors import scaled_left_vectors
from stylobench.features._word_weights import unit_rows
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._chosen_ngrams import ChosenNgrams
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._lsa_kernels import projected
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest

ROUNDS = 12


class Lsa(Verifier):
    """(1 + cosine) / 2 in the space of the strongest directions of the training texts.

    n            how long the n-grams are
    features     how many of them count, the commonest ones of the training texts
    dimensions   how many directions the space has, or as many as there are training texts
    seed         where the search for the directions starts; it changes next to nothing
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = Lsa(n=2, dimensions=2, calibrate="none").fit(problems, [True, True, False, False])
    >>> (model.verify(problems) > 0.9).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Satyam et al. 2014"
    looks_at: ClassVar[str] = "which character 3-grams go together"
    rebuilds: ClassVar[tuple[str, ...]] = ("Satyam 94",)

    chosen_: ChosenNgrams
    weights_: Floats
    directions_: Floats

    def __init__(
        self,
        n: int = 3,
        features: int = 1000,
        dimensions: int = 10,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.features = features
        self.dimensions = dimensions
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the n-grams of all texts."""
        self._check()
        settled(problems).texts.counts(self._counted)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The n-grams of the questioned text that add most to the cosine, or take most from it."""
        check_is_fitted(self, "chosen_")
        asked = settled([problem])
        if len(asked.known) == 0:
            return []
        known = self._vectors(asked.texts, asked.known).mean(axis=0)
        counts = self.chosen_.counts(asked.texts, asked.questioned).toarray()[0]
        weighted = (np.log1p(counts) * self.weights_)[:, None] * self.directions_
        lengths = np.linalg.norm(known) * np.linalg.norm(weighted.sum(axis=0))
        shares = (weighted * known).sum(axis=1) / (lengths or np.nan)
        return weightiest(self.chosen_.names, shares, most)

    @property
    def _counted(self) -> str:
        return f"char_ngrams(n={self.n!r})"

    def _check(self) -> None:
        require_counts("lsa", n=self.n, features=self.features, dimensions=self.dimensions)

    def _learn(self, training: Training, texts: Rows) -> None:
        self._check()
        store = training.problems.texts
        found = Frequencies.of(store, texts, self._counted)
        if len(found.places) == 0:
            raise SplitError(f"no training text has {self.n} characters; give longer texts or a smaller n")
        found = found.take(found.most_frequent(self.features))
        self.chosen_ = ChosenNgrams(self._counted, found.names)
        self.weights_ = logs((1 + found.texts) / (1 + found.documents)) + 1
        digests = store.digests()
        in_order = np.array(sorted(texts.tolist(), key=digests.__getitem__), np.int64)
        self.directions_ = self._strongest(self.chosen_.counts(store, in_order))

    def _strongest(self, counts: sparse.csr_matrix) -> Floats:
        """The directions along which the training texts reach farthest."""
        weighted = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
        weighted.data = logs(1 + weighted.data) * self.weights_[weighted.indices]
        rank = min(self.dimensions, *weighted.shape)
        found = scaled_left_vectors(sparse.csr_matrix(weighted.T), rank, self.seed, ROUNDS)
        return unit_rows(found.T).T.copy()

    def _scores(self, problems: Problems) -> Floats:
        known = problems.averaged(self._vectors(problems.texts, problems.known))
        questioned = self._vectors(problems.texts, problems.questioned)
        cosines = (known * questioned).sum(axis=1) / np.sqrt((known * known).sum(axis=1))
        return np.asarray(np.clip((1 + cosines) / 2, 0, 1))

    def _vectors(self, texts: Texts, rows: Rows) -> Floats:
        counts, dimensions = self.chosen_.counts(texts, rows), np.shape(self.directions_)[-1]
        require_shape("weights", self.weights_, counts.shape[1])
        require_shape("directions", self.directions_, counts.shape[1], dimensions)
        vectors: Floats = projected((counts.data, counts.indices, counts.indptr), self.weights_, self.directions_)
        return vectors
