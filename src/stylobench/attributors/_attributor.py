"""What all attributors over texts share: choosing features on training texts, checking, predicting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted
from threadpoolctl import threadpool_limits

from stylobench.attributors._vectors import Choice, Scaling, Vectors, choose
from stylobench.errors import SplitError
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats, Rows

Names = npt.NDArray[Any]


class Attributor(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A scikit-learn classifier over texts; a method adds `_learn` and `_scores`.

    A method says by class attributes what `stylobench list` tells of it: `family`, the kind of evidence it rests on;
    the `year` and the `paper` it comes from; what it `looks_at`.
    """

    family: ClassVar[str] = ""
    year: ClassVar[int]
    paper: ClassVar[str]
    looks_at: ClassVar[str]
    scaling: Scaling = "log"
    features: str
    min_documents: int
    most_frequent: int | None
    classes_: Names
    vectors_: Vectors

    def fit(self, texts: Sequence[str], authors: Sequence[str]) -> Attributor:
        """Learn from texts and their authors, and from nothing else."""
        with threadpool_limits(1):
            matrix, codes = self._read(texts, authors)
            self._learn(matrix, codes)
        return self

    def predict(self, texts: Sequence[str]) -> Names:
        """The author with the highest score; the first in order among equals."""
        best: Names = self.classes_[np.argmax(self._all_scores(texts), axis=1)]
        return best

    def _read(self, texts: Sequence[str], authors: Sequence[str]) -> tuple[sparse.csr_matrix, Rows]:
        self.classes_, codes = known_authors(texts, authors)
        choice = Choice(self.features, self.scaling, self.min_documents, self.most_frequent)
        self.vectors_, matrix = choose(as_texts(texts), choice)
        return matrix, codes

    def _all_scores(self, texts: Sequence[str]) -> Floats:
        check_is_fitted(self, "classes_")
        if len(texts) == 0:
            return np.zeros((0, len(self.classes_)))
        with threadpool_limits(1):
            return self._texts_scores(as_texts(texts))

    def _texts_scores(self, texts: Texts) -> Floats:
        return self._scores(self.vectors_.transform(texts))

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        raise NotImplementedError

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        raise NotImplementedError


class Probable(Attributor):
    """An attributor whose scores are probabilities."""

    def predict_proba(self, texts: Sequence[str]) -> Floats:
        """One probability per text and author, authors in the order of `classes_`."""
        return self._all_scores(texts)


class Scoring(Attributor):
    """An attributor whose scores only rank."""

    def decision_function(self, texts: Sequence[str]) -> Floats:
        """One score per text and author; for two authors one per text, as scikit-learn has it."""
        scores = self._all_scores(texts)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores


def known_authors(texts: Sequence[str], authors: Sequence[str]) -> tuple[Names, Rows]:
    """The authors in order, and the place of each text's author among them."""
    if len(texts) != len(authors):
        raise ValueError(f"{len(texts)} texts but {len(authors)} authors")
    if len(texts) == 0:
        raise SplitError("there is no training document; hold out less")
    classes, codes = np.unique(np.asarray(authors), return_inverse=True)
    if len(classes) < 2:
        raise SplitError(f"all training documents are by {str(classes[0])!r}; at least 2 authors are needed")
    return classes, codes.astype(np.int64)
