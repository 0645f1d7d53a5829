"""A standard learner over word stems chosen by information gain: model formation for topic tasks.

After the expected-effectiveness paper: frequencies of stems that occur at least 10 times in the training documents,
vectors of length 1, the 2,500 stems that tell most about the class of the training documents. Porter's stemmer stands
in for Lovins', and the tree is not pruned as C4.5 is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn import config_context
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import normalize
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.metaestimators import available_if

from stylobench.attributors._attributor import Attributor, Probable, Scoring, known_authors
from stylobench.attributors._vectors import Block, Choice, Vectors
from stylobench.errors import CorpusError, SpecError
from stylobench.features.information_gain import information_gain
from stylobench.features.texts import Texts, as_texts, feature_names
from stylobench.records import Floats, Rows
from stylobench.seeds import generator

SVM = "linear_svm"
LEARNERS = (SVM, "naive_bayes", "decision_tree", "knn")
NEIGHBOURS = 5
# the least that C4.5 leaves in a leaf
LEAF = 2
# for k-NN's distances, in MiB
MEMORY = 64


@dataclass(frozen=True)
class Terms(Vectors):
    """Rows of length 1 over all frequent terms, of which the chosen columns are kept."""

    chosen: Rows

    def transform(self, texts: Texts) -> sparse.csr_matrix:
        """The vectors of any texts; words never seen in training fall away."""
        return sparse.csr_matrix(normalize(super().transform(texts))[:, self.chosen])


class TermModel(Attributor):
    """`learner` is linear_svm, naive_bayes, decision_tree or knn.

    Naive Bayes is multinomial: most of 2,500 frequencies are 0, so that a Gaussian would rest on variances of nothing;
    it is smoothed by one occurrence of every term. Knn asks the 5 nearest by cosine.
    Where no term occurs `least` times in the training documents, all of them are kept.

    >>> model = TermModel("naive_bayes", least=1).fit(["boats sailed", "laws ruled"] * 3, ["sea", "court"] * 3)
    >>> model.predict(["sailing a boat", "the law"]).tolist()
    ['sea', 'court']
    """

    family: ClassVar[str] = "topic"
    year: ClassVar[int] = 2012
    paper: ClassVar[str] = "Lipka et al. 2012"
    looks_at: ClassVar[str] = "stems that tell the class"

    def __init__(
        self,
        learner: str = SVM,
        words: int = 2500,
        least: int = 10,
        features: str = "stems",
        random_state: int | None = None,
    ) -> None:
        self.learner = learner
        self.words = words
        self.least = least
        self.features = features
        self.random_state = random_state

    @available_if(lambda self: self.learner != SVM)  # type: ignore[untyped-decorator]
    def predict_proba(self, texts: Sequence[str]) -> Floats:
        """One probability per text and author, authors in the order of `classes_`."""
        return Probable.predict_proba(self, texts)

    @available_if(lambda self: self.learner == SVM)  # type: ignore[untyped-decorator]
    def decision_function(self, texts: Sequence[str]) -> Floats:
        """One score per text and author; for two authors one per text, as scikit-learn has it."""
        return Scoring.decision_function(self, texts)

    def _read(self, texts: Sequence[str], authors: Sequence[str]) -> tuple[sparse.csr_matrix, Rows]:
        if self.learner not in LEARNERS:
            raise SpecError(f"term_model has no learner {self.learner!r}; there are: {', '.join(LEARNERS)}")
        self.classes_, codes = known_authors(texts, authors)
        choice, known = Choice(self.features, "raw"), as_texts(texts)
        blocks = tuple(_frequent(name, known, self.least) for name in feature_names(self.features))
        every = normalize(Vectors(choice, blocks).transform(known))
        best = np.argsort(-information_gain(every, codes), kind="stable")[: self.words]
        self.vectors_ = Terms(choice, blocks, np.sort(best))
        return every[:, self.vectors_.chosen], codes

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        made = self._learner(matrix)
        self.model_ = made.fit(_dense_for_trees(self.learner, matrix), codes)

    def _learner(self, matrix: sparse.csr_matrix) -> Any:
        if self.learner == SVM:
            return LinearSVC(dual=False, tol=1e-5, max_iter=10_000)
        if self.learner == "naive_bayes":
            return MultinomialNB(alpha=_one_occurrence(matrix))
        if self.learner == "knn":
            return KNeighborsClassifier(min(NEIGHBOURS, matrix.shape[0]), metric="cosine", algorithm="brute")
        state = int(generator(self.random_state or 0, "term_model").integers(2**31))
        return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=LEAF, random_state=state)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        if self.learner == SVM:
            margins: Floats = self.model_.decision_function(matrix)
            return np.stack([-margins, margins], axis=1) / 2 if margins.ndim == 1 else margins
        with config_context(working_memory=MEMORY):
            shares: Floats = self.model_.predict_proba(_dense_for_trees(self.learner, matrix))
        return shares


def _frequent(features: str, texts: Texts, least: int) -> Block:
    counts = texts.counts(features)
    if counts.measured:
        raise SpecError(f"term_model counts, but {features!r} measures; give it stems, words or characters")
    totals = np.asarray(counts.matrix.sum(axis=0, dtype=np.float64)).ravel()
    kept = np.flatnonzero(totals >= max(least, 1))
    kept = kept if len(kept) else np.flatnonzero(totals > 0)
    if not len(kept):
        raise CorpusError(f"the training documents have no {features}; give texts with words in them")
    return Block(features, [counts.names[column] for column in kept])


def _one_occurrence(matrix: sparse.csr_matrix) -> float:
    """What a term that stands once in a document weighs there, on average."""
    starts = matrix.indptr[:-1][np.diff(matrix.indptr) > 0]
    return float(np.minimum.reduceat(matrix.data, starts).mean()) if len(starts) else 1.0


def _dense_for_trees(learner: str, matrix: sparse.csr_matrix) -> Any:
    return matrix.astype(np.float32).toarray() if learner == "decision_tree" else matrix
