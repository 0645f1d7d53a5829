"""Maximum entropy as in the novel-topic paper: raw counts, Gaussian prior of variance 1.

Minimised is, over one weight per word and author,

    sum of log losses  +  |weights|^2 / 2

with word counts as they are, every training word, and a constant feature of 1 whose weights have the same
prior. The paper names no stopping point; here the weights are proven to lie within `tolerance` of the optimum.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Probable
from stylobench.attributors._maxent_solver import Problem, solve
from stylobench.attributors._vectors import Scaling, with_constant
from stylobench.attributors.maxent import softmax
from stylobench.records import Floats, Rows


class MaxentPublished(Probable):
    """Multinomial logistic regression over raw counts, prior variance 1.

    >>> model = MaxentPublished().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so so", "thus"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2010
    paper: ClassVar[str] = "Schein et al. 2010"
    looks_at: ClassVar[str] = "all words, weighed by their counts"

    scaling: Scaling = "raw"
    min_documents = 1
    most_frequent = None

    def __init__(self, features: str = "words", tolerance: float = 1e-2) -> None:
        self.features = features
        self.tolerance = tolerance

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        problem = Problem.of(with_constant(matrix, 1.0), codes, len(self.classes_), np.ones(len(codes)))
        solution = solve(problem, 1.0, self.tolerance)
        self.distance_ = solution.distance
        self.coef_ = np.ascontiguousarray(solution.weights.T)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        return softmax(with_constant(matrix, 1.0) @ self.coef_.T)
