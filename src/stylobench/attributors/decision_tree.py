"""Decision tree over the relative frequencies of the most frequent features."""

from __future__ import annotations

from typing import ClassVar

from scipy import sparse
from sklearn.tree import DecisionTreeClassifier

from stylobench.attributors._attributor import Probable
from stylobench.attributors._vectors import Scaling
from stylobench.records import Floats, Rows
from stylobench.seeds import generator


class DecisionTree(Probable):
    """scikit-learn's decision tree; `seed` settles which of equally good cuts is taken.

    >>> model = DecisionTree(leaf=1).fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 1984
    paper: ClassVar[str] = "Breiman et al. 1984"
    looks_at: ClassVar[str] = "single frequent words, one question after the other"

    scaling: Scaling = "relative"

    def __init__(
        self,
        features: str = "words",
        leaf: int = 5,
        min_documents: int = 2,
        most_frequent: int | None = 500,
        seed: int = 0,
    ) -> None:
        self.features = features
        self.leaf = leaf
        self.min_documents = min_documents
        self.most_frequent = most_frequent
        self.seed = seed

    def _learn(self, matrix: sparse.csr_matrix, codes: Rows) -> None:
        state = int(generator(self.seed, "decision_tree").integers(2**31))
        tree = DecisionTreeClassifier(min_samples_leaf=self.leaf, random_state=state)
        self.tree_ = tree.fit(matrix.toarray(), codes)

    def _scores(self, matrix: sparse.csr_matrix) -> Floats:
        scores: Floats = self.tree_.predict_proba(matrix.toarray())
        return scores
