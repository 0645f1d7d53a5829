"""How near the texts are in several spaces, as means and as counts, then a decision tree of the best size.

After the abstract and introduction of Fréry, Largeron & Juganaru-Mathieu 2014, "UJM at CLEF in author identification":
the texts stand in several spaces (words, n-grams of words and of characters, punctuation, sentence lengths, variety of
vocabulary); for each space there is a mean and a counter, and one counter over all; an optimised tree (CART) decides.
Here the mean is how near the questioned text is to the known ones, and the counter is the share of the known texts that
are no nearer to their fellows than to the questioned text; a single known text is cut in two halves that are each
other's fellow. How the original defined its counters, what it did with single texts and by what it chose its trees
could not be read; ours have the number of leaves that is best in cross-validation. Answers are tenths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np

from stylobench.features.problems import Problems
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.verifiers._learnt import in_short
from stylobench.verifiers._nearness import NAMES, nearness
from stylobench.verifiers._pair_learner import PairLearner, kept_measures, parts_of
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._training import settled


class FeatureTree(PairLearner):
    """A decision tree over how near the texts of a problem are in seven spaces.

    leaves       most leaves that the tree may have
    smallest     fewest training problems in a leaf
    seed         what chooses among splits that are equally good
    held_out     share of the training problems that a map is tuned on; 0: on all of them, crossed
    calibrate    none, because leaves are shares of problems; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> FeatureTree(smallest=1).fit(problems, [True, True, False, False]).verify(problems).tolist()
    [1.0, 1.0, 0.0, 0.0]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Fréry et al. 2014"
    learns_every_kind = True
    looks_at: ClassVar[str] = "n-grams, words, punctuation, sentence lengths, vocabulary"
    rebuilds: ClassVar[tuple[str, ...]] = ("Fréry 29",)

    def __init__(
        self,
        leaves: int = 8,
        smallest: int = 5,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.leaves = leaves
        self.smallest = smallest
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("feature_tree", at_least=2, leaves=self.leaves)
        require_counts("feature_tree", smallest=self.smallest)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure all problems."""
        self._measures(settled(problems))

    @property
    def _names(self) -> list[str]:
        return NAMES

    def _measures(self, problems: Problems) -> Floats:
        return kept_measures(problems, "feature_tree", nearness)

    def _teach(self, rows: Floats, same: Booleans, questioned: Rows) -> None:
        parts, sizes = parts_of(same, questioned), range(2, self.leaves + 1)
        losses = [self._loss(rows, same, parts, size) for size in sizes] if parts.any() else [0.0]
        self.learner_ = in_short(self._tree(sizes[int(np.argmin(losses))]).fit(rows, same))

    def _loss(self, rows: Floats, same: Booleans, parts: Rows, leaves: int) -> float:
        """The mean squared error of crossed answers with both classes counted alike."""
        errors = np.empty(len(same))
        for part in range(parts.max() + 1):
            held = parts == part
            tree = self._tree(leaves).fit(rows[~held], same[~held])
            errors[held] = np.square(tree.predict_proba(rows[held])[:, 1] - same[held])
        return float(errors[same].mean() + errors[~same].mean())

    def _answers(self, rows: Floats) -> Floats:
        # a problem left out moves the exact share of its leaf against itself, and ties would break the wrong way
        # scikit-learn's trees see measures in single precision
        return np.asarray(super()._answers(rows.astype(np.float32).astype(np.float64)).round(1))

    def _tree(self, leaves: int) -> Any:
        from sklearn.tree import DecisionTreeClassifier

        return DecisionTreeClassifier(
            max_leaf_nodes=leaves, min_samples_leaf=self.smallest, class_weight="balanced", random_state=self.seed
        )
