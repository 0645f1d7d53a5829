"""Maximum entropy: multinomial logistic regression, solved to a proven distance from its optimum.

After Berger et al. 1996, the attributor of the novel-topic paper, here defined completely. Counts enter as
log(1 + count), each row scaled to length 1; a constant feature of 0.2 stands for the intercept and is
penalised like every other; minimised is

    sum of log losses  +  |weights|^2 / (2C)

with one weight per feature and author, also for two authors. It starts cold and stops when the weights are
proven to lie within `tolerance` (Euclidean) of the optimum, so that no score is off by more than 1.02 times
that. The published setting is `maxent_published`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from stylobench.attributors._attributor import Probable
from stylobench.attributors._inner_choice import best_strength
from stylobench.attributors._maxent_solver import Problem, solve
from stylobench.attributors._training import cell_weights, neutral_columns
from stylobench.attributors._vectors import with_constant
from stylobench.errors import SpecError
from stylobench.records import Floats, Rows

CONSTANT = 0.2


class Maxent(Probable):
    """Multinomial logistic regression over texts.

    C            strength of the data against the penalty, or "topic_folds": chosen inside training, by folds
                 over the training topics (over documents when there are fewer than 3 topics)
    weights      None, or "topic_balanced": each author x topic cell counts equally
    keep         None, or how many features to keep: the most topic-neutral ones of the training documents

    >>> model = Maxent(C=1.0, min_documents=1).fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so so", "thus"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 1996
    paper: ClassVar[str] = "Berger et al. 1996"
    looks_at: ClassVar[str] = "all words, weighed"

    def __init__(
        self,
        features: str = "words",
        C: float | str = "topic_folds",
        min_documents: int = 2,
        most_frequent: int | None = None,
        weights: str | None = None,
        keep: int | None = None,
        tolerance: float = 1e-3,
    ) -> None:
        self.features = features
        self.C = C
        self.min_documents = min_documents
        self.most_frequent = most_frequent
        self.weights = weights
        self.keep = keep
        self.tolerance = tolerance

    def fit(self, texts: Sequence[str], authors: Sequence[str], topics: Sequence[str] | None = None) -> Maxent:
        """Learn from texts, their authors and, where the settings ask for them, their topics."""
        self._check(topics)
        with threadpool_limits(1):
            matrix, codes = self._read(texts, authors)
            cells = None if topics is None else np.unique(np.asarray(topics), return_inverse=True)[1]
            self.kept_ = self._kept(matrix, codes, cells)
            self._train(with_constant(matrix[:, self.kept_], CONSTANT), codes, cells)
        return self

    def _check(self, topics: Sequence[str] | None) -> None:
        if self.weights not in (None, "topic_balanced"):
            raise SpecError(f"maxent(weights={self.weights!r}): weights can be None or 'topic_balanced'")
        if isinstance(self.C, str) and self.C != "topic_folds":
            raise SpecError(f"maxent(C={self.C!r}): C can be a number above 0 or 'topic_folds'")
        if not isinstance(self.C, str) and not self.C > 0:
            raise SpecError(f"maxent(C={self.C!r}): C must be above 0")
        if topics is None and (self.weights or self.keep):
            raise SpecError("maxent with weights or keep learns from topics too; give fit their topics")

    def _kept(self, matrix: sparse.csr_matrix, codes: Rows, topics: Rows | None) -> Rows:
        if self.keep is None or topics is None:
            return np.arange(matrix.shape[1])
        return neutral_columns(matrix, codes, topics, self.keep)

    def _train(self, matrix: sparse.csr_matrix, codes: Rows, topics: Rows | None) -> None:
        importance = cell_weights(codes, topics) if self.weights and topics is not None else np.ones(len(codes))
        if isinstance(self.C, str):
            self.C_ = best_strength(matrix, codes, topics, importance)
        else:
            self.C_ = float(self.C)
        problem = Problem.of(matrix, codes, len(self.classes_), importance)
        solution = solve(problem, self.C_, self.tolerance)
        self.distance_ = solution.distance
        self.coef_ = np.ascontiguousarray(solution.weights.T)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        return softmax(with_constant(matrix[:, self.kept_], CONSTANT) @ self.coef_.T)

    def feature_weights(self) -> tuple[list[str], Floats]:
        """The names of the features and their weights, one row per author in the order of `classes_`."""
        names = self.vectors_.names
        return [names[j] for j in self.kept_], self.coef_[:, :-1]


def softmax(scores: Floats) -> Floats:
    """Probabilities that are proportional to the exponentials of the scores, row by row."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares
